import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  charge,
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeInstrument,
  makeReceiver,
  makeSession,
  refund,
  type TestMerchant,
} from '../world/actors.ts';
import { makeDispute } from '../world/disputes.ts';
import { makeSubscription } from '../world/subscriptions.ts';
import { askBody, invoiceTextedTo, newPhone, payInvoice, sendText } from '../world/texts.ts';
import { startWorld, type World } from '../world/world.ts';
import { as, expectProblem, expectRefused, NOBODY } from './support.ts';

// What support is told of a payment, by whatever somebody names of it.

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world, 'Harbour'));
  await makeReceiver(world, merchant);
});
afterAll(() => world.close());

const ask = (id: string, more = '') => world.operator('GET', `lookup?id=${encodeURIComponent(id)}${more}`);
const find = async (id: string, more = '') => {
  const answer = await ask(id, more);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body;
};
const typesOf = (payment: { events: { type: string }[] }) => payment.events.map(({ type }) => type);

describe('a payment', () => {
  test('is found across channels, with its refund and with the events and what became of them', async () => {
    const { capture_id, session_id } = await makeCapture(world, merchant, { external_order_id: 'A/17 ü' });
    await refund(world, merchant, capture_id, { amount: '5.00' });
    await world.drain();
    const found = await find(capture_id);
    expect(found).toMatchObject({
      id: capture_id,
      hits: [{ kind: 'transaction', found_by: 'provider_capture_id', checkout_session_id: session_id }],
      has_more: false,
      payments: [
        {
          ...{ channel_id: merchant.channel_id, channel_name: 'Harbour', merchant_id: merchant.merchant_id },
          session: { id: session_id, status: 'completed', external_order_id: 'A/17 ü' },
          refunds: [{ amount_cents: 500, status: 'completed' }],
          ...{ unsettled: [], differences: [], needs_person: false },
        },
      ],
    });
    const [payment] = found.payments;
    expect(typesOf(payment).toSorted()).toEqual([
      'checkout.session.created',
      'payment.approved',
      'payment.captured',
      'payment.created',
      'payment.refunded',
    ]);
    for (const { state, deliveries } of payment.events) {
      expect([state, deliveries]).toMatchObject(['routed', [{ state: 'delivered', attempts_made: 1 }]]);
    }
    const { id, provider_refund_id } = payment.refunds[0];
    for (const other of [session_id, ' A/17 ü ', id, provider_refund_id, payment.events[0].id]) {
      expect((await find(other)).payments).toEqual(found.payments);
    }
  });

  test('that is disputed is found by either id of the dispute', async () => {
    const { id, provider_id } = await makeDispute(world, merchant);
    const [payment] = (await find(id)).payments;
    expect(payment.disputes).toMatchObject([{ id, provider_dispute_id: provider_id }]);
    expect(typesOf(payment)).toContain('dispute.created');
    expect(await find(provider_id)).toMatchObject({
      hits: [{ kind: 'dispute', found_by: 'provider_dispute_id' }],
      payments: [{ session: { id: payment.session.id } }],
    });
  });

  test('that was asked for by text message is found by the request and by its invoice, paid or not', async () => {
    const phone = newPhone();
    const { id } = (await sendText(world, merchant, askBody({ phone, external_order_id: 'invoice-9' }))).body;
    expect(await find(id)).toMatchObject({
      hits: [{ kind: 'payment_request', transaction_id: null }],
      payments: [{ session: null, transactions: [], payment_requests: [{ id, state: 'pending' }] }],
    });
    const invoice = await invoiceTextedTo(world, phone);
    await payInvoice(world, invoice);
    await world.drain();
    const found = await find('invoice-9');
    expect(found.payments).toMatchObject([
      { transactions: [{ status: 'captured' }], payment_requests: [{ id, state: 'paid' }] },
    ]);
    expect(JSON.stringify(found.payments[0].payment_requests)).not.toContain(phone);
    expect(typesOf(found.payments[0])).toContain('text_to_pay.paid');
    const { provider_invoice_id } = found.payments[0].payment_requests[0];
    expect((await find(provider_invoice_id)).payments).toEqual(found.payments);
  });

  test('by a saved instrument is found by its key, with the merchant', async () => {
    const { customer_ref } = await makeInstrument(world, merchant);
    const key = randomUUID();
    await charge(world, merchant, { customer_ref, key });
    expectRefused(await ask(key), 404);
    // An id is taken in any case.
    const of = `&merchant_id=${merchant.merchant_id.toUpperCase()}`;
    const { transaction_id } = (await charge(world, merchant, { customer_ref, key })).body;
    expect((await find(transaction_id, of)).hits).toMatchObject([
      { kind: 'transaction', id: transaction_id },
    ]);
    expect((await find(key, of)).payments).toMatchObject([
      { session: null, transactions: [{ status: 'captured' }], charges: [{ state: 'done' }] },
    ]);
  });

  test('of a subscription is found by that', async () => {
    const id = await makeSubscription(world, merchant);
    await world.drain();
    const { hits, payments } = await find(id);
    expect(hits).toMatchObject([
      { kind: 'subscription', id, transaction_id: payments[0].transactions[0].id },
    ]);
    expect(payments).toMatchObject([
      { subscription_charges: [{ subscription_id: id, period: 0, outcome: 'charged' }] },
    ]);
    expect(typesOf(payments[0])).toEqual(
      expect.arrayContaining(['subscription.created', 'payment.captured']),
    );
  });
});

test('a session that nobody has paid is found by the number of the channel', async () => {
  const external_order_id = `order ${randomUUID()}`;
  const { id: session_id } = (await makeSession(world, merchant, { external_order_id })).body;
  expect(await find(external_order_id)).toMatchObject({
    hits: [{ kind: 'session', found_by: 'external_order_id', id: session_id }],
    payments: [{ session: { status: 'open' }, transactions: [] }],
  });
});

describe('what is refused', () => {
  test('is an id that nothing has, and another merchant’s', async () => {
    const { capture_id } = await makeCapture(world, merchant);
    for (const id of [NOBODY, 'nothing', "'; --", '%', 'x'.repeat(255)]) expectRefused(await ask(id), 404);
    expectRefused(await ask(capture_id, `&merchant_id=${NOBODY}`), 404);
  });

  test('is what is no id, and whoever is not the operator', async () => {
    expectProblem(await ask('  '), ['query', 'id']);
    expectProblem(await ask('x'.repeat(256)), ['query', 'id']);
    expectProblem(await ask('x', '&merchant_id=y'), ['query', 'merchant_id']);
    expectProblem(await world.operator('GET', 'lookup'), ['query', 'id'], 'missing');
    expectRefused(await world.call('GET', '/api/operator/lookup?id=x', as(merchant)), 401);
  });
});
