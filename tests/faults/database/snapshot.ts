import { setTimeout as wait } from 'node:timers/promises';
import { withConnection } from '../../../dev/connection.ts';
import { raiseMany } from '../../world/bare-world.ts';
import { breachesOfPosts, type DeliveryWorld, holdsWithin, openDeliveryWorld } from '../delivery/world.ts';
import type { Report } from '../world/scenario.ts';

const ARRIVED_WITHIN_MS = 300_000;
const SLICE_MS = 500;

interface SnapshotPlan {
  /** Deliveries at one moment, before and at the end, by which the rate is measured. */
  burst: number;
  perSecond: number;
  heldMs: number;
  /** What of the rate has to be left; null where only what arrives is looked at. */
  share: number | null;
}

/** Somebody holds a snapshot, so that no dead row goes away, while deliveries are made at a steady rate. */
export async function holdSnapshot(plan: SnapshotPlan): Promise<Report> {
  const world = await openDeliveryWorld({ channels: 10, endpoints: 1 });
  try {
    await world.startDispatcher();
    const before = await rateOf(world, plan.burst);
    const after = await withConnection(world.ctx.config.database_url, async (client) => {
      await client.query('begin isolation level repeatable read; select count(*) from deliveries');
      await deliverSteadily(world, plan);
      return rateOf(world, plan.burst);
    });
    const isSlow = plan.share !== null && after < before * plan.share;
    return {
      figures: {
        deliveries: world.receiver.received.length,
        per_second_before: before,
        per_second_held: after,
      },
      breaches: [
        ...(before > 0 && after > 0 ? [] : ['not everything arrived']),
        ...(isSlow ? [`${after} a second are less than ${plan.share} of ${before}`] : []),
        ...(await breachesOfPosts(world)),
      ],
    };
  } finally {
    await world.close();
  }
}

async function deliverSteadily(world: DeliveryWorld, plan: SnapshotPlan): Promise<void> {
  const until = performance.now() + plan.heldMs;
  while (performance.now() < until) {
    const next = performance.now() + SLICE_MS;
    await raiseMany(world.ctx, world.tenants, Math.round((plan.perSecond * SLICE_MS) / 1000));
    await wait(Math.max(0, next - performance.now()));
  }
}

// Deliveries a second from the commit of all of them to the arrival of the last; 0 when they do not arrive.
async function rateOf(world: DeliveryWorld, count: number): Promise<number> {
  const { received } = world.receiver;
  const isQuiet = () => world.ctx.db.selectFrom('deliveries').select('id').limit(1).executeTakeFirst();
  await holdsWithin(ARRIVED_WITHIN_MS, async () => (await isQuiet()) === undefined);
  const expected = received.length + count;
  await raiseMany(world.ctx, world.tenants, count);
  const from = performance.now();
  if (!(await holdsWithin(ARRIVED_WITHIN_MS, () => received.length >= expected))) return 0;
  return Math.round(count / ((performance.now() - from) / 1000));
}
