import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf the database is asked. */
export interface Caller {
  /** What the caller does. Callers of one lane share its places, and never take those of another. */
  readonly lane: string;
  /** How long the caller will still wait for the database, over all of its statements; counted down as it waits. */
  leftMs: number;
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
  return caller ? Math.min(ms, caller.leftMs) : ms;
}

/** Takes off what a caller has waited. */
export function spendPatience(caller: Caller | undefined, sinceMs: number): void {
  if (caller) caller.leftMs -= performance.now() - sinceMs;
}
