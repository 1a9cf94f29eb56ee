import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  charge,
  makeChannel,
  makeSession,
  recordedEvents,
  refund,
  type TestChannel,
} from '../world/actors.ts';
import {
  as,
  captureByBuyer,
  type CardOutcome,
  enterCard,
  type GatewayMerchant,
  GR4VY,
  makeGatewayMerchant,
  NMI,
  order,
  transactionOf,
} from '../world/gateways.ts';
import { startWorld, type World } from '../world/world.ts';
import { expectRefused } from './support.ts';

// Cards that NMI keeps: entered in its fields once, and charged without the buyer.

let world: World;
let channel: TestChannel;
let merchant: GatewayMerchant;
beforeAll(async () => {
  world = await startWorld();
  channel = await makeChannel(world);
  merchant = await makeGatewayMerchant(world, channel, NMI);
});
afterEach(() => world.control('DELETE', 'faults'));
afterAll(() => world.close());

const strike = (operation: string, mode: string, over = {}) =>
  world.control('POST', 'faults', { operation, mode, times: 1, ...over });
const tokensOf = async (of: GatewayMerchant) => {
  const listed = (await world.call('GET', '/api/vault/tokens', as(of))).body;
  return listed as { customer_ref: string; label: string }[];
};
const eventsOf = async (transaction_id: string) =>
  (await recordedEvents(world, merchant.merchant_id))
    .filter(({ object }) => object['id'] === transaction_id)
    .map(({ type }) => type);
const paymentsOf = async (of: GatewayMerchant) => (await world.call('GET', '/api/transactions', as(of))).body;

const expectDeclined = ({ status, body }: { status: number; body: unknown }) =>
  expect({ status, body }).toMatchObject({
    status: 402,
    body: { code: 'payment_declined', transaction_id: expect.any(String) },
  });

/** What a card entered for a session of amount 0 gave, for a customer of its own. */
async function enterToSave(of: { outcome?: CardOutcome; by?: GatewayMerchant } = {}) {
  const { by = merchant, ...card } = of;
  const customer_ref = `customer-${randomUUID()}`;
  const session = { amount: 0, metadata: { customer_ref } };
  return { customer_ref, ...(await enterCard(world, by, { ...card, session })) };
}

/** A card that was saved. */
async function saveCard(by: GatewayMerchant = merchant) {
  const { customer_ref, ...entered } = await enterToSave({ by });
  const opened = await order(world, entered);
  const saved = await captureByBuyer(world, { ...entered, order_id: opened.body.order_id });
  return { customer_ref, ...entered, opened, saved };
}

test('a card that was entered is saved, takes nothing, and is charged later', async () => {
  const shop = await makeGatewayMerchant(world, channel, NMI);
  const { customer_ref, session_id, opened, saved } = await saveCard(shop);
  expect(opened).toMatchObject({
    status: 201,
    body: { provider: 'nmi', transaction_id: null, status: 'created', approve_url: null },
  });
  expect(saved).toMatchObject({ status: 200, body: { status: 'saved', provider_capture_id: null } });
  const session = await world.call('GET', `/api/checkout-sessions/${session_id}`);
  expect(session.body).toMatchObject({ vault_setup: true, status: 'completed', payment: null });
  expect(await paymentsOf(shop)).toMatchObject({ total: 0 });
  expect((await charge(world, shop, { customer_ref })).status).toBe(200);
  // By now the gateway has told what it calls the account.
  await world.drain();
  expect(await tokensOf(shop)).toMatchObject([{ customer_ref, label: 'visa 1111' }]);
  const { status, body } = await charge(world, shop, { customer_ref, description: 'March' });
  expect(status).toBe(200);
  expect(await transactionOf(world, shop, body.transaction_id)).toMatchObject({
    ...{ provider: 'nmi', status: 'captured', amount: 12, currency: 'USD', description: 'March' },
    ...{ payment_method: 'card', payment_method_scheme: 'visa', provider_order_id: body.transaction_id },
  });
});

test('a charge raises the events of a payment, and is returned in parts', async () => {
  const { customer_ref } = await saveCard();
  const { transaction_id } = (await charge(world, merchant, { customer_ref })).body;
  const { provider_capture_id } = await transactionOf(world, merchant, transaction_id);
  expect((await refund(world, merchant, provider_capture_id, { amount: '5.00' })).status).toBe(200);
  expect((await refund(world, merchant, provider_capture_id)).status).toBe(200);
  await world.drain();
  expect(await transactionOf(world, merchant, transaction_id)).toMatchObject({
    ...{ status: 'refunded', refunded_amount_cents: 1200 },
  });
  expect(await eventsOf(transaction_id)).toEqual([
    ...['payment.created', 'payment.approved', 'payment.captured'],
    ...['payment.refunded', 'payment.refunded'],
  ]);
});

test('a card that is declined is not saved, and another is, by a token of its own', async () => {
  const { customer_ref, session_id, payment_token } = await enterToSave({ outcome: 'declined' });
  expectRefused(await order(world, { session_id, payment_token }), 402);
  expectRefused(await order(world, { session_id, payment_token }), 402);
  expectRefused(await charge(world, merchant, { customer_ref }), 404);
  const credential = await NMI.credential(world, session_id);
  const other = await NMI.pay(world, credential.body);
  const { order_id } = (await order(world, { session_id, payment_token: other })).body;
  expect((await captureByBuyer(world, { session_id, order_id })).body).toMatchObject({ status: 'saved' });
  expect((await charge(world, merchant, { customer_ref })).status).toBe(200);
});

test('without what the fields gave nothing is saved, nor with a card’s number', async () => {
  const session_id = (await makeSession(world, merchant, { amount: 0 })).body.id as string;
  expect(await order(world, { session_id })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'payment_token'], type: 'missing' }] },
  });
  const number = await order(world, { session_id, payment_token: '4111111111111111' });
  expect(number.status).toBe(422);
  expect(JSON.stringify(number.body)).not.toContain('4111');
});

test.each([
  ['reset_after_commit', 201],
  ['error', 503],
])('a card whose keeping met %s is %i', async (mode, status) => {
  const { session_id, payment_token } = await enterToSave();
  await strike('nmi.vault', mode);
  const opened = await order(world, { session_id, payment_token });
  expect(opened.status).toBe(status);
  const again = status === 201 ? opened : await order(world, { session_id, payment_token });
  const { order_id } = again.body;
  expect((await captureByBuyer(world, { session_id, order_id })).body).toMatchObject({ status: 'saved' });
});

test('a saving whose look failed is looked at again', async () => {
  const { customer_ref, ...entered } = await enterToSave();
  const { order_id } = (await order(world, entered)).body;
  await strike('nmi.query', 'error');
  expectRefused(await captureByBuyer(world, { ...entered, order_id }), 503);
  expect((await captureByBuyer(world, { ...entered, order_id })).body).toMatchObject({ status: 'saved' });
  expect((await charge(world, merchant, { customer_ref })).status).toBe(200);
});

test('a charge whose answer was lost is looked up, and never sent again', async () => {
  const shop = await makeGatewayMerchant(world, channel, NMI);
  const { customer_ref } = await saveCard(shop);
  const key = randomUUID();
  await strike('nmi.sale', 'reset_after_commit');
  await world.control('POST', 'notices', { mode: 'hold' });
  expectRefused(await charge(world, shop, { customer_ref, key }), 503);
  expectRefused(await charge(world, shop, { customer_ref, key }), 503);
  await world.advance(60);
  await world.drain();
  const settled = await charge(world, shop, { customer_ref, key });
  await world.control('POST', 'notices', { mode: 'deliver' });
  await world.drain();
  expect(settled.status).toBe(200);
  const { transaction_id } = settled.body;
  expect(await transactionOf(world, shop, transaction_id)).toMatchObject({ status: 'captured', amount: 12 });
  expect(await paymentsOf(shop)).toMatchObject({ total: 1 });
});

test('a charge that is learned of only after it was settled says so too', async () => {
  const shop = await makeGatewayMerchant(world, channel, NMI);
  const { customer_ref } = await saveCard(shop);
  const key = randomUUID();
  await strike('nmi.sale', 'reset_after_commit');
  await world.control('POST', 'notices', { mode: 'hold' });
  expectRefused(await charge(world, shop, { customer_ref, key }), 503);
  // What told of it is lost.
  await world.control('POST', 'rails/settle', { rail: 'nmi', account_id: shop.account_id });
  await world.advance(60);
  await world.drain();
  const settled = await charge(world, shop, { customer_ref, key });
  await world.control('POST', 'notices', { mode: 'deliver' });
  const { transaction_id } = settled.body;
  expect(await transactionOf(world, shop, transaction_id)).toMatchObject({
    ...{ status: 'captured', settled: true, settled_amount: 12 },
  });
});

test('a charge that never arrived ends after ten minutes, and its key goes on to say so', async () => {
  const shop = await makeGatewayMerchant(world, channel, NMI);
  const { customer_ref } = await saveCard(shop);
  const key = randomUUID();
  await strike('nmi.sale', 'error');
  expectRefused(await charge(world, shop, { customer_ref, key }), 503);
  await world.advance(500);
  await world.drain();
  expectRefused(await charge(world, shop, { customer_ref, key }), 503);
  await world.advance(200);
  await world.drain();
  const { items } = await paymentsOf(shop);
  expect(items).toMatchObject([{ status: 'failed', failure_code: 'not_taken' }]);
  const named = { transaction_id: items[0].id };
  expectRefused(await charge(world, shop, { customer_ref, key }), 400, undefined, named);
  expect((await charge(world, shop, { customer_ref })).status).toBe(200);
});

test('a charge that is declined is a failed payment, and the card is good for another', async () => {
  const { customer_ref } = await saveCard();
  const key = randomUUID();
  await strike('nmi.sale', 'refuse', { issue: '202' });
  const declined = await charge(world, merchant, { customer_ref, key });
  expectDeclined(declined);
  expect(await transactionOf(world, merchant, declined.body.transaction_id)).toMatchObject({
    ...{ status: 'failed', failure_code: '202' },
  });
  expect((await charge(world, merchant, { customer_ref, key })).body).toEqual(declined.body);
  expect((await charge(world, merchant, { customer_ref })).status).toBe(200);
});

test('a card that its merchant removed at the gateway is declined once, and is gone', async () => {
  const shop = await makeGatewayMerchant(world, channel, NMI);
  const { customer_ref, opened } = await saveCard(shop);
  const { credentials } = (await world.control('POST', `rails/accounts/${shop.account_id}/rotate`, {})).body;
  await world.operator('PATCH', `merchants/${shop.merchant_id}`, { rail_credentials: credentials });
  expect(await tokensOf(shop)).toHaveLength(1);
  const form = { security_key: credentials.security_key, customer_vault: 'delete_customer' };
  const removed = await fetch(`${credentials.api_base}/api/transact.php`, {
    ...{ method: 'POST', body: new URLSearchParams({ ...form, customer_vault_id: opened.body.order_id }) },
  });
  expect(await removed.text()).toContain('response=1');
  expectDeclined(await charge(world, shop, { customer_ref }));
  expect(await tokensOf(shop)).toEqual([]);
  expectRefused(await charge(world, shop, { customer_ref }), 404);
});

test('a merchant that is paid elsewhere by now charges nothing that is kept here', async () => {
  const shop = await makeGatewayMerchant(world, channel, NMI);
  const { customer_ref } = await saveCard(shop);
  const fresh = (await world.control('POST', 'rails/accounts', { rail: 'gravy' })).body.credentials;
  const routed = { payment_provider: 'gravy', rail_credentials: fresh };
  expect((await world.operator('PATCH', `merchants/${shop.merchant_id}`, routed)).status).toBe(200);
  expect(await tokensOf(shop)).toEqual([]);
  expectRefused(await charge(world, shop, { customer_ref }), 409);
  const back = { payment_provider: 'nmi' };
  expect((await world.operator('PATCH', `merchants/${shop.merchant_id}`, back)).status).toBe(200);
  expect((await charge(world, shop, { customer_ref })).status).toBe(200);
});

test('a merchant on a gateway that keeps no cards has none saved, and charges none', async () => {
  const shop = await makeGatewayMerchant(world, channel, GR4VY);
  const notOffered = {
    status: 409,
    body: { detail: expect.stringContaining('cannot save an instrument') },
  };
  const customer_ref = `customer-${randomUUID()}`;
  const session = await makeSession(world, shop, { amount: 0, metadata: { customer_ref } });
  expect(session.status).toBe(201);
  const session_id = session.body.id as string;
  expect(await GR4VY.credential(world, session_id)).toMatchObject(notOffered);
  expect(await order(world, { session_id })).toMatchObject(notOffered);
  expect(await order(world, { session_id, payment_token: randomUUID() })).toMatchObject(notOffered);
  expect(await charge(world, shop, { customer_ref })).toMatchObject(notOffered);
  expect(await tokensOf(shop)).toEqual([]);
  expect(await paymentsOf(shop)).toMatchObject({ total: 0 });
});
