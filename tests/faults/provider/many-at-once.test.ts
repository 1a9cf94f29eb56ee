import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  capture,
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeOrder,
  type TestMerchant,
} from '../../world/actors.ts';
import { startWorld, type World } from '../../world/world.ts';
import { findBreaches, settle, withSql } from '../books/books.ts';
import { untilServed } from '../world/served.ts';

const SLOW_MS = 180_000;
const CAPTURES = 20;
// When what was not answered is asked for.
const DUE_SECONDS = 40;
// What hangs is not given up by itself, so that the others are settled beside it or never.
const CALL_TIMEOUT_MS = 3_600_000;
const DELAY_MS = 300;
const APPROVED = 'CHECKOUT.ORDER.APPROVED';
const CAPTURED = 'PAYMENT.CAPTURE.COMPLETED';

async function inWorld(run: (world: World, merchant: TestMerchant) => Promise<void>): Promise<void> {
  const world = await startWorld({ providerLimits: { callTimeoutMs: CALL_TIMEOUT_MS } });
  try {
    const merchant = await makeConnectedMerchant(world, await makeChannel(world));
    await world.control('POST', 'notices', { mode: 'hold' });
    await run(world, merchant);
    await world.control('POST', 'notices/release');
    expect(await settle(world)).toBe(0);
    expect(await findBreaches(world)).toEqual([]);
  } finally {
    await world.close();
  }
}

const arm = (world: World, fault: Record<string, unknown>) => world.control('POST', 'faults', fault);

function statuses(world: World): Promise<Record<string, number>> {
  return withSql(world.database_url, async (db) => {
    const { rows } = await sql<{ status: string; count: number }>`
      select status, count(*)::int as count from transactions group by status`.execute(db);
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  });
}

function actedOn(world: World): Promise<{ count: number; attempts: number }> {
  return withSql(world.database_url, async (db) => {
    const { rows } = await sql<{ count: number; attempts: number }>`
      select count(*)::int as count, sum(attempts)::int as attempts from notices
      where state = 'done' and notice_type in (${APPROVED}, ${CAPTURED})`.execute(db);
    return rows[0]!;
  });
}

async function readsOf(world: World, order_id: string): Promise<number> {
  const { body } = await world.control('GET', 'requests?limit=200');
  const calls = body.items as { method: string; path: string }[];
  const path = `/v2/checkout/orders/${order_id}`;
  return calls.filter((call) => call.method === 'GET' && call.path === path).length;
}

test(
  'of twenty captures in doubt of which one is read in vain all others are settled meanwhile',
  () =>
    inWorld(async (world, merchant) => {
      await arm(world, { operation: 'orders.capture', mode: 'error_after_commit', times: CAPTURES });
      const orders = await Promise.all(Array.from({ length: CAPTURES }, () => makeOrder(world, merchant)));
      // By then none has been asked about, so that the first one that is read hangs.
      await arm(world, { operation: 'orders.read', mode: 'hang' });
      const answers = [];
      for (const { order_id } of orders)
        answers.push(await untilServed(() => capture(world, merchant, order_id)));
      expect(answers.map(({ status }) => status)).toEqual(orders.map(() => 503));
      await world.advance(DUE_SECONDS);
      await expect.poll(() => statuses(world)).toEqual({ captured: CAPTURES - 1, created: 1 });
      // Whoever waits in vain is cut with its process, and its capture settled by the next.
      await world.restart();
    }),
  SLOW_MS,
);

test(
  'two notices about one order that are taken together lead to one read at the provider',
  () =>
    inWorld(async (world, merchant) => {
      const { order_id } = await makeCapture(world, merchant);
      await world.control('POST', 'notices/release');
      await world.drain();
      const before = await readsOf(world, order_id);
      await arm(world, { operation: 'orders.read', mode: 'delay', delay_ms: DELAY_MS });
      // One statement, so that no worker finds one without the other.
      const again = await withSql(world.database_url, async (db) => {
        const { rows } = await sql`
          update notices set state = 'received', due_at = received_at, acted_at = null
          where notice_type in (${APPROVED}, ${CAPTURED})
          returning id`.execute(db);
        return rows.length;
      });
      await world.drain();
      const { count, attempts } = await actedOn(world);
      expect([again, count, attempts]).toEqual([2, 2, 4]);
      expect((await readsOf(world, order_id)) - before).toBe(1);
    }),
  SLOW_MS,
);
