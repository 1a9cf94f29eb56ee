import { type JsonObject, objectsAt, parseObject, textAt } from '../http/json.ts';
import { retryAfterSeconds } from '../http/retry-after.ts';
import type { Lost, Received } from '../http/transport.ts';
import type { ProviderRefusal, Unknown, Unreachable } from '../rail.ts';

/** What a call does at the provider, and so what a missing answer means. */
export type Effect = 'read' | 'write';

export type Answer =
  | { kind: 'success'; body: JsonObject }
  | { kind: 'refused'; status: number; refusal: ProviderRefusal }
  | Unreachable
  | Unknown;

/** An answer in one of its kinds, with what a log line tells of it. */
export interface Sorted {
  answer: Answer;
  status: number | null;
  debug_id: string | null;
}

// Another call by the same key is still running, or it is too early, or it took too long to come.
const UNDECIDED = new Set([408, 409, 425]);

/** Sorts what came back by what is certain: done, refused, certainly without effect, or nobody knows. */
export function sortAnswer(effect: Effect, received: Received | Lost, now: Date): Sorted {
  if (received.kind === 'lost') {
    const answer = received.sent ? inDoubt(effect, received.problem) : without(received.problem);
    return { answer, status: null, debug_id: null };
  }
  return { answer: sortReceived(effect, received, now), status: received.status, debug_id: null };
}

function sortReceived(effect: Effect, received: Received, now: Date): Answer {
  const { status } = received;
  const body = parseObject(received.text);
  if (status >= 200 && status < 300)
    return body ? { kind: 'success', body } : inDoubt(effect, `status ${status} without a readable body`);
  const header = received.headers['retry-after'];
  const wait = retryAfterSeconds(typeof header === 'string' ? header : undefined, now);
  if (status === 429) return without('asked to come back later', wait);
  if (status >= 500)
    return effect === 'write' ? inDoubt(effect, `status ${status}`) : without(`status ${status}`, wait);
  const code = textAt(body, 'code');
  if (status < 400 || UNDECIDED.has(status) || textAt(body, 'type') !== 'error' || code === null)
    return inDoubt(effect, `status ${status}`);
  // It did not get past the door, whatever it asked for.
  if (status === 401 || status === 403)
    return { ...without(`our token was not accepted: ${code}`), credentials_refused: true };
  return { kind: 'refused', status, refusal: refusalOf(body!, code) };
}

function refusalOf(body: JsonObject, code: string): ProviderRefusal {
  const [detail] = objectsAt(body, 'details');
  const told = [textAt(detail ?? null, 'pointer'), textAt(detail ?? null, 'message')].filter(
    (part) => part !== null,
  );
  const description = told.length > 0 ? told.join(' ') : (textAt(body, 'message') ?? code);
  return { issue: code, description, debug_id: null, provider_status: null };
}

function inDoubt(effect: Effect, problem: string): Answer {
  return effect === 'read' ? without(problem) : { kind: 'unknown', problem };
}

function without(problem: string, retry_after_seconds: number | null = null): Unreachable {
  return { kind: 'unreachable', problem, retry_after_seconds };
}
