import { asCaller, currentCaller, patienceOf } from '../../../postgres/caller.ts';

const NO_LANE = 'nobody';

/** Runs `work` with the patience that the caller at hand has left, and takes nothing off it. */
export function withPatienceAnew<T>(work: () => T): T {
  const caller = currentCaller();
  return caller ? asCaller({ lane: caller.lane, leftMs: patienceOf(caller, Infinity) }, work) : work();
}

/** Runs what has to be done whether or not the caller at hand still waits for it. */
export function onBehalfOfNobody<T>(work: () => T): T {
  return asCaller({ lane: currentCaller()?.lane ?? NO_LANE, leftMs: Infinity }, work);
}
