import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  capture,
  makeChannel,
  makeConnectedMerchant,
  makeReceiver,
  makeSession,
  type TestMerchant,
} from '../../world/actors.ts';
import { withSql } from '../books/books.ts';
import { CRASH_POINTS } from './crash-points.ts';
import { atWallet, crashAt, problemsOf, until } from './crash-run.ts';
import { type CrashWorld, startCrashWorld } from '../world/crash-world.ts';

const SLOW_MS = 600_000;
const HELD_AT_ONCE = 3;
// Renewed three times as often as it lapses, like the 30 s of service, which the test would wait for after each kill.
const LEASE_SECONDS = 3;

let world: CrashWorld;
let merchant: TestMerchant;
beforeAll(async () => {
  // Three operations that stand still are let have half of the connections, and each of theirs stands.
  const env = () => ({ DATABASE_CONNECTIONS: '24' });
  world = await startCrashWorld({ leaseSeconds: LEASE_SECONDS, env });
  const channel = await makeChannel(world.through(0));
  merchant = await makeConnectedMerchant(world.through(0), channel);
  await makeReceiver(world.through(0), channel);
}, SLOW_MS);
afterAll(async () => world?.close());

test.each(CRASH_POINTS)(
  'killed at "$name", what is asked for again is carried out once and told once',
  async (point) => {
    expect(await crashAt(world, atWallet(merchant), { point, held: HELD_AT_ONCE })).toEqual([]);
  },
  SLOW_MS,
);

test(
  'a session is not opened again while a repeated capture of it is under way',
  async () => {
    const view = world.through(0);
    await world.control('POST', 'notices', { mode: 'hold' });
    const session_id = (await makeSession(view, merchant)).body.id as string;
    const orders: string[] = [];
    for (let index = 0; index < 2; index += 1) {
      const order = await world.call('POST', `/api/checkout-sessions/${session_id}/orders`, { body: {} });
      await world.control('POST', `orders/${order.body.order_id}/approve`, {});
      orders.push(order.body.order_id);
    }
    await world.control('POST', 'faults', { operation: 'orders.read', mode: 'error', times: 1_000 });
    await world.control('POST', 'faults', { operation: 'orders.capture', mode: 'error' });
    expect((await capture(view, merchant, orders[0]!)).status).toBe(503);
    await world.advance(120);
    await world.control('POST', 'faults', { operation: 'orders.capture', mode: 'hang' });
    const repeated = capture(view, merchant, orders[0]!).catch(() => null);
    const reachedProvider = async () => {
      const armed = (await world.control('GET', 'faults')).body.items as { operation: string }[];
      return !armed.some(({ operation }) => operation === 'orders.capture');
    };
    await until(reachedProvider, 'the repeated call');
    await world.control('DELETE', 'faults');
    await world.control('POST', 'notices/release');
    await world.drain();
    expect((await capture(view, merchant, orders[1]!)).status).toBe(409);
    await world.kill(0);
    await repeated;
    await world.revive(0);
    expect(await problemsOf(world, 'afterwards')).toEqual([]);
    const { rows } = await withSql(world.database_url, async (db) =>
      sql`select status from checkout_sessions where id = ${session_id}`.execute(db),
    );
    expect(rows).toEqual([{ status: 'open' }]);
  },
  SLOW_MS,
);
