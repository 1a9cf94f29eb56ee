import { isInBackground } from '../../lib/background.ts';
import { noteSending } from '../../lib/send-in-time.ts';
import { assertNoTransaction } from '../../lib/transaction-guard.ts';
import type { RailParts } from '../parts.ts';
import type { ProviderRefusal, Unreachable } from '../rail.ts';
import { createGate, type Leave } from './gate.ts';

const CALLS_MAX = 64;
/** Of these, what sweeps may take: who waits for an answer finds a place behind a provider that hangs. */
const BACKGROUND_MAX = 48;
const WAITING_MAX = 256;

/** What a call was answered, and what its log line says besides. */
interface Told<A> {
  answer: A;
  status: number | null;
  debug_id: string | null;
}

type InTurn = <A extends Outcome>(
  turn: { operation: string; limitMs: number },
  run: (remainingMs: () => number) => Promise<Told<A>>,
) => Promise<A | Unreachable>;

/** Calls of one provider, of which so many are under way at once; each leaves a line in the log. Waiting for a place takes half of
 *  the time at most: a call that is sent has time to be answered. */
export function createTurns(of: { rail: string; log: RailParts['log'] }): InTurn {
  const enter = createDoor();
  return async ({ operation, limitMs }, run) => {
    assertNoTransaction(`${of.rail} ${operation}`);
    const remainingMs = countdown(limitMs);
    const leave = await enter(limitMs / 2);
    if (!leave)
      return { kind: 'unreachable', problem: 'too many calls are waiting', retry_after_seconds: null };
    try {
      noteSending();
      const told = await run(remainingMs);
      of.log(lineOf({ rail: of.rail, operation }, told, limitMs - remainingMs()));
      return told.answer;
    } finally {
      leave();
    }
  };
}

// What nobody waits for passes a narrower gate before that of all.
function createDoor(): (waitMs: number) => Promise<Leave | null> {
  const all = createGate({ places: CALLS_MAX, queue: WAITING_MAX });
  const background = createGate({ places: BACKGROUND_MAX, queue: WAITING_MAX });
  return async (waitMs) => {
    if (!isInBackground()) return all.enter(waitMs);
    const remainingMs = countdown(waitMs);
    const leaveBackground = await background.enter(waitMs);
    const leave = leaveBackground && (await all.enter(Math.max(0, remainingMs())));
    if (!leave) {
      leaveBackground?.();
      return null;
    }
    return () => {
      leave();
      leaveBackground();
    };
  };
}

// The host's steady clock: a deadline must not move when somebody sets the time.
function countdown(timeoutMs: number): () => number {
  const startedAt = performance.now();
  return () => Math.max(1, Math.round(timeoutMs - (performance.now() - startedAt)));
}

interface Outcome {
  kind: string;
  problem?: string;
  refusal?: ProviderRefusal;
}

function lineOf(
  of: { rail: string; operation: string },
  told: Told<Outcome>,
  ms: number,
): { event: string; [key: string]: unknown } {
  const { answer, status, debug_id } = told;
  return {
    event: 'provider_call',
    ...of,
    outcome: answer.kind,
    status,
    debug_id,
    ms,
    ...(answer.refusal && { issue: answer.refusal.issue }),
    ...(answer.problem && { problem: answer.problem }),
  };
}
