import { afterAll, beforeAll, expect, test } from 'vitest';
import { withConnection } from '../../../dev/connection.ts';
import {
  capture,
  makeChannel,
  makeConnectedMerchant,
  makeOrder,
  makeReceiver,
  makeSession,
  type TestMerchant,
} from '../../world/actors.ts';
import type { World } from '../../world/world.ts';
import { findBreaches, settle } from '../books/books.ts';
import { type CrashWorld, startCrashWorld } from '../world/crash-world.ts';

const SLOW_MS = 180_000;
const SILENT_MS = 60_000;
const IN_DOUBT = 3;
const POLL = { interval: 50 };

let world: CrashWorld;
let first: World;
let merchant: TestMerchant;
let receiver: string;
beforeAll(async () => {
  world = await startCrashWorld({ processes: 2 });
  // The other process comes when the first has gone.
  await world.kill(1);
  first = world.through(0);
  const channel = await makeChannel(first);
  merchant = await makeConnectedMerchant(first, channel);
  receiver = (await makeReceiver(first, channel)).name;
  await world.control('PUT', `receivers/${receiver}`, { delay_ms: SILENT_MS });
  await world.control('POST', 'notices', { mode: 'hold' });
}, SLOW_MS);
afterAll(() => world.close(), SLOW_MS);

/** Captures in doubt whose check is due, those that a process holds, and deliveries that one has leased. */
async function held(): Promise<{ due: number; held: number; leased: number }> {
  return withConnection(world.database_url, async (client) => {
    const { rows } = await client.query<{ due: number; held: number; leased: number }>(`
      with service as (
        select clock_timestamp() + make_interval(secs => coalesce((select offset_seconds from clock_offset), 0)) as now)
      select (select count(*)::int from capture_attempts, service where next_check_at <= service.now) as due,
        (select count(*)::int from capture_attempts, service
          where next_check_at > service.now + interval '40 seconds') as held,
        (select count(*)::int from deliveries where state = 'leased') as leased`);
    return rows[0]!;
  });
}

async function leaveInDoubt(): Promise<void> {
  const orders = await Promise.all(Array.from({ length: IN_DOUBT }, () => makeOrder(first, merchant)));
  const fault = { operation: 'orders.capture', mode: 'reset_after_commit', times: IN_DOUBT };
  await world.control('POST', 'faults', fault);
  const answers = await Promise.all(orders.map(({ order_id }) => capture(first, merchant, order_id)));
  expect(answers.map(({ status }) => status)).toEqual(orders.map(() => 503));
}

test(
  'a process that is stopped behind a provider that hangs gives back what it holds and ends in time',
  async () => {
    await leaveInDoubt();
    const order = await makeOrder(first, merchant);
    await world.control('POST', 'faults', { operation: 'orders.read', mode: 'hang', times: 1_000 });
    await world.control('POST', 'faults', { operation: 'orders.capture', mode: 'hang_after_commit' });
    await first.advance(60);
    await expect.poll(async () => (await held()).held, POLL).toBe(IN_DOUBT);
    // A call of a client and a delivery are under way as well.
    const captured = capture(first, merchant, order.order_id);
    await makeSession(first, merchant);
    await expect.poll(async () => (await held()).leased, POLL).toBeGreaterThan(0);

    const stopped = world.stop(0);
    expect((await captured).status).toBe(503);
    expect((await stopped).code).toBe(0);
    expect(await held()).toMatchObject({ due: IN_DOUBT, held: 0, leased: 0 });

    await world.control('DELETE', 'faults');
    await world.revive(1);
    const other = world.through(1);
    await expect
      .poll(async () => (await other.operator('GET', 'unsettled')).body.total, {
        interval: 100,
      })
      .toBe(0);
    expect((await capture(other, merchant, order.order_id)).status).toBe(200);
    await world.control('PUT', `receivers/${receiver}`, { delay_ms: 0 });
    await world.control('POST', 'notices/release');
    expect(await settle(other)).toBe(0);
    expect(await findBreaches(other)).toEqual([]);
  },
  SLOW_MS,
);
