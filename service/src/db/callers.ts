import { asCaller, currentCaller, patienceOf } from '../../../postgres/caller.ts';

const NO_LANE = 'nobody';

/** Runs `work` with the patience that the caller at hand has left, and takes nothing off it. */
export function withPatienceAnew<T>(work: () => T): T {
  const caller = currentCaller();
  if (!caller) return work();
  const { lane, request_id } = caller;
  return asCaller({ lane, request_id, leftMs: patienceOf(caller, Infinity) }, work);
}

/** Runs what has to be done whether or not the caller at hand still waits for it. */
export function onBehalfOfNobody<T>(work: () => T): T {
  const { lane = NO_LANE, request_id } = currentCaller() ?? {};
  return asCaller({ lane, request_id, leftMs: Infinity }, work);
}

/** Who is worked for at the moment, as the log tells it: a request by its id, anybody else by what is done. */
export function whoIsWorkedFor(): { request_id: string } | { lane: string } | Record<string, never> {
  const caller = currentCaller();
  if (!caller) return {};
  return caller.request_id === undefined ? { lane: caller.lane } : { request_id: caller.request_id };
}
