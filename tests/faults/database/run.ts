import { setTimeout as wait } from 'node:timers/promises';
import { capture, makeOrder } from '../../world/actors.ts';
import { findBreaches, lostDeliveries, settleByItself } from '../books/books.ts';
import type { Chance } from '../world/chance.ts';
import { type LoadCounts, paysAtOnce, startLoad } from './load.ts';
import { areWhole, countKept, countServing, untilGivenBack, untilServing } from './pool.ts';
import type { DatabaseWorld } from './world.ts';
import { watchReadiness } from './readiness.ts';
import { isLate } from '../world/times.ts';
import type { Report } from '../world/scenario.ts';

/** How long the service may need to be as before once its database is. */
const NORMAL_WITHIN_MS = 5_000;
const UNREADY_WITHIN_MS = 5_000;
const WARM_UP_MS = 400;
const LOOK_MS = 50;
const GIVEN_UP_MS = 120_000;
const SETTLED_WITHIN_MS = 120_000;
const DRAINED_WITHIN_MS = 90_000;

/** What callers were told is so. */
export type Told = Pick<LoadCounts, 'sessions' | 'orders'>;

/** Something that happens to the database; `strike` resolves when it is over. What callers are answered meanwhile is
 *  counted in `heard`. */
export interface Strike {
  name: string;
  /** Nothing can be asked of the database while it lasts, so that readiness has to say no. */
  isOutage?: boolean;
  strike(world: DatabaseWorld, chance: Chance, heard: Readonly<LoadCounts>): Promise<void>;
}

/** Lets it happen under load. What must hold at once is judged here: every call answered in time, the same process,
 *  everything as before soon after, every connection of the pool in use again. */
export async function strikeUnderLoad(
  world: DatabaseWorld,
  plan: Strike & { clients: number; afterMs: number },
  chance: Chance,
): Promise<Report & { counts: LoadCounts }> {
  const pids = pidsOf(world);
  const serving = await countServing(world);
  const kept = await countKept(world);
  await leaveUnsettled(world);
  const load = startLoad(world, plan.clients, chance);
  await wait(WARM_UP_MS);
  const readiness = watchReadiness(world.base_url);
  const struckAt = performance.now();
  await plan.strike(world, chance.fork(1_000), load.counts);
  const backAt = performance.now();
  const normalMs = await untilNormal(world, chance.fork(2_000), backAt);
  await wait(plan.afterMs);
  await load.stop();
  const { unreadyMs, readyMs } = readiness.stop(struckAt, backAt);
  const servingAfter = await untilServing(world, serving);
  const keptAfter = await untilGivenBack(world, kept);
  const { counts } = load;
  const lateMs = counts.lastFailureAt - backAt;
  const breaches = [
    ...endings(world, pids),
    ...counted(counts.breaches),
    ...(isLate(normalMs, NORMAL_WITHIN_MS)
      ? [`not as before within ${NORMAL_WITHIN_MS} ms but ${Math.round(normalMs)}`]
      : []),
    ...(isLate(lateMs, NORMAL_WITHIN_MS) ? [`a call failed ${Math.round(lateMs)} ms after the end`] : []),
    ...(areWhole(serving, servingAfter) ? [] : [`${servingAfter} of ${serving} connections serve`]),
    ...(keptAfter > kept ? [`${keptAfter} connections are in use by nobody`] : []),
    ...(counts.paid === 0 ? ['nobody paid'] : []),
    ...(plan.isOutage && isLate(unreadyMs, UNREADY_WITHIN_MS) ? ['readiness did not say no in time'] : []),
    ...(isLate(readyMs, NORMAL_WITHIN_MS) ? ['readiness did not say yes in time'] : []),
  ];
  const { calls, unavailable, paid, slowestMs } = counts;
  const rounded = { slowest_ms: Math.round(slowestMs), normal_ms: Math.round(normalMs) };
  return { figures: { calls, unavailable, paid, ...rounded, connections: servingAfter }, breaches, counts };
}

/** What must hold in the end: what was left unsettled is settled by the sweeps alone, every sweep runs, what callers
 *  were told is so, and nothing was lost or doubled. */
export async function problemsInTheEnd(
  world: DatabaseWorld,
  told: readonly Told[],
  settle: (world: DatabaseWorld, limitMs: number) => Promise<number> = settleByItself,
): Promise<string[]> {
  const settledMs = await settle(world, SETTLED_WITHIN_MS);
  const drained = await Promise.race([
    world.drain().then(() => true),
    wait(DRAINED_WITHIN_MS, false, { ref: false }),
  ]);
  return [
    ...(settledMs > SETTLED_WITHIN_MS ? ['not settled in time'] : []),
    ...(drained ? [] : ['a sweep does not come to its end']),
    ...(await findBreaches(world)),
    ...(await lostDeliveries(world)),
    ...(await brokenPromises(world, told)),
  ];
}

/** The process ids of a world's service processes. */
export function pidsOf(world: DatabaseWorld): number[] {
  return Array.from({ length: world.processes }, (_, index) => world.pid(index));
}

/** How processes ended that should not have. */
export function endings(world: DatabaseWorld, pids: readonly number[]): string[] {
  return pids.flatMap((pid, index) => {
    const ending = world.ending(index);
    if (ending !== null) return [`the process ${ending}`];
    return world.pid(index) === pid ? [] : ['the process is another'];
  });
}

/** Sentences that were said more than once, said once. */
export function counted(sentences: readonly string[]): string[] {
  return [...Map.groupBy(sentences, (one) => one)].map(([one, all]) => `${one} (${all.length} times)`);
}

async function untilNormal(world: DatabaseWorld, chance: Chance, from: number): Promise<number> {
  for (;;) {
    const isNormal = await paysAtOnce(world, chance);
    const elapsed = performance.now() - from;
    if (isNormal) return elapsed;
    if (elapsed > GIVEN_UP_MS || world.ending(0) !== null) return Infinity;
    await wait(LOOK_MS);
  }
}

// A capture and a refund that the provider carried out and we do not know of: only a sweep will find out.
async function leaveUnsettled(world: DatabaseWorld): Promise<void> {
  const view = world.through(0);
  const order = await makeOrder(view, world.merchant);
  await world.control('POST', 'faults', { operation: 'orders.capture', mode: 'error_after_commit' });
  await capture(view, world.merchant, order.order_id);
}

async function brokenPromises(world: DatabaseWorld, told: readonly Told[]): Promise<string[]> {
  const list = (ids: string[]) => `array[${ids.map((id) => `'${id}'`).join(',')}]::text[]`;
  const lost = await world.ask(`
    select 'session ' || told.id as subject from unnest(${list(told.flatMap(({ sessions }) => sessions))}) as told (id)
    where not exists (select from checkout_sessions s where s.id = told.id)
    union all
    select 'payment ' || told.id from unnest(${list(told.flatMap(({ orders }) => orders))}) as told (id)
    where not exists (
      select from transactions t where t.provider_order_id = told.id and t.status in ('captured', 'refunded'))`);
  const doubled = await world.ask(`
    select external_order_id as subject from checkout_sessions
    where external_order_id is not null group by external_order_id having count(*) > 1`);
  return [
    ...lost.map(({ subject }) => `lost: ${String(subject)}`),
    ...doubled.map(({ subject }) => `made twice: ${String(subject)}`),
  ];
}
