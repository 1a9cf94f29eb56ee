import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf the database is asked. */
export interface Caller {
  /** What the caller does. Callers of one lane share its places, and never take those of another. */
  readonly lane: string;
  /** The request that it works for, where there is one. */
  readonly request_id?: string | undefined;
  /** How long the caller will still wait for the database, over all of its statements; counted down as it waits. */
  leftMs: number;
  /** What it waits for at the moment, and since when. Waits side by side are one. */
  waits?: { underWay: number; sinceMs: number };
}

const callers = new AsyncLocalStorage<Caller>();

/** Runs `work` on behalf of a caller: its statements wait no longer, all together, than the caller does. */
export function asCaller<T>(caller: Caller, work: () => T): T {
  return callers.run(caller, work);
}

/** The caller at hand; undefined for work that nobody waits for. */
export function currentCaller(): Caller | undefined {
  return callers.getStore();
}

/** How long a wait of at most `ms` may be for this caller. */
export function patienceOf(caller: Caller | undefined, ms: number): number {
  if (!caller) return ms;
  const { leftMs, waits } = caller;
  return Math.min(ms, waits?.underWay ? leftMs - (performance.now() - waits.sinceMs) : leftMs);
}

/** A caller begins to wait. Whoever says so says `endWait` of the same caller, once. */
export function beginWait(caller: Caller | undefined): void {
  if (!caller) return;
  const waits = (caller.waits ??= { underWay: 0, sinceMs: 0 });
  if (waits.underWay === 0) waits.sinceMs = performance.now();
  waits.underWay += 1;
}

/** A wait of a caller ended. What it waited is taken off where it waits for nothing else. */
export function endWait(caller: Caller | undefined): void {
  if (!caller?.waits) return;
  const { waits } = caller;
  waits.underWay -= 1;
  if (waits.underWay === 0) caller.leftMs -= performance.now() - waits.sinceMs;
}
