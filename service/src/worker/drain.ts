import type { Ctx } from '../context.ts';
import type { Deliveries } from '../modules/dispatcher/index.ts';
import type { Loop } from './loop.ts';

const ROUNDS_MAX = 100;

/** Runs everything that is due now until nothing is left and tells how much it was; what a composition around the service
 *  has waiting goes first. */
export async function drainAll(
  ctx: Ctx,
  parts: {
    loop: Pick<Loop, 'drain'> | null;
    deliveries: Pick<Deliveries, 'drain'> | null;
    drainFirst?: () => Promise<Record<string, number>>;
  },
): Promise<Record<string, number>> {
  const total: Record<string, number> = {};
  const add = (counts: Record<string, number> = {}): number => {
    for (const [name, count] of Object.entries(counts)) total[name] = (total[name] ?? 0) + count;
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  };
  add(await parts.drainFirst?.());
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    // Ends with nothing due: only what comes after it can give the sweeps something to do again.
    add(await parts.loop?.drain());
    const delivered = add({ deliveries: (await parts.deliveries?.drain()) ?? 0 });
    const arrived = add(await parts.drainFirst?.());
    if (delivered + arrived === 0) return total;
  }
  ctx.log.warn({ event: 'drain.unfinished' }, 'drain did not come to an end');
  return total;
}
