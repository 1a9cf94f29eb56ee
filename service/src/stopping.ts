import type { Logger } from 'pino';
import { within } from './lib/within.ts';

/** How long a stop may take, beside the time for which it is only announced. */
export const STOP_WITHIN_MS = 15_000;

// Shares of that time. Calls to providers are cut when half of it is over: what they were about is then in doubt, written
// down and asked for by others. Their callers are answered before the last connections are closed.
const CALLS_CUT_AT = 0.5;
const DELIVERIES_RECORDED_IN = 0.3;
const REQUESTS_CUT_AT = 0.75;
const WORK_ENDED_AT = 0.9;

/** What there is to end, each within the time it is given. */
export interface Stoppable {
  /** Takes no more connections, and ends those there are when what is under way on them has ended. */
  requests(withinMs: number): Promise<unknown>;
  sweeps(graceMs: number): Promise<unknown>;
  deliveries(grace: { graceMs: number; abortMs: number }): Promise<unknown>;
  /** Ends all calls to providers. */
  cutCalls(): void;
  /** What all of them need. */
  connections(): Promise<unknown>;
}

/** Ends a process in order and in time, whoever hangs: work that recurs begins nothing more at once, the listener stays
 *  open for `delayMs` so that whoever sends requests can learn of it, and what is under way ends or is cut. */
export async function stopInTime(
  parts: Stoppable,
  { delayMs, withinMs = STOP_WITHIN_MS, log }: { delayMs: number; withinMs?: number; log: Logger },
): Promise<void> {
  const failed = (error: unknown) =>
    log.error({ event: 'stop.failed', err: error }, 'a part could not be ended in order');
  const graceMs = delayMs + withinMs * CALLS_CUT_AT;
  const cutting = setTimeout(() => parts.cutCalls(), graceMs);
  const ending = [
    parts.sweeps(graceMs),
    parts.deliveries({ graceMs, abortMs: withinMs * DELIVERIES_RECORDED_IN }),
    new Promise((later) => setTimeout(later, delayMs)).then(() => parts.requests(withinMs * REQUESTS_CUT_AT)),
  ];
  await within(delayMs + withinMs * WORK_ENDED_AT, Promise.all(ending.map((part) => part.catch(failed))));
  clearTimeout(cutting);
  parts.cutCalls();
  await within(withinMs * (1 - WORK_ENDED_AT), parts.connections().catch(failed));
}
