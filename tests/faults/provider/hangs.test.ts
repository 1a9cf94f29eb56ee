import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  capture,
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeMerchant,
  makeOrder,
  makeSession,
  recordedEvents,
  refund,
  type TestChannel,
  type TestMerchant,
} from '../../world/actors.ts';
import { type Answer, startWorld, type World } from '../../world/world.ts';
import { findBreaches, readProviderBooks, settle } from '../books/books.ts';

// In service a call to the provider takes 20 s at most, and answers are owed within 25. All the calls of this file hang
// together, and by a provider's own doing never end: that they are answered at all is what is owed.
const CALL_TIMEOUT_MS = 5_000;
const SLOW_MS = 180_000;
const HUNG = ['orders.capture', 'captures.refund', 'orders.create', 'identity.token', 'referrals.create'];

let world: World;
let channel: TestChannel;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld({ providerLimits: { callTimeoutMs: CALL_TIMEOUT_MS } });
  channel = await makeChannel(world);
  merchant = await makeConnectedMerchant(world, channel);
}, SLOW_MS);
afterAll(async () => world.close());

const twice = <T>(make: () => Promise<T>): Promise<T[]> => Promise.all([make(), make()]);
const path = (session: Answer) => `/api/checkout-sessions/${session.body.id}`;

async function armHangs(): Promise<void> {
  const arm = (operation: string, mode: string) => world.control('POST', 'faults', { operation, mode });
  for (const operation of ['orders.read', 'integrations.read']) await arm(operation, 'hang');
  for (const operation of HUNG) {
    await arm(operation, 'hang');
    await arm(operation, 'hang_after_commit');
  }
}

async function isArmed(operation: string): Promise<boolean> {
  const faults = (await world.control('GET', 'faults')).body.items as { operation: string }[];
  return faults.some((fault) => fault.operation === operation);
}

test(
  'a provider that hangs is waited for no longer than is owed, and what it did is found out',
  async () => {
    await world.control('POST', 'notices', { mode: 'hold' });
    const [orders, taken] = await Promise.all([
      twice(() => makeOrder(world, merchant)),
      twice(() => makeCapture(world, merchant)),
    ]);
    const sessions = await twice(() => makeSession(world, merchant));
    const sellers = await twice(() => makeMerchant(world, channel));
    // Its capture is read back by the sweep within the time of this test, and that hangs as well.
    const unread = await makeOrder(world, merchant);
    // By then what is known of the seller is stale.
    await world.advance(120);
    await armHangs();
    const started = (merchant_id: string) =>
      world.call('POST', '/api/channel/onboarding/start', { key: channel.key, merchant: merchant_id });
    const calls = [
      ...orders.map(({ order_id }) => capture(world, merchant, order_id)),
      ...taken.map(({ capture_id }) => refund(world, merchant, capture_id)),
      ...sessions.map((session) => world.call('POST', `${path(session)}/orders`, { body: {} })),
      ...sessions.map((session) => world.call('POST', `${path(session)}/client-token`)),
      ...sellers.map(started),
    ];
    const answering = Promise.all(calls);
    const as = { key: merchant.key, merchant: merchant.merchant_id };
    const status = await world.call('GET', '/api/channel/onboarding/status', as);
    expect(status.body).toMatchObject({ payments_enabled: true, wallet_status_reason_fresh: false });
    await expect.poll(() => isArmed('orders.capture')).toBe(false);
    await world.control('POST', 'faults', { operation: 'orders.capture', mode: 'reset_after_commit' });
    expect((await capture(world, merchant, unread.order_id)).status).toBe(503);
    for (const answer of await answering) {
      expect([answer.status, answer.body]).toEqual([
        503,
        { detail: expect.any(String), code: expect.any(String) },
      ]);
    }
    await expect.poll(() => isArmed('orders.read')).toBe(false);

    const events = await recordedEvents(world, merchant.merchant_id);
    const about = (id: string) => events.filter(({ object }) => object['id'] === id).map(({ type }) => type);
    for (const { transaction_id } of orders) expect(about(transaction_id)).toEqual(['payment.created']);
    const before = await readProviderBooks(world);
    expect(
      before.captures.filter(({ order_id }) => orders.some((order) => order.order_id === order_id)),
    ).toHaveLength(1);
    expect(before.refunds.filter(({ is_done }) => is_done)).toHaveLength(1);

    expect(await settle(world)).toBe(0);
    expect(await findBreaches(world)).toEqual([]);
    for (const { order_id } of orders) expect((await capture(world, merchant, order_id)).status).toBe(200);
    for (const merchant_id of sellers) expect((await started(merchant_id)).status).toBe(200);
    await world.control('POST', 'notices/release');
    expect(await settle(world)).toBe(0);
    expect(await findBreaches(world)).toEqual([]);
    const after = await readProviderBooks(world);
    expect(after.refunds.filter(({ is_done }) => is_done).map(({ amount_cents }) => amount_cents)).toEqual([
      2_000, 2_000,
    ]);
  },
  SLOW_MS,
);
