import { createHmac, timingSafeEqual } from 'node:crypto';
import { deepStrictEqual, strictEqual } from 'node:assert';
import { listOf, textOf } from './client.ts';
import type { Client, Json } from './client.ts';
import type { Narrator } from './narrator.ts';
import { captureOrder, createChannel, createMerchant, createSellerAccount, createSession } from './steps.ts';
import { eventually, listTransactions, meet, onboard, orderAndApprove } from './steps.ts';
import { redeemInvitation, refundCapture } from './steps.ts';
import type { Deployment, Parties } from './steps.ts';

const SIGNATURE_TOLERANCE_S = 300;
const PASSWORD = 'Journey-2-the-refund';
const AMOUNT = '42.00';
const REFUND = '12.50';
const EXPECTED_EVENTS = [
  'merchant.onboarding_updated',
  'checkout.session.created',
  'payment.created',
  'payment.approved',
  'payment.captured',
  'payment.refunded',
];

interface Travelled {
  orderReference: string;
  sessionId: string;
  captureId: string;
  merchantId: string;
}

/** The main job from end to end: a channel comes to be, sells, refunds, and hears about all of it. `mark`
 *  makes the names of this journey its own. Throws at the first thing that is not as promised. */
export async function travel(deployment: Deployment, mark: string, narrator: Narrator): Promise<void> {
  const parties = meet(deployment, narrator.call);
  narrator.step('The operator makes a channel');
  const channel = await createChannel(parties, {
    name: `Journey ${mark}`,
    owner_email: `owner.${mark}@example.com`,
  });
  narrator.step('The owner redeems the invitation and gets the first key');
  const { key, base_url } = await redeemInvitation(parties, channel.activation_url, PASSWORD);
  strictEqual(base_url, deployment.base_url, 'The key comes with the base address it is valid at.');
  const client = parties.as(key);
  narrator.step('The channel registers an endpoint for its events');
  const receiver = `journey-${mark}`;
  const secret = await registerEndpoint(parties, client, receiver);
  narrator.step('The channel creates a merchant');
  const merchantId = await createMerchant(client, {
    business_name: `Journey Outfitters ${mark}`,
    email: `shop.${mark}@example.com`,
  });
  const merchant = parties.as(key, merchantId);
  narrator.step('The merchant connects a wallet account');
  const accountId = await createSellerAccount(parties, `seller.${mark}@example.com`);
  await onboard(parties, { merchant, accountId });
  narrator.found('the merchant is connected');
  const sale = await sell({ parties, merchant, narrator, mark });
  await refundPart({ ...sale, merchant, narrator, mark });
  narrator.step('The channel has heard of all of it, signed');
  const events = await hear(parties, receiver);
  checkEvents({ events, secret, ...sale, merchantId, narrator });
  narrator.step('The transaction tells the same');
  await checkTransaction({ ...sale, merchant, merchantId, narrator });
}

async function registerEndpoint(parties: Parties, client: Client, receiver: string): Promise<string> {
  const { body } = await client.send('POST', '/api/channel/webhook-endpoints', {
    body: { url: `https://receiver.sandbox.test/${receiver}`, description: 'The journey’s own receiver' },
    expect: [201],
  });
  const secret = textOf(body, 'secret');
  const expect = [200, 201];
  await parties.control.send('PUT', `/_control/receivers/${receiver}`, { body: { secret }, expect });
  return secret;
}

async function sell(options: {
  parties: Parties;
  merchant: Client;
  narrator: Narrator;
  mark: string;
}): Promise<Omit<Travelled, 'merchantId'>> {
  const { parties, merchant, narrator, mark } = options;
  const orderReference = `order-${mark}`;
  narrator.step('The channel opens a checkout session');
  const order = { amount: AMOUNT, currency: 'USD', external_order_id: orderReference };
  const session = await createSession(merchant, order, `session-${mark}`);
  const again = await createSession(merchant, order, `session-${mark}`);
  const sessionId = textOf(session, 'checkout_session_id');
  strictEqual(again.checkout_session_id, sessionId, 'The same Idempotency-Key yields the same session.');
  strictEqual(Number(session.amount), Number(AMOUNT), 'The session has the amount that was sent.');
  narrator.found('sent twice with one Idempotency-Key, it is one session');
  narrator.step('The buyer orders and approves');
  const orderId = await orderAndApprove(parties, sessionId);
  narrator.step('The channel captures the order');
  const captured = await captureOrder(merchant, orderId);
  strictEqual(captured.status, 'captured', 'A capture answers with a captured transaction.');
  const captureId = textOf(captured, 'provider_capture_id');
  const recaptured = await captureOrder(merchant, orderId);
  strictEqual(recaptured.provider_capture_id, captureId, 'A second capture answers with the first one.');
  narrator.found('captured twice, the money was taken once');
  return { orderReference, sessionId, captureId };
}

async function refundPart(options: {
  merchant: Client;
  captureId: string;
  mark: string;
  narrator: Narrator;
}): Promise<void> {
  options.narrator.step('The channel refunds a part of it');
  const refund = { capture_id: options.captureId, amount: REFUND, idempotency_key: `refund-${options.mark}` };
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    deepStrictEqual(await refundCapture(options.merchant, refund), { success: true });
  }
}

/** The receiver's deliveries, oldest first, once every type of event that has to come has come. */
async function hear(parties: Parties, receiver: string): Promise<Json[]> {
  return eventually(`the events ${EXPECTED_EVENTS.join(', ')}`, async () => {
    const { body } = await parties.control.send('GET', `/_control/receivers/${receiver}`, { expect: [200] });
    const deliveries = listOf(body, 'deliveries');
    const types = new Set(deliveries.map((delivery) => delivery.event_type));
    return EXPECTED_EVENTS.every((type) => types.has(type)) ? deliveries : undefined;
  });
}

function checkEvents(options: Travelled & { events: Json[]; secret: string; narrator: Narrator }): void {
  const objects = options.events.map((delivery) => {
    const envelope = verifyDelivery(delivery, options.secret);
    const object = (envelope.data as { object: Json }).object;
    strictEqual(object.merchant_id, options.merchantId, 'Every event names its merchant.');
    return { id: envelope.id, type: String(envelope.type), object };
  });
  options.narrator.found(`${objects.length} deliveries, every signature holds`);
  const refunds = objects.filter(({ type }) => type === 'payment.refunded');
  strictEqual(new Set(refunds.map(({ id }) => id)).size, 1, 'Two refund calls with one key are one refund.');
  for (const { type, object } of objects.filter(({ type }) => /^(payment|checkout)\./.test(type))) {
    strictEqual(object.external_order_id, options.orderReference, `${type} carries the order's reference.`);
    strictEqual(object.checkout_session_id, options.sessionId, `${type} names its session.`);
  }
  const captured = objects.find(({ type }) => type === 'payment.captured')?.object;
  strictEqual(captured?.amount_cents, cents(AMOUNT), 'payment.captured carries the amount.');
  strictEqual(captured?.provider_capture_id, options.captureId, 'payment.captured names the capture.');
  const refunded = refunds[0]?.object;
  strictEqual(refunded?.refund_amount_cents, cents(REFUND), 'payment.refunded carries the refund.');
  strictEqual(refunded?.total_refunded_cents, cents(REFUND), 'payment.refunded carries the total.');
  strictEqual(refunded?.partial, true, 'A part was refunded.');
  strictEqual(refunded?.status, 'captured', 'A partial refund leaves the payment captured.');
  options.narrator.found('each event says what was done, and the refund was made once');
}

/** Checks a delivery as a channel has to: the signature over the raw bytes, its age, its ids. */
export function verifyDelivery(delivery: Json, secret: string): Json {
  const headers = delivery.headers as Record<string, string>;
  const raw = String(delivery.body);
  const parts = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['service-signature'] ?? '');
  if (!parts) throw new Error(`Service-Signature is not of its form: ${headers['service-signature']}`);
  const [, timestamp = '', digest = ''] = parts;
  const expected = createHmac('sha256', secret).update(`${timestamp}.${raw}`).digest();
  if (!timingSafeEqual(expected, Buffer.from(digest, 'hex'))) {
    throw new Error(`The signature of a delivery does not hold: ${raw}`);
  }
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (age > SIGNATURE_TOLERANCE_S) throw new Error(`A delivery is ${age} s old: ${raw}`);
  const envelope = JSON.parse(raw) as Json;
  strictEqual(headers['service-timestamp'], timestamp, 'Service-Timestamp is the signed one.');
  strictEqual(headers['service-event-id'], envelope.id, 'Service-Event-Id is the id of the event.');
  strictEqual(headers['service-event-type'], envelope.type, 'Service-Event-Type is the type of the event.');
  return envelope;
}

async function checkTransaction(
  options: Travelled & { merchant: Client; narrator: Narrator },
): Promise<void> {
  const rows = await listTransactions(options.merchant);
  const row = rows.find((candidate) => candidate.provider_capture_id === options.captureId);
  strictEqual(rows.length, 1, 'One payment is one transaction.');
  strictEqual(row?.status, 'captured', 'A partial refund leaves the transaction captured.');
  strictEqual(row?.refunded_amount_cents, cents(REFUND), 'The transaction counts the refund.');
  strictEqual(row?.checkout_session_id, options.sessionId, 'The transaction names its session.');
  strictEqual(row?.merchant_id, options.merchantId, 'The transaction names its merchant.');
  strictEqual(Number(row?.amount), Number(AMOUNT), 'The transaction has the amount.');
  options.narrator.found(`${AMOUNT} USD captured, ${REFUND} USD refunded`);
}

function cents(amount: string): number {
  return Number(amount.replace('.', ''));
}
