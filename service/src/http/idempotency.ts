import type { IncomingMessage } from 'node:http';
import { IDEMPOTENT_REPLAYED_HEADER } from '../../../wire/problem.ts';
import { InvalidFields, KeyOfOtherBody } from '../refusals.ts';
import { countLines } from './header-lines.ts';

const KEY_MAX = 128;
const LOC = ['header', 'Idempotency-Key'];

/** The header of an answer about what an earlier call under the same key has made; none on that of the call which made it. */
export function saysReplayed(isRepeated: boolean): Readonly<Record<string, string>> {
  return isRepeated ? { [IDEMPOTENT_REPLAYED_HEADER]: 'true' } : {};
}

/** The Idempotency-Key of a request, or null. Refuses with 422 one that is empty or longer than 128 characters. */
export function readIdempotencyKey(headers: Readonly<Record<string, string | undefined>>): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (key.length > KEY_MAX) {
    const msg = `String should have at most ${KEY_MAX} characters`;
    throw new InvalidFields([
      { type: 'string_too_long', loc: LOC, msg, input: key, ctx: { max_length: KEY_MAX } },
    ]);
  }
  if (key.trim() === '') {
    const msg = 'String should have at least 1 character';
    throw new InvalidFields([
      { type: 'string_too_short', loc: LOC, msg, input: key, ctx: { min_length: 1 } },
    ]);
  }
  return key;
}

/** Refuses with 422 a request with two of them, also of one value: joined they would be a third, under which nothing was asked before.
 *  Gap G196. */
export function refuseTwoKeys(request: IncomingMessage): void {
  const input = request.headers['idempotency-key'];
  if (input === undefined || countLines(request, 'idempotency-key') === 1) return;
  const msg = 'Value error, a request has one Idempotency-Key';
  throw new InvalidFields([{ type: 'value_error', loc: LOC, msg, input }]);
}

/** Runs what is asked for under the request's Idempotency-Key: one that was used with another body is a problem of its header. */
export async function withKey<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof KeyOfOtherBody)) throw error;
    const msg = 'Value error, this Idempotency-Key was used with another request body';
    throw new InvalidFields([{ type: 'value_error', loc: LOC, msg, input: error.key }]);
  }
}
