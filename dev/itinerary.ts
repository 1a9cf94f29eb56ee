import { deepStrictEqual, strictEqual } from 'node:assert';
import { type Fairway, type FairwayEvent, verifyWebhook } from '../client/src/index.ts';
import { type Deployment, meet, type Parties } from '../local/parties.ts';
import {
  captureOf,
  createSellerAccount,
  eventually,
  onboard,
  orderAndApprove,
  redeemInvitation,
} from '../local/steps.ts';
import type { Narrator } from './narrator.ts';

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
  const parties = meet(deployment, { observe: narrator.call });
  narrator.step('The operator makes a channel');
  const channel = await parties.operator.operator.channels.create({
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
  const business_name = `Journey Outfitters ${mark}`;
  const { merchant_id: merchantId } = await client.merchants.create({
    business_name,
    email: `shop.${mark}@example.com`,
    country_code: 'US',
  });
  const merchant = parties.as(key, merchantId);
  narrator.step('The merchant connects a wallet account');
  const accountId = await createSellerAccount(parties, {
    business_name,
    email: `seller.${mark}@example.com`,
  });
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

async function registerEndpoint(parties: Parties, client: Fairway, receiver: string): Promise<string> {
  const url = `https://receiver.sandbox.test/${receiver}`;
  const { secret } = await client.endpoints.create({ url, description: 'The journey’s own receiver' });
  await parties.control.send('PUT', `receivers/${receiver}`, { secret });
  return secret;
}

async function sell(options: {
  parties: Parties;
  merchant: Fairway;
  narrator: Narrator;
  mark: string;
}): Promise<Omit<Travelled, 'merchantId'>> {
  const { parties, merchant, narrator, mark } = options;
  const orderReference = `order-${mark}`;
  narrator.step('The channel opens a checkout session');
  const order = { amount: AMOUNT, currency: 'USD', external_order_id: orderReference };
  const how = { idempotencyKey: `session-${mark}` };
  const session = await merchant.sessions.create(order, how);
  const again = await merchant.sessions.create(order, how);
  const sessionId = session.checkout_session_id;
  strictEqual(again.checkout_session_id, sessionId, 'The same Idempotency-Key yields the same session.');
  strictEqual(Number(session.amount), Number(AMOUNT), 'The session has the amount that was sent.');
  narrator.found('sent twice with one Idempotency-Key, it is one session');
  narrator.step('The buyer orders and approves');
  const order_id = await orderAndApprove(parties, sessionId);
  narrator.step('The channel captures the order');
  const captured = await merchant.orders.capture({ order_id });
  strictEqual(captured.status, 'captured', 'A capture answers with a captured transaction.');
  const captureId = captureOf(captured);
  const recaptured = await merchant.orders.capture({ order_id });
  strictEqual(recaptured.provider_capture_id, captureId, 'A second capture answers with the first one.');
  narrator.found('captured twice, the money was taken once');
  return { orderReference, sessionId, captureId };
}

async function refundPart(options: {
  merchant: Fairway;
  captureId: string;
  mark: string;
  narrator: Narrator;
}): Promise<void> {
  options.narrator.step('The channel refunds a part of it');
  const refund = { capture_id: options.captureId, amount: REFUND };
  const how = { idempotencyKey: `refund-${options.mark}` };
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    deepStrictEqual(await options.merchant.captures.refund(refund, how), { success: true });
  }
}

/** The receiver's deliveries, oldest first, once every type of event that has to come has come. */
async function hear(parties: Parties, receiver: string): Promise<Delivery[]> {
  return eventually(`the events ${EXPECTED_EVENTS.join(', ')}`, async () => {
    const heard = await parties.control.send('GET', `receivers/${receiver}`);
    const deliveries = heard['deliveries'] as Delivery[];
    const types = new Set(deliveries.map((delivery) => delivery.event_type));
    return EXPECTED_EVENTS.every((type) => types.has(type)) ? deliveries : undefined;
  });
}

/** A delivery as the sandbox's receiver got it. */
export interface Delivery {
  event_type: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

function checkEvents(options: Travelled & { events: Delivery[]; secret: string; narrator: Narrator }): void {
  const events = options.events.map((delivery) => verifyDelivery(delivery, options.secret));
  for (const { data } of events) {
    strictEqual(data.object.merchant_id, options.merchantId, 'Every event names its merchant.');
  }
  options.narrator.found(`${events.length} deliveries, every signature holds`);
  const refunds = events.filter((event) => event.type === 'payment.refunded');
  strictEqual(new Set(refunds.map(({ id }) => id)).size, 1, 'Two refund calls with one key are one refund.');
  for (const { type, data } of events) {
    if (!('external_order_id' in data.object && 'checkout_session_id' in data.object)) continue;
    const { external_order_id, checkout_session_id } = data.object;
    strictEqual(external_order_id, options.orderReference, `${type} carries the order's reference.`);
    strictEqual(checkout_session_id, options.sessionId, `${type} names its session.`);
  }
  const captured = events.find((event) => event.type === 'payment.captured')?.data.object;
  strictEqual(captured?.amount_cents, cents(AMOUNT), 'payment.captured carries the amount.');
  strictEqual(captured?.provider_capture_id, options.captureId, 'payment.captured names the capture.');
  const refunded = refunds[0]?.data.object;
  strictEqual(refunded?.refund_amount_cents, cents(REFUND), 'payment.refunded carries the refund.');
  strictEqual(refunded?.total_refunded_cents, cents(REFUND), 'payment.refunded carries the total.');
  strictEqual(refunded?.partial, true, 'A part was refunded.');
  strictEqual(refunded?.status, 'captured', 'A partial refund leaves the payment captured.');
  options.narrator.found('each event says what was done, and the refund was made once');
}

/** Checks a delivery as a channel has to, and that its other headers say what the event says. */
export function verifyDelivery(
  { headers, body }: Omit<Delivery, 'event_type'>,
  secret: string,
): FairwayEvent {
  const signature = String(headers['service-signature']);
  const event = verifyWebhook({ body, signature, secret });
  const [, timestamp] = /^t=(\d+),/.exec(signature) ?? [];
  strictEqual(headers['service-timestamp'], timestamp, 'Service-Timestamp is the signed one.');
  strictEqual(headers['service-event-id'], event.id, 'Service-Event-Id is the id of the event.');
  strictEqual(headers['service-event-type'], event.type, 'Service-Event-Type is the type of the event.');
  return event;
}

async function checkTransaction(
  options: Travelled & { merchant: Fairway; narrator: Narrator },
): Promise<void> {
  const { items: rows } = await options.merchant.transactions.list();
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
