import { CALL_MS } from '../../lib/call-limit.ts';
import type { Seller, Unknown, Unreachable } from '../rail.ts';
import { retryAfterSeconds } from '../http/retry-after.ts';
import { createTransport, type Lost, type Received } from '../http/transport.ts';
import { createTurns } from '../http/turns.ts';
import type { NmiOptions } from './options.ts';
import { GATEWAY } from './options.ts';
import { judgeForm, judgeQueryError, type TransactOutcome } from './problem.ts';
import { readFormAnswer } from './read/form-answer.ts';
import { type QueryAnswer, readQueryAnswer } from './read/query-answer.ts';

const BODY_MAX = 4 * 1024 * 1024;
const MEDIA = 'application/x-www-form-urlencoded';

/** Named values of a form; what is null is left out. */
export type Fields = Readonly<Record<string, string | null>>;

interface Call {
  operation: string;
  seller: Seller;
  fields: Fields;
  /** Less than the whole-call limit, for calls that follow one another within the same answer. */
  timeoutMs?: number;
}

type QueryOutcome = Extract<QueryAnswer, { kind: 'found' }> | Unreachable;

export interface Client {
  /** A call that has an effect, which the gateway remembers no id of: it is never sent again by itself. */
  transact(call: Call): Promise<TransactOutcome>;
  /** What the gateway has in its books, which is how an effect that nobody heard of is learned. */
  query(call: Call): Promise<QueryOutcome>;
}

/** Calls the gateway in the name of an account, which is its security key. */
export function createClient(options: NmiOptions): Client {
  const limitMs = options.limits?.callTimeoutMs ?? CALL_MS;
  const transport = createTransport({ connectTimeoutMs: options.limits?.connectTimeoutMs, cut: options.cut });
  const inTurn = createTurns({ rail: 'nmi', log: options.log });

  const post = <A extends { kind: string }>(
    path: string,
    { operation, seller, fields, timeoutMs }: Call,
    judge: (received: Received | Lost) => A,
    hasEffect: boolean,
  ) =>
    inTurn({ operation, limitMs: Math.min(timeoutMs ?? limitMs, limitMs) }, async (remainingMs) => {
      const body = formOf(seller, fields);
      const received = await transport.send({
        method: 'POST',
        url: new URL(`${baseOf(seller)}${path}`),
        headers: { 'content-type': MEDIA, 'content-length': String(Buffer.byteLength(body)) },
        body,
        timeoutMs: remainingMs(),
        bodyMax: BODY_MAX,
        hasEffect,
      });
      const status = received.kind === 'received' ? received.status : null;
      return { answer: judge(received), status, debug_id: null };
    });

  const now = () => options.clock.wall();
  return {
    transact: (call) => post('/api/transact.php', call, (received) => judgeTransact(received, now()), true),
    query: (call) => post('/api/query.php', call, (received) => judgeQuery(received, now()), false),
  };
}

/** Where an account is at the gateway. */
export function baseOf({ shown }: Pick<Seller, 'shown'>): string {
  return (shown['api_base'] ?? GATEWAY).replace(/\/+$/, '');
}

function formOf({ secrets }: Seller, fields: Fields): string {
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null);
  return new URLSearchParams([['security_key', secrets['security_key'] ?? ''], ...given]).toString();
}

// Whatever happened is said with the status 200; any other is of something before the gateway.
function judgeTransact(received: Received | Lost, now: Date): TransactOutcome {
  if (received.kind === 'lost')
    return received.sent ? unknown(received.problem) : without(received.problem, null);
  if (received.status === 429) return without('asked to come back later', waitOf(received, now));
  if (received.status !== 200) return unknown(`status ${received.status}`);
  const form = readFormAnswer(received.text);
  return form === null ? unknown('an answer that cannot be read') : judgeForm(form);
}

function judgeQuery(received: Received | Lost, now: Date): QueryOutcome {
  if (received.kind === 'lost') return without(received.problem, null);
  if (received.status !== 200) return without(`status ${received.status}`, waitOf(received, now));
  const answer = readQueryAnswer(received.text);
  if (answer === null) return without('an answer that cannot be read', null);
  return answer.kind === 'found' ? answer : judgeQueryError(answer.text);
}

function waitOf({ headers }: Received, now: Date): number | null {
  const value = headers['retry-after'];
  return retryAfterSeconds(typeof value === 'string' ? value : undefined, now);
}

function unknown(problem: string): Unknown {
  return { kind: 'unknown', problem };
}

function without(problem: string, retry_after_seconds: number | null): Unreachable {
  return { kind: 'unreachable', problem, retry_after_seconds };
}
