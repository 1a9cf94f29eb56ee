import { randomUUID } from 'node:crypto';
import type { World } from './world.ts';

/** A channel with a key. */
export interface TestChannel {
  channel_id: string;
  key: string;
}

/** A merchant connected to a wallet account. */
export interface TestMerchant extends TestChannel {
  merchant_id: string;
  account_id: string;
}

const PASSWORD = 'Correct-horse-1';

export async function makeChannel(world: World, name = 'Acme Platform'): Promise<TestChannel> {
  const { channels } = world.as(world.operator_token).operator;
  const made = await channels.create({ name, owner_email: `${randomUUID()}@example.com` });
  const token = made.activation_url.split('/').at(-1)!;
  const redeemed = await world.as().activation.redeem({ token, password: PASSWORD });
  if (!('key' in redeemed)) throw new Error('The invitation was not that of a channel’s owner.');
  return { channel_id: made.channel_id, key: redeemed.key };
}

/** A key of a merchant's own, as the operator mints it. */
export async function makeMerchantKey(world: World, merchant_id: string): Promise<string> {
  const { merchants } = world.as(world.operator_token).operator;
  return (await merchants.key({ merchant_id, name: 'own' })).key;
}

export async function makeMerchant(world: World, channel: TestChannel): Promise<string> {
  const shop = { business_name: 'Corner Shop', email: `${randomUUID()}@example.com`, country_code: 'US' };
  return (await world.as(channel.key).merchants.create(shop)).merchant_id;
}

/** A merchant that went through onboarding with a wallet account of its own. `account` changes the account. */
export async function makeConnectedMerchant(
  world: World,
  channel: TestChannel,
  account: Record<string, unknown> = {},
): Promise<TestMerchant> {
  const merchant_id = await makeMerchant(world, channel);
  const made = await world.control('POST', 'accounts', {
    kind: 'business',
    email: `${randomUUID()}@example.com`,
    country: 'US',
    currency: 'USD',
    email_confirmed: true,
    payments_receivable: true,
    ...account,
  });
  const { account_id } = made.body;
  await connect(world, { ...channel, merchant_id, account_id });
  return { ...channel, merchant_id, account_id };
}

/** Starts onboarding, lets the seller consent and reads the status, which links the account. */
export async function connect(world: World, merchant: TestMerchant) {
  const as = { key: merchant.key, merchant: merchant.merchant_id };
  const { action_url } = await world.as(merchant.key, merchant.merchant_id).onboarding.start();
  const referral = new URL(action_url).searchParams.get('token')!;
  const { account_id } = merchant;
  await world.control('POST', `referrals/${encodeURIComponent(referral)}/finish`, { account_id });
  await world.drain();
  return world.call('GET', '/api/channel/onboarding/status', as);
}

export async function makeSession(world: World, merchant: TestMerchant, body: Record<string, unknown> = {}) {
  const as = { key: merchant.key, merchant: merchant.merchant_id };
  return world.call('POST', '/api/checkout-sessions', { ...as, body: { amount: '20.00', ...body } });
}

interface TestOrder {
  session_id: string;
  order_id: string;
  transaction_id: string;
}

/** A session with an order; `approved` also lets the buyer approve it. */
export async function makeOrder(
  world: World,
  merchant: TestMerchant,
  options: { session?: Record<string, unknown>; approved?: boolean } = {},
): Promise<TestOrder> {
  const session = await makeSession(world, merchant, options.session);
  const session_id = session.body.id as string;
  const order = await world.call('POST', `/api/checkout-sessions/${session_id}/orders`, { body: {} });
  if (options.approved ?? true) await world.control('POST', `orders/${order.body.order_id}/approve`, {});
  return { session_id, order_id: order.body.order_id, transaction_id: order.body.transaction_id };
}

export async function capture(world: World, merchant: TestMerchant, order_id: string) {
  const as = { key: merchant.key, merchant: merchant.merchant_id };
  return world.call('POST', `/api/payments/orders/${order_id}/capture`, as);
}

export async function makeCapture(world: World, merchant: TestMerchant, session?: Record<string, unknown>) {
  const order = await makeOrder(world, merchant, session ? { session } : {});
  const captured = await capture(world, merchant, order.order_id);
  return { ...order, capture_id: captured.body.provider_capture_id as string, captured };
}

export async function refund(
  world: World,
  merchant: TestMerchant,
  capture_id: string,
  options: { amount?: string | number | null; key?: string } = {},
) {
  const as = { key: merchant.key, merchant: merchant.merchant_id };
  const body = options.amount === undefined ? {} : { amount: options.amount };
  const headers: Record<string, string> = options.key ? { 'idempotency-key': options.key } : {};
  return world.call('POST', `/api/payments/captures/${capture_id}/refund`, { ...as, body, headers });
}

/** A receiver of the sandbox registered as an endpoint of the channel; `events()` are the deliveries it got. */
export async function makeReceiver(world: World, channel: TestChannel, event_types: string[] | null = null) {
  return registerReceiver(world, { set: 'channel', key: channel.key, event_types });
}

/** The same as an endpoint of the merchant whose key this is. */
export async function makeMerchantReceiver(world: World, key: string, event_types: string[] | null = null) {
  return registerReceiver(world, { set: 'merchant', key, event_types });
}

async function registerReceiver(
  world: World,
  as: { set: 'channel' | 'merchant'; key: string; event_types: string[] | null },
) {
  const name = `r${randomUUID().replaceAll('-', '')}`;
  const url = `https://receiver.sandbox.test/${name}`;
  const endpoint = await world.call('POST', `/api/${as.set}/webhook-endpoints`, {
    key: as.key,
    body: { url, event_types: as.event_types },
  });
  await world.control('PUT', `receivers/${name}`, { secret: endpoint.body.secret });
  const deliveries = async () =>
    (await world.control('GET', `receivers/${name}`)).body.deliveries as Delivery[];
  return {
    name,
    endpoint,
    deliveries,
    events: async () => (await deliveries()).map((one) => JSON.parse(one.body)),
  };
}

export interface Delivery {
  at: string;
  event_id: string;
  event_type: string;
  headers: Record<string, string>;
  body: string;
  signature_valid: boolean | null;
  status: number;
}

/** What the channel can tell of its events without an endpoint: the operator's record, oldest first. */
export async function recordedEvents(
  world: World,
  merchant_id: string,
): Promise<{ type: string; object: Record<string, unknown> }[]> {
  const { events } = world.as(world.operator_token).operator;
  const { items } = await events.list({ merchant_id, limit: 200 });
  const bodies = items.map(({ body }) => JSON.parse(body));
  return bodies.map((body) => ({ type: body.type, object: body.data.object })).reverse();
}

/** An instrument saved through a session of amount 0. `funding_source` says what becomes of charges by it. */
export async function makeInstrument(
  world: World,
  merchant: TestMerchant,
  options: { customer_ref?: string; funding_source?: string } = {},
) {
  const customer_ref = options.customer_ref ?? `customer-${randomUUID()}`;
  const session = await makeSession(world, merchant, { amount: 0, metadata: { customer_ref } });
  const path = `/api/checkout-sessions/${session.body.id}/orders`;
  const order_id = (await world.call('POST', path, { body: {} })).body.order_id as string;
  const choice = options.funding_source ? { funding_source: options.funding_source } : {};
  await world.control('POST', `orders/${order_id}/approve`, choice);
  const saved = await world.call('POST', `${path}/${order_id}/capture`, { body: {} });
  return { customer_ref, session_id: session.body.id as string, order_id, saved };
}

interface TestCharge {
  customer_ref: string;
  amount?: string | number;
  key?: string;
  currency?: string;
  description?: string;
}

/** A charge by a saved instrument, 12.00 under a key of its own unless said otherwise. */
export async function charge(world: World, merchant: { key: string; merchant_id: string }, of: TestCharge) {
  const { key = randomUUID(), amount = '12.00', ...body } = of;
  const as = { key: merchant.key, merchant: merchant.merchant_id };
  return world.call('POST', '/api/vault/charge', { ...as, body: { ...body, amount, idempotency_key: key } });
}
