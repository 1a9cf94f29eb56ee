import { randomUUID } from 'node:crypto';
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
} from '../../world/actors.ts';
import { findBreaches, lostDeliveries, readProviderBooks, settleByItself, withSql } from '../books/books.ts';
import type { Chance } from '../world/chance.ts';
import { type CrashWorld, startCrashWorld } from '../world/crash-world.ts';
import { type Calls, insist, killAtRandom, noCalls } from './kills.ts';

const PROCESSES = 2;
const SETTLED_WITHIN_MS = 120_000;
const UP_MAX_MS = 2_000;
const REFUND_AMOUNTS = ['1.00', '7.50', '12.00', '20.00', null] as const;
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
    const counts = noCalls();
    const phase = { isOver: false };
    const saved = await Promise.all(
      Array.from({ length: plan.clients }, () => makeInstrument(view, merchant)),
    );
    const clients = saved.map(({ customer_ref }, index) =>
      runClient(world, merchant, { chance: chance.fork(index), counts, phase, customer_ref }),
    );
    const kills = await killAtRandom(
      world,
      { ...plan, wire: WIRE, upMaxMs: UP_MAX_MS, failing: 0.3 },
      chance.fork(10_000),
    );
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

interface ClientRun {
  chance: Chance;
  counts: Calls;
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
