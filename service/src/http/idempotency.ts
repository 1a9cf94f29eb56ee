import { InvalidFields } from '../refusals.ts';

const KEY_MAX = 128;

/** The Idempotency-Key of a request, or null. Refuses with 422 one that is empty or longer than 128 characters. */
export function readIdempotencyKey(headers: Readonly<Record<string, string | undefined>>): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  const loc = ['header', 'Idempotency-Key'];
  if (key.length > KEY_MAX) {
    const msg = `String should have at most ${KEY_MAX} characters`;
    throw new InvalidFields([
      { type: 'string_too_long', loc, msg, input: key, ctx: { max_length: KEY_MAX } },
    ]);
  }
  if (key.trim() === '') {
    const msg = 'String should have at least 1 character';
    throw new InvalidFields([{ type: 'string_too_short', loc, msg, input: key, ctx: { min_length: 1 } }]);
  }
  return key;
}
