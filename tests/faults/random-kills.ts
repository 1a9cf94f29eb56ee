import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import {
  capture,
  charge,
  makeChannel,
  makeConnectedMerchant,
  makeInstrument,
  makeReceiver,
  refund,
  makeSession,
  type TestMerchant,
} from '../world/actors.ts';
import type { Answer, World } from '../world/world.ts';
import { findBreaches, lostDeliveries, readProviderBooks, settleByItself, withSql } from './books.ts';
import type { Chance } from './chance.ts';
import { type CrashWorld, startCrashWorld } from './crash-world.ts';

const PROCESSES = 2;
const TRIES_MAX = 4;
const SETTLED_WITHIN_MS = 120_000;
const CUT_PAUSE_MS = 150;
const REFUND_AMOUNTS = ['1.00', '7.50', '12.00', '20.00', null] as const;
const PASSING_FAULTS = ['error', 'error_after_commit', 'reset', 'reset_after_commit', 'garbage'] as const;
const WIRE = ['orders.create', 'orders.capture', 'captures.refund', 'orders.read', 'vault.setup'] as const;

export interface KillPlan {
  kills: number;
  clients: number;
  limitMs: number;
}

/** What a run of random kills counted. `breaches` are sentences; every other member is a figure to show. */
export interface KillReport {
  kills: number;
  calls: number;
  cut: number;
  unclear: number;
  captures: number;
  refunds: number;
  charges: number;
  deliveries: number;
  repeated: number;
  settledMs: number;
  breaches: string[];
}

/** Kills service processes at random moments while clients pay, refund, save and charge through them and the provider fails
 *  now and then. Everything has to settle by itself, by the host's clock. */
export async function runRandomKills(plan: KillPlan, chance: Chance): Promise<KillReport> {
  const world = await startCrashWorld({ processes: PROCESSES });
  try {
    const view = world.through(0);
    const channel = await makeChannel(view);
    const merchant = await makeConnectedMerchant(view, channel);
    const receiver = await makeReceiver(view, channel);
    const counts = { calls: 0, cut: 0, unclear: 0, unexpected: [] as string[] };
    const phase = { isOver: false };
    const saved = await Promise.all(
      Array.from({ length: plan.clients }, () => makeInstrument(view, merchant)),
    );
    const clients = saved.map(({ customer_ref }, index) =>
      runClient(world, merchant, { chance: chance.fork(index), counts, phase, customer_ref }),
    );
    const kills = await killAtRandom(world, plan, chance.fork(10_000));
    phase.isOver = true;
    await Promise.all(clients);
    await world.control('DELETE', 'faults');
    const settledMs = await settleByItself(world, SETTLED_WITHIN_MS);
    const books = await readProviderBooks(world);
    // The receiver shows the newest; how many there were stands in the record of attempts.
    const shown = await receiver.deliveries();
    return {
      kills,
      calls: counts.calls,
      cut: counts.cut,
      unclear: counts.unclear,
      captures: books.captures.filter(({ is_taken }) => is_taken).length,
      refunds: books.refunds.filter(({ is_done }) => is_done).length,
      charges: await countCharges(world),
      ...(await countDelivered(world)),
      settledMs,
      breaches: [
        ...(settledMs > SETTLED_WITHIN_MS ? ['not settled in time'] : []),
        ...counts.unexpected,
        ...(await findBreaches(world)),
        ...(await lostDeliveries(world)),
        ...shown.filter((one) => one.signature_valid !== true).map((one) => `signature: ${one.event_id}`),
      ],
    };
  } finally {
    await world.close();
  }
}

// One killer for each process, so that both can be down at a time.
async function killAtRandom(world: CrashWorld, plan: KillPlan, chance: Chance): Promise<number> {
  const until = performance.now() + plan.limitMs;
  const turns = Array.from({ length: world.processes }, async (_, index) => {
    const own = chance.fork(index);
    let killed = 0;
    while (killed < plan.kills / world.processes && performance.now() < until) {
      await wait(own.between(100, 2_000));
      if (own.is(0.3)) await failOnce(world, own);
      await world.kill(index);
      killed += 1;
      await wait(own.between(0, 300));
      await world.revive(index);
    }
    return killed;
  });
  return (await Promise.all(turns)).reduce((sum, killed) => sum + killed, 0);
}

async function failOnce(world: CrashWorld, chance: Chance): Promise<void> {
  const [operation, mode] = [chance.pick(WIRE), chance.pick(PASSING_FAULTS)];
  await world.control('POST', 'faults', { operation, mode, times: chance.between(1, 4) });
}

interface ClientRun {
  chance: Chance;
  counts: { calls: number; cut: number; unclear: number; unexpected: string[] };
  phase: { isOver: boolean };
  /** Whose instrument this client charges, and saves anew now and then. */
  customer_ref: string;
}

async function runClient(world: CrashWorld, merchant: TestMerchant, run: ClientRun): Promise<void> {
  while (!run.phase.isOver) {
    if (run.chance.is(0.4)) await chargeOnce(world, merchant, run);
    if (run.chance.is(0.15)) await saveOnce(world, merchant, run);
    const session = await insist(world, run, (view) => makeSession(view, merchant));
    if (session?.status !== 201) continue;
    const session_id = session.body.id as string;
    let paid = await payOnce(world, merchant, session_id, run);
    // A buyer who was told nothing sure may well begin anew with another order.
    if (paid?.status !== 200 && run.chance.is(0.6)) paid = await payOnce(world, merchant, session_id, run);
    if (paid?.status !== 200 || !paid.body.provider_capture_id) continue;
    for (let count = run.chance.between(0, 4); count > 0; count -= 1) {
      const asked = { amount: run.chance.pick(REFUND_AMOUNTS), key: randomUUID() };
      await insist(world, run, (view) => refund(view, merchant, paid.body.provider_capture_id, asked));
    }
  }
}

// Whatever is made of the first call, one key may charge once.
async function chargeOnce(world: CrashWorld, merchant: TestMerchant, run: ClientRun): Promise<void> {
  const asked = { customer_ref: run.customer_ref, key: randomUUID() };
  const answer = await insist(world, run, (view) => charge(view, merchant, asked));
  if (answer && answer.status !== 200) run.counts.unexpected.push(`a charge answered ${answer.status}`);
}

async function saveOnce(world: CrashWorld, merchant: TestMerchant, run: ClientRun): Promise<void> {
  const setup = { amount: 0, metadata: { customer_ref: run.customer_ref } };
  const session = await insist(world, run, (view) => makeSession(view, merchant, setup));
  if (session?.status !== 201) return;
  const path = `/api/checkout-sessions/${session.body.id}/orders`;
  const order = await insist(world, run, (view) => view.call('POST', path, { body: {} }));
  if (order?.status !== 201) return;
  await world.control('POST', `orders/${order.body.order_id}/approve`, {});
  await insist(world, run, (view) =>
    view.call('POST', `${path}/${order.body.order_id}/capture`, { body: {} }),
  );
}

async function payOnce(world: CrashWorld, merchant: TestMerchant, session_id: string, run: ClientRun) {
  const path = `/api/checkout-sessions/${session_id}/orders`;
  const order = await insist(world, run, (view) => view.call('POST', path, { body: {} }));
  if (order?.status !== 201) return null;
  await world.control('POST', `orders/${order.body.order_id}/approve`, {});
  return insist(world, run, (view) => capture(view, merchant, order.body.order_id));
}

// A call that was cut or answered 503 is asked again, of any process, as a careful client would; no other
// failure of ours is allowed.
async function insist(
  world: CrashWorld,
  run: ClientRun,
  call: (view: World) => Promise<Answer>,
): Promise<Answer | null> {
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    run.counts.calls += 1;
    const answer = await call(world.through(run.chance.between(0, world.processes))).catch(() => null);
    if (answer && answer.status < 500) return answer;
    if (answer && answer.status !== 503) run.counts.unexpected.push(`answered ${answer.status}`);
    if (answer) run.counts.unclear += 1;
    else run.counts.cut += 1;
    await wait(CUT_PAUSE_MS * (attempt + 1));
  }
  return null;
}

function countCharges(world: CrashWorld): Promise<number> {
  return withSql(world.database_url, async (db) => {
    const { rows } = await sql<{ charges: number }>`
      select count(*)::int as charges from vault_charges where state = 'done'`.execute(db);
    return rows[0]!.charges;
  });
}

function countDelivered(world: CrashWorld): Promise<{ deliveries: number; repeated: number }> {
  return withSql(world.database_url, async (db) => {
    const { rows } = await sql<{ deliveries: number; repeated: number }>`
      select count(*)::int as deliveries, coalesce(sum(attempts - 1), 0)::int as repeated
      from deliveries_finished where state = 'delivered'`.execute(db);
    return rows[0]!;
  });
}
