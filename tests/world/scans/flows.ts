import { randomUUID } from 'node:crypto';
import {
  capture,
  charge,
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeInstrument,
  makeMerchant,
  makeMerchantKey,
  makeMerchantReceiver,
  makeOrder,
  makeReceiver,
  refund,
  type TestMerchant,
} from '../actors.ts';
import { takeAction, disputePath, makeDispute, otherSide } from '../disputes.ts';
import type { Answer, World } from '../world.ts';
import { keepEndpoints, operateEndpoint } from './endpoint-flow.ts';
import { lookUpPayment } from './lookup-flow.ts';
import { textSomebody } from './text-flow.ts';

const PASSWORD = 'Correct-horse-1';
const HOUR = 3_600;
const DAY = 24 * HOUR;
const EVENT_STATES = ['routed', 'no_subscriber', 'pending', 'delivered', 'failed', 'parked'];

/** One of everything that the service does, over HTTP, and every sweep with something to take. */
export async function runEverything(world: World): Promise<void> {
  const merchant = await makeConnectedMerchant(world, await makeChannel(world));
  const own_key = await makeMerchantKey(world, merchant.merchant_id);
  await makeReceiver(world, merchant);
  await makeMerchantReceiver(world, own_key);
  await pay(world, merchant);
  await save(world, merchant);
  await dispute(world, merchant);
  await textSomebody(world, merchant);
  await leaveInDoubt(world, merchant);
  await keepEndpoints(world, merchant, own_key);
  await actAsPeople(world, merchant);
  await readLists(world, merchant);
  await lookUpPayment(world, merchant);
  await operate(world, merchant);
  await operateEndpoint(world, merchant);
  await world.drain();
  // Everything that lapses, expires or is looked at again does so.
  for (const seconds of [HOUR, 8 * HOUR, 4 * DAY]) {
    await world.advance(seconds);
    await world.drain();
  }
}

const as = (merchant: TestMerchant) => ({ key: merchant.key, merchant: merchant.merchant_id });
const arm = (world: World, operation: string, mode: string) =>
  world.control('POST', 'faults', { operation, mode, times: 1 });
const succeeds = async (answer: Promise<Answer>): Promise<Answer> => {
  const { status, body, headers } = await answer;
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return { status, body, headers };
};

async function pay(world: World, merchant: TestMerchant): Promise<void> {
  const key = { 'idempotency-key': randomUUID() };
  const session = { ...as(merchant), body: { amount: '20.00' }, headers: key };
  await succeeds(world.call('POST', '/api/checkout-sessions', session));
  const { body } = await succeeds(world.call('POST', '/api/checkout-sessions', session));
  await succeeds(world.call('GET', `/api/checkout-sessions/${body.id}`));
  await succeeds(world.call('POST', `/api/checkout-sessions/${body.id}/client-token`, { body: {} }));
  const bought = await makeOrder(world, merchant);
  const buyers = `/api/checkout-sessions/${bought.session_id}/orders/${bought.order_id}/capture`;
  await succeeds(world.call('POST', buyers, { body: {} }));
  const declined = await makeOrder(world, merchant);
  await arm(world, 'orders.capture', 'instrument_declined');
  await capture(world, merchant, declined.order_id);
  await capture(world, merchant, declined.order_id);
  const { capture_id } = await makeCapture(world, merchant);
  await succeeds(refund(world, merchant, capture_id, { amount: '5.00', key: randomUUID() }));
  await succeeds(refund(world, merchant, capture_id));
  // Nobody ever pays this one.
  await makeOrder(world, merchant, { approved: false });
}

async function save(world: World, merchant: TestMerchant): Promise<void> {
  const { customer_ref } = await makeInstrument(world, merchant);
  const key = randomUUID();
  await succeeds(charge(world, merchant, { customer_ref, key }));
  await succeeds(charge(world, merchant, { customer_ref, key }));
  await makeInstrument(world, merchant, { customer_ref });
  await succeeds(world.call('GET', '/api/vault/tokens', as(merchant)));
  await subscribe(world, merchant, customer_ref);
}

async function subscribe(world: World, merchant: TestMerchant, customer_ref: string): Promise<void> {
  const body = { customer_ref, amount: '5.00', interval: 'month' };
  const headers = { 'idempotency-key': randomUUID() };
  const path = '/api/subscriptions';
  const asked = () => world.call('POST', path, { ...as(merchant), headers, body });
  const { subscription_id } = (await succeeds(asked())).body;
  await succeeds(asked());
  await world.drain();
  await succeeds(world.call('GET', `${path}?customer_ref=${customer_ref}&status=active`, as(merchant)));
  await succeeds(world.operator('GET', `subscriptions?merchant_id=${merchant.merchant_id}`));
  await succeeds(world.operator('GET', 'subscriptions'));
  await succeeds(world.operator('GET', `subscriptions/${subscription_id}`));
  const cancel = `${path}/${subscription_id}/cancel`;
  await succeeds(world.call('POST', cancel, { ...as(merchant), body: { at_period_end: true } }));
  await succeeds(world.call('POST', cancel, as(merchant)));
}

async function dispute(world: World, merchant: TestMerchant): Promise<void> {
  const { id, provider_id } = await makeDispute(world, merchant, { due_in_hours: 80 });
  const message = { id, action: 'send-message', body: { message: 'On its way.' } };
  await succeeds(takeAction(world, merchant, message));
  await succeeds(world.operator('POST', `disputes/${id}/notes`, { text: 'asked' }));
  await succeeds(world.call('GET', disputePath(id), as(merchant)));
  await arm(world, 'disputes.act', 'error');
  await takeAction(world, merchant, { id, action: 'escalate', body: { note: 'Decide.' } });
  await otherSide(world, provider_id, 'escalate');
  await makeDispute(world, merchant, { due_in_hours: 80 });
}

// What the provider did not answer is looked at again, by the sweeps and by the operator.
async function leaveInDoubt(world: World, merchant: TestMerchant): Promise<void> {
  await world.control('POST', 'notices', { mode: 'hold' });
  for (let nth = 0; nth < 2; nth += 1) {
    const order = await makeOrder(world, merchant);
    const taken = await makeCapture(world, merchant);
    const { customer_ref } = await makeInstrument(world, merchant);
    await arm(world, 'orders.capture', 'error_after_commit');
    await capture(world, merchant, order.order_id);
    await arm(world, 'captures.refund', 'error_after_commit');
    await refund(world, merchant, taken.capture_id, { key: randomUUID() });
    await arm(world, 'orders.create', 'error_after_commit');
    await charge(world, merchant, { customer_ref });
    if (nth > 0) continue;
    const { items } = (await succeeds(world.operator('GET', 'unsettled'))).body;
    for (const { id } of items) await world.operator('POST', `unsettled/${id}/check`);
  }
  await world.control('POST', 'notices/release');
  await world.control('DELETE', 'faults');
}

async function actAsPeople(world: World, merchant: TestMerchant): Promise<void> {
  const email = `${randomUUID()}@example.com`;
  const { channel_id } = (
    await succeeds(world.operator('POST', 'channels', { name: 'Other', owner_email: email }))
  ).body;
  const invited = await succeeds(world.operator('POST', `channels/${channel_id}/invitations`));
  const token = String(invited.body.activation_url).split('/').at(-1);
  await succeeds(world.call('POST', `/api/activation/${token}`, { body: { password: PASSWORD } }));
  const signedIn = await succeeds(
    world.call('POST', '/api/owner/sessions', { body: { email, password: PASSWORD } }),
  );
  const headers = { authorization: `Bearer ${signedIn.body.session_token}` };
  await succeeds(world.call('GET', '/api/owner/passkeys', { headers }));
  await world.call('POST', '/api/owner/passkeys/options', { headers, body: {} });
  await world.call('POST', '/api/owner/sessions/passkey/options', { body: {} });
  const { items } = (await succeeds(world.operator('GET', 'channels?limit=1'))).body;
  const started = await succeeds(world.operator('POST', `owners/${items[0].owner_id}/recover-device`));
  const recovery = String(started.body.recovery_url).split('/').at(-1);
  await succeeds(world.call('POST', `/api/owner/recoveries/${recovery}`, { body: { password: PASSWORD } }));
  const users = `merchants/${merchant.merchant_id}/dashboard-users`;
  const user = { email: `${randomUUID()}@example.com`, permissions: ['transactions.read'] };
  await succeeds(world.operator('POST', users, user));
  const { activation_url } = (await succeeds(world.operator('POST', users, user))).body;
  const activation = `/api/activation/${String(activation_url).split('/').at(-1)}`;
  await succeeds(world.call('POST', activation, { body: { password: PASSWORD } }));
  const login = { body: { email: user.email, password: PASSWORD } };
  const { access_token } = (await succeeds(world.call('POST', '/api/dashboard/login', login))).body;
  await succeeds(world.call('GET', '/api/transactions', { key: access_token }));
  const listed = (await succeeds(world.operator('GET', users))).body;
  await succeeds(world.operator('DELETE', `${users}/${listed.items[0].id}`));
}

async function readLists(world: World, merchant: TestMerchant): Promise<void> {
  const lists = [
    '/api/channel/merchants',
    '/api/channel/merchants?onboarding_status=completed&search=corner',
    '/api/transactions',
    '/api/transactions?offset=2000',
    '/api/transactions?status=captured&processor=north&from_date=2026-01-01T01:00:00Z&to_date=2026-03-01T01:00:00Z',
    '/api/transactions/stats',
    '/api/transactions/daily-revenue?days=90',
    '/api/transactions/filter-options',
    '/api/transactions?status=captured&search=x&from_date=2020-01-01&to_date=2100-01-01&payment_method=wallet',
    '/api/channel/onboarding/status',
  ];
  for (const path of lists) await succeeds(world.call('GET', path, as(merchant)));
  await succeeds(world.call('GET', '/api/channel/api-keys', { key: merchant.key }));
  const own = { key: merchant.key, body: { name: 'second' } };
  const { body } = await succeeds(world.call('POST', '/api/channel/api-keys', own));
  await succeeds(world.call('POST', `/api/channel/api-keys/${body.id}/revoke`, { key: merchant.key }));
  const keys = `merchants/${merchant.merchant_id}/api-keys`;
  const minted = await succeeds(world.operator('POST', keys, { name: 'leaked' }));
  await succeeds(world.operator('GET', keys));
  await succeeds(world.operator('POST', `${keys}/${minted.body.id}/revoke`));
  const filters = [
    '',
    `channel_id=${merchant.channel_id}`,
    `merchant_id=${merchant.merchant_id}`,
    'type=payment.captured',
    'since=2020-01-01',
    ...EVENT_STATES.flatMap((state) => [
      `state=${state}`,
      `state=${state}&channel_id=${merchant.channel_id}`,
    ]),
  ];
  for (const filter of filters) await succeeds(world.operator('GET', `events?${filter}`));
  for (const path of ['channels', 'merchants', 'audit', 'unsettled', 'clock', 'provider']) {
    await succeeds(world.operator('GET', path));
  }
  await fetch(`${world.base_url}/metrics`);
}

async function operate(world: World, merchant: TestMerchant): Promise<void> {
  const { items } = (
    await succeeds(world.operator('GET', `events?channel_id=${merchant.channel_id}&limit=1`))
  ).body;
  await succeeds(world.operator('POST', `events/${items[0].id}/replay`));
  for (const filter of [{ channel_id: merchant.channel_id }, { merchant_id: merchant.merchant_id }]) {
    await succeeds(world.operator('POST', 'events/replay', { ...filter, dry_run: true }));
  }
  for (const state of EVENT_STATES) {
    await succeeds(world.operator('POST', 'events/replay', { state, dry_run: true }));
  }
  await succeeds(
    world.operator('POST', 'events/replay', { channel_id: merchant.channel_id, type: 'payment.refunded' }),
  );
  await succeeds(world.operator('PATCH', `channels/${merchant.channel_id}`, { name: 'Renamed' }));
  const other = await makeConnectedMerchant(world, merchant);
  await makeMerchant(world, merchant);
  await succeeds(world.operator('PATCH', `merchants/${other.merchant_id}`, { payment_hold: true }));
  await succeeds(world.operator('POST', `merchants/${other.merchant_id}/disconnect`));
  await succeeds(world.operator('POST', `merchants/${other.merchant_id}/release-wallet-link`));
}
