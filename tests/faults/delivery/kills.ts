import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { raiseMany } from '../../world/bare-world.ts';
import type { Chance } from '../world/chance.ts';
import {
  breachesOfPosts,
  countLive,
  type DeliveryWorld,
  type Dispatcher,
  holdsWithin,
  keyOf,
  openDeliveryWorld,
} from './world.ts';
import { isLate } from '../world/times.ts';
import type { Report } from '../world/scenario.ts';

const PROCESSES = 4;
const CHANNELS = 10;
const ENDPOINTS_EACH = 5;
const LEASE_SECONDS = 2;
const RECOVERED_WITHIN_MS = LEASE_SECONDS * 1000 + 10_000;
// Long enough that a kill finds posts under way.
const ANSWERED_AFTER_MS = [50, 500] as const;
// Retries follow at once, so that what is timed is how long a lease is kept from the others.
const RETRY_SCALE = 0.000_01;
const STRIKES_WITHIN_MS = 100;
const BEGUN_WITHIN_MS = 120_000;
const LIMIT_MS = 600_000;

/** Kills dispatchers, four of which share a database, at random moments while they deliver. Nothing may be lost, and
 *  what comes twice is what a killed process had under way. */
export async function killDispatchers(
  plan: { kills: number; deliveries: number },
  chance: Chance,
): Promise<Report> {
  const answering = chance.fork(1);
  const world = await openDeliveryWorld({
    ...{ channels: CHANNELS, endpoints: ENDPOINTS_EACH, retryScale: RETRY_SCALE },
    answer: (response) => {
      setTimeout(() => response.writeHead(200).end(), answering.between(...ANSWERED_AFTER_MS));
    },
  });
  try {
    const dispatchers = await Promise.all(
      Array.from({ length: PROCESSES }, () => world.startDispatcher({ leaseSeconds: LEASE_SECONDS })),
    );
    const events = plan.deliveries / ENDPOINTS_EACH;
    const killed = await killInTurn(world, { ...plan, events, dispatchers }, chance);
    const from = performance.now();
    await holdsWithin(LIMIT_MS, async () => isIdle(await countLive(world)));
    const recovered_ms = Math.round(performance.now() - from);
    return await account(world, { ...plan, killed, recovered_ms });
  } finally {
    await world.close();
  }
}

// Each kill finds posts under way: a slice of the events is raised before it, and it waits for the first of them. The
// killed come back beside the killing that goes on.
async function killInTurn(
  world: DeliveryWorld,
  run: { kills: number; events: number; dispatchers: Dispatcher[] },
  chance: Chance,
): Promise<number> {
  const { kills, events } = run;
  const living = [...run.dispatchers];
  const returning = new Set<Promise<void>>();
  let raised = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    while (living.length === 0) await Promise.race(returning);
    const slice = Math.round((events * kill) / kills) - raised;
    await raiseMany(world.ctx, world.tenants, slice);
    raised += slice;
    await holdsWithin(BEGUN_WITHIN_MS, async () => (await countLive(world)).leased > 0);
    await wait(chance.between(0, STRIKES_WITHIN_MS));
    const [victim] = living.splice(chance.between(0, living.length), 1);
    await victim!.kill();
    const back = world.startDispatcher({ leaseSeconds: LEASE_SECONDS }).then((dispatcher) => {
      living.push(dispatcher);
      returning.delete(back);
    });
    returning.add(back);
  }
  await Promise.all(returning);
  return kills;
}

function isIdle({ due, leased, waiting }: { due: number; leased: number; waiting: number }): boolean {
  return due + leased + waiting === 0;
}

async function account(
  world: DeliveryWorld,
  run: { deliveries: number; killed: number; recovered_ms: number },
): Promise<Report> {
  const { received } = world.receiver;
  const distinct = new Set(received.map(keyOf)).size;
  const { rows } = await sql<{ stranded: number; delivered: number }>`
    select (select count(*) from delivery_attempts where error_class = 'interrupted') as stranded,
      (select count(*) from deliveries_finished where state = 'delivered') as delivered`.execute(
    world.ctx.db,
  );
  const { stranded, delivered } = rows[0]!;
  const duplicates = received.length - distinct;
  const breaches = [
    ...(stranded > 0 ? [] : ['no kill found anything under way']),
    ...(distinct === run.deliveries ? [] : [`${run.deliveries - distinct} deliveries never arrived`]),
    ...(delivered === run.deliveries ? [] : [`${run.deliveries - delivered} deliveries have no success`]),
    ...(duplicates <= 2 * stranded ? [] : [`${duplicates} came twice, ${stranded} were under way at a kill`]),
    ...(isLate(run.recovered_ms, RECOVERED_WITHIN_MS)
      ? [`recovered ${run.recovered_ms} ms after the last kill`]
      : []),
    ...(await breachesOfPosts(world)),
  ];
  const { killed: kills, recovered_ms } = run;
  return { figures: { kills, delivered, stranded, duplicates, recovered_ms }, breaches };
}
