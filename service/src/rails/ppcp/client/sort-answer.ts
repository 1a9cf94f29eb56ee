import type { ProviderRefusal, Unknown, Unreachable } from '../../rail.ts';
import { parseObject } from '../../http/json.ts';
import type { JsonObject } from '../../http/json.ts';
import { classify, parseProblem } from './problem.ts';
import type { Cause } from './problem.ts';
import { retryAfterSeconds } from '../../http/retry-after.ts';
import type { Lost, Received } from '../../http/transport.ts';

/** What a call does at the provider, and so what a missing answer means: nothing for `read`, an effect in
 *  doubt for  `write`. `mint` is in doubt too, but its server errors ask to come back: repeating it is
 *  harmless. */
export type Effect = 'read' | 'write' | 'mint';

export type Answer =
  | { kind: 'success'; body: JsonObject }
  | { kind: 'refused'; status: number; cause: Cause; refusal: ProviderRefusal }
  | Unreachable
  | Unknown;

/** An answer in one of its kinds, with what a log line tells of it. */
export interface Sorted {
  answer: Answer;
  status: number | null;
  debug_id: string | null;
}

/** Sorts what came back by what is certain: done, refused, certainly without effect, or nobody knows. */
export function sortAnswer(
  { effect, answers_nothing = false }: { effect: Effect; answers_nothing?: boolean | undefined },
  received: Received | Lost,
  now: Date,
): Sorted {
  if (received.kind === 'lost') {
    const answer = received.sent ? inDoubt(effect, received.problem) : without(received.problem, null);
    return { answer, status: null, debug_id: null };
  }
  const debugId = headerOf(received, 'paypal-debug-id');
  const { status } = received;
  if (status === 204 && answers_nothing) {
    return { answer: { kind: 'success', body: {} }, status, debug_id: debugId };
  }
  return { answer: sortReceived(effect, received, debugId, now), status, debug_id: debugId };
}

function sortReceived(effect: Effect, received: Received, debugId: string | null, now: Date): Answer {
  const { status } = received;
  if (status >= 200 && status < 300) {
    const body = parseObject(received.text);
    return body ? { kind: 'success', body } : inDoubt(effect, `status ${status} without a readable body`);
  }
  const wait = retryAfterSeconds(headerOf(received, 'retry-after') ?? undefined, now);
  if (status === 429) return without('asked to come back later', wait);
  if (status >= 500) {
    return effect === 'write' ? inDoubt(effect, `status ${status}`) : without(`status ${status}`, wait);
  }
  if (status >= 400) return sortRefusal(effect, received, debugId);
  return inDoubt(effect, `status ${status}`);
}

function sortRefusal(effect: Effect, received: Received, debugId: string | null): Answer {
  const { status } = received;
  const problem = parseProblem(received.text, debugId);
  // Something between us and the provider may have answered, so this says nothing about an earlier equal
  // call.
  if (!problem) return effect === 'mint' ? unexplained(status, debugId) : inDoubt(effect, `status ${status}`);
  const isAboutToken = status === 401 && problem.details.length === 0;
  if (isAboutToken && effect !== 'mint') return without(`our token was not accepted: ${problem.name}`, null);
  const { cause, refusal } = classify(problem);
  // The first call with this request id may be the one that takes effect.
  const isUndecided =
    cause === 'in_progress' || status === 408 || (status === 409 && problem.details.length === 0);
  if (isUndecided) return inDoubt(effect, refusal.issue);
  return { kind: 'refused', status, cause, refusal };
}

function unexplained(status: number, debug_id: string | null): Answer {
  const refusal = {
    issue: `HTTP_${status}`,
    description: `The provider answered ${status} without a reason.`,
    debug_id,
    provider_status: null,
  };
  return { kind: 'refused', status, cause: 'terminal', refusal };
}

function inDoubt(effect: Effect, problem: string): Answer {
  return effect === 'read' ? without(problem, null) : { kind: 'unknown', problem };
}

function without(problem: string, retry_after_seconds: number | null): Answer {
  return { kind: 'unreachable', problem, retry_after_seconds };
}

function headerOf(received: Received, name: string): string | null {
  const value = received.headers[name];
  return typeof value === 'string' ? value : null;
}
