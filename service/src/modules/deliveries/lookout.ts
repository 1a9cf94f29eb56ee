import { earlier } from '../../lib/time.ts';
import type { DueEndpoint } from './allowance.ts';

/** Where due rows are looked for. */
export interface Lookout {
  /** The endpoints to look at, with the time from which on; null when all are to be asked for. */
  places(): readonly Place[] | null;
  /** How a look went. */
  saw(look: Look): void;
}

interface Place extends DueEndpoint {
  from: Date;
}

export interface Look {
  /** Whether all endpoints were asked for. */
  isFull: boolean;
  tookMs: number;
  /** The endpoints that something was taken of, and up to which time nothing is left of them. */
  seen: readonly (DueEndpoint & { until: Date })[];
}

// A look at everything takes a millisecond or two; one alone may have met a busy machine.
const SLOW_MS = 20;
const SLOW_IN_A_ROW = 3;
const FULL_EVERY_MS = { least: 1_000, most: 5_000 };
/** Looks at everything take no more than this part of the time. */
const FULL_SHARE = 0.05;
// Where looking at less is not so much quicker, dead rows are not what makes it slow.
const QUICKER = 4;
const MISTRUSTED_MS = 10_000;
// What becomes due in a transaction that commits later is older than what was seen by then.
const MARGIN_MS = 2_000;
const KNOWN_MAX = 200;

/** While somebody holds an old snapshot, what was delivered since cannot be cleared away, and each look passes over all of
 *  it. When that makes looking slow, endpoints that have been seen are looked at from where the last look ended; a look at
 *  everything comes every so often, for what became due with an older time and for endpoints not seen yet. */
export function lookout(steadyMs: () => number = () => performance.now()): Lookout {
  const known = new Map<string, Place>();
  let full = { tookMs: 0, endedMs: -Infinity, slowInARow: 0 };
  let mistrustedUntilMs = -Infinity;

  function keep({ endpoint_id, tenant, until }: Look['seen'][number]): void {
    known.delete(endpoint_id);
    known.set(endpoint_id, { endpoint_id, tenant, from: earlier(until, MARGIN_MS) });
    const [longestAgo] = known.keys();
    if (known.size > KNOWN_MAX) known.delete(longestAgo!);
  }

  return {
    places: () => {
      const nowMs = steadyMs();
      if (full.slowInARow < SLOW_IN_A_ROW || known.size === 0 || nowMs < mistrustedUntilMs) return null;
      const { least, most } = FULL_EVERY_MS;
      const restMs = Math.min(Math.max(least, full.tookMs / FULL_SHARE), most);
      return nowMs - full.endedMs >= restMs ? null : [...known.values()];
    },
    saw: ({ isFull, tookMs, seen }) => {
      const endedMs = steadyMs();
      if (isFull) full = { tookMs, endedMs, slowInARow: tookMs < SLOW_MS ? 0 : full.slowInARow + 1 };
      else if (tookMs * QUICKER > full.tookMs) mistrustedUntilMs = endedMs + MISTRUSTED_MS;
      for (const one of seen) keep(one);
    },
  };
}
