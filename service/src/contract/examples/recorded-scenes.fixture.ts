import type { World } from '../../../../tests/world/world.ts';
import type { JsonValue } from '../openapi.ts';
import { recordCustomers } from './customer-scenes.fixture.ts';
import { recordOperator } from './operator-scenes.fixture.ts';
import { recordPeople } from './people-scenes.fixture.ts';
import { recorderOf, type Scene, type Seller } from './recorded.fixture.ts';
import type { Recording } from './recorded.ts';

const MONTH_SECONDS = 31 * 86_400;
const PASSWORD = 'a Long enough passphrase 1';
const OWNER = 'owner@acme.example';
const CLERK = 'clerk@cornershop.example';
const ENDPOINT = {
  url: 'https://receiver.sandbox.test/shop',
  event_types: ['payment.captured', 'payment.refunded'],
};
const SESSION = {
  amount: '42.00',
  currency: 'USD',
  external_order_id: 'order-1001',
  description: 'Two tickets',
  success_url: 'https://shop.example.com/thanks',
};

/** A channel's life from its invitation to the end of its connection, as it is told in the examples of the reference. */
export async function recordScenes(world: World): Promise<Recording> {
  const { call, recording } = recorderOf(world);
  const scene: Scene = { world, call, operator: { key: world.operator_token } };
  await tellTime(scene);
  const channel = await inviteChannel(scene);
  await rotateKey(scene, channel);
  const merchant = await connectMerchant(scene, channel);
  await registerEndpoint(scene, channel);
  const paid = await takePayment(scene, merchant);
  await refundPart(scene, { ...merchant, ...paid });
  await answerDispute(scene, { ...merchant, ...paid });
  const own = await payFromServer(scene, merchant);
  await saveAndCharge(scene, merchant);
  const clerk = await admitPerson(scene, merchant);
  await lookBack(scene, channel.channel_id);
  await stateMonth(scene, channel);
  await world.operator('PATCH', `merchants/${merchant.merchant}`, { payment_hold: false });
  const seller = { ...merchant, channel_id: channel.channel_id };
  await recordCustomers(scene, seller);
  await recordPeople(scene, { own, clerk, owner: { email: OWNER, password: PASSWORD }, channel });
  await recordOperator(scene, seller);
  return recording();
}

async function tellTime({ call, operator }: Scene) {
  await call('operator.clock.read', operator);
  await call('operator.clock.advance', { ...operator, body: { seconds: 3600 } });
}

async function inviteChannel({ call, operator }: Scene) {
  const body = { name: 'Acme Platform', owner_email: OWNER };
  const made = (await call('operator.channels.create', { ...operator, body })).body;
  const token = String(made.activation_url).split('/').at(-1)!;
  const redeemed = await call('activation.redeem', { params: { token }, body: { password: PASSWORD } });
  const params = { channel_id: made.channel_id as string };
  const terms = { type: 'fee_share', description: '25 % of the platform fee', fee_share_basis_points: 2500 };
  await call('operator.channels.terms', { ...operator, params, body: terms });
  await call('operator.channels.list', operator);
  return { channel_id: made.channel_id as string, key: redeemed.body.key as string };
}

async function rotateKey({ call }: Scene, { key }: { key: string }) {
  const made = await call('keys.create', { key, body: { name: 'Checkout servers' } });
  await call('keys.list', { key });
  await call('keys.revoke', { key, params: { key_id: made.body.id } });
}

async function connectMerchant({ call, world, operator }: Scene, { key }: { key: string }) {
  const shop = { business_name: 'Corner Shop', email: 'owner@cornershop.example', country_code: 'US' };
  const { merchant_id } = (await call('merchants.create', { key, body: shop })).body;
  const as = { key, merchant: merchant_id as string };
  const started = await call('onboarding.start', { ...as, body: { reconnect: false } });
  const account = { kind: 'business', email: shop.email, country: 'US', currency: 'USD' };
  const ready = { ...account, email_confirmed: true, payments_receivable: true };
  const { account_id } = (await world.control('POST', 'accounts', ready)).body;
  const referral = encodeURIComponent(new URL(started.body.action_url).searchParams.get('token')!);
  await world.control('POST', `referrals/${referral}/finish`, { account_id });
  await world.drain();
  await call('onboarding.status', as);
  await call('merchants.list', { key });
  const price = { platform_fee_percent: 2.9, platform_fee_fixed_minor_units: 30 };
  await world.operator('PATCH', `merchants/${merchant_id}`, price);
  await call('operator.merchants.list', operator);
  return as;
}

async function registerEndpoint({ call, world }: Scene, { key }: { key: string }) {
  await world.control('PUT', 'receivers/shop', {});
  const { id } = (await call('endpoints.create', { key, body: ENDPOINT })).body;
  const params = { endpoint_id: id as string };
  await call('endpoints.list', { key });
  const body = { event_types: [...ENDPOINT.event_types, 'dispute.created'] };
  await call('endpoints.update', { key, params, body });
  await call('endpoints.rotate', { key, params });
  await call('endpoints.disable', { key, params });
  await call('endpoints.enable', { key, params });
}

async function takePayment({ call, world }: Scene, as: Seller) {
  const { id } = (await call('sessions.create', { ...as, body: SESSION })).body;
  const params = { checkout_session_id: id as string };
  await call('sessions.read', { params });
  await call('sessions.client_token', { params });
  const { order_id, transaction_id } = (await call('buyer.order', { params, body: {} })).body;
  const taking = { params: { ...params, order_id: order_id as string }, body: {} };
  await call('buyer.capture', taking);
  await world.control('POST', `orders/${order_id}/approve`, { funding_source: 'declined' });
  await call('buyer.capture', taking);
  await world.control('POST', `orders/${order_id}/approve`, {});
  const { provider_capture_id } = (await call('buyer.capture', taking)).body;
  await call('orders.capture', { ...as, params: { order_id }, body: {} });
  return { transaction_id: transaction_id as string, capture_id: provider_capture_id as string };
}

async function refundPart(
  { call, world }: Scene,
  { transaction_id, capture_id, ...as }: Seller & { transaction_id: string; capture_id: string },
) {
  await call('transactions.list', { ...as, query: '?limit=1' });
  const params = { capture_id };
  await call('captures.refund', { ...as, params, body: { amount: '12.50' } });
  await call('captures.refund', { ...as, params, body: { amount: '40.00' } });
  await world.drain();
  await call('transactions.read', { ...as, params: { transaction_id } });
  await call('transactions.stats', as);
  await call('transactions.daily_revenue', { ...as, query: '?days=1' });
  await call('transactions.filter_options', as);
  await call('transactions.provider_detail', { ...as, params: { transaction_id } });
}

async function answerDispute({ call, world, operator }: Scene, paid: Seller & { capture_id: string }) {
  const { capture_id, ...as } = paid;
  const claim = { reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED' };
  await world.control('POST', `captures/${capture_id}/dispute`, claim);
  await world.drain();
  const [{ id }] = (await call('disputes.list', as)).body;
  const params = { dispute_id: id as string };
  await call('operator.disputes.note', { ...operator, params, body: { text: 'The carrier was asked.' } });
  await call('disputes.read', { ...as, params });
  await call('disputes.send_message', { ...as, params, body: { message: 'It left us on Monday.' } });
  const evidence = {
    notes: 'Signed for by the buyer.',
    tracking_info: { carrier_name: 'UPS', tracking_number: '1Z999AA10123456784' },
  };
  await call('disputes.provide_evidence', { ...as, params, body: evidence });
  await call('disputes.escalate', { ...as, params, body: { note: 'Please decide.' } });
  await call('disputes.provide_evidence', { ...as, params, body: evidence });
  const more = { notes: 'The signature is theirs.' };
  await call('disputes.provide_supporting_info', { ...as, params, body: more });
}

async function payFromServer({ call, operator }: Scene, { key, merchant }: Seller) {
  const params = { merchant_id: merchant };
  const own = (await call('operator.merchants.key', { ...operator, params, body: { name: 'Shop' } })).body;
  const { id } = (await call('sessions.create', { key, merchant, body: SESSION })).body;
  await call('orders.create', { key: own.key, body: { checkout_session_id: id } });
  return { key: own.key as string };
}

async function saveAndCharge({ call, world }: Scene, as: Seller) {
  const asked = { amount: 0, metadata: { customer_ref: 'customer-1001' } };
  const { id } = (await call('sessions.create', { ...as, body: asked })).body;
  const orders = `/api/checkout-sessions/${id}/orders`;
  const { order_id } = (await world.call('POST', orders, { body: {} })).body;
  await world.control('POST', `orders/${order_id}/approve`, {});
  await world.call('POST', `${orders}/${order_id}/capture`, { body: {} });
  await call('vault.tokens', as);
  const charge = { customer_ref: 'customer-1001', amount: '12.00', idempotency_key: 'renewal-2026-01' };
  await call('vault.charge', { ...as, body: charge });
}

async function admitPerson({ call, world, operator }: Scene, { merchant }: Seller) {
  const params = { merchant_id: merchant };
  await call('operator.merchants.update', { ...operator, params, body: { payment_hold: true } });
  const body: JsonValue = { email: CLERK, permissions: ['transactions.read'] };
  const admitted = await call('operator.merchants.dashboard_user', { ...operator, params, body });
  const token = String(admitted.body.activation_url).split('/').at(-1)!;
  await world.call('POST', `/api/activation/${token}`, { body: { password: PASSWORD } });
  return { email: CLERK, password: PASSWORD };
}

async function lookBack({ call, world, operator }: Scene, channel_id: string) {
  await world.drain();
  const query = '?type=payment.captured&limit=1';
  await call('operator.events.list', { ...operator, query });
  await call('operator.audit.list', { ...operator, query: '?limit=2' });
  await call('operator.channels.invite', { ...operator, params: { channel_id } });
}

async function stateMonth({ call, world, operator }: Scene, channel: { channel_id: string; key: string }) {
  const { channel_id, key } = channel;
  const { now } = (await world.operator('GET', 'clock')).body;
  const period = String(now).slice(0, 7);
  const body = { period, channel_id };
  await call('operator.statements.close', { ...operator, body });
  await world.advance(MONTH_SECONDS);
  await call('operator.statements.close', { ...operator, body });
  const [statement] = (await call('statements.list', { key })).body;
  const params = { statement_id: String(statement.id) };
  await call('statements.read', { key, params });
  await call('statements.lines', { key, params, query: '?limit=2' });
  await call('statements.proof', { key, params });
  const correction = { ...operator, params, body: { reason: 'A refund was heard of late.' } };
  await call('operator.statements.correct', correction);
  await call('operator.statements.correct', correction);
}
