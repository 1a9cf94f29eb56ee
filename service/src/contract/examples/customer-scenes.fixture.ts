import { makeSession, type TestMerchant } from '../../../../tests/world/actors.ts';
import { ACTION_CASES, disputeFor } from '../../../../tests/world/dispute-actions.ts';
import { type Gateway, GR4VY, makeGatewayMerchant, NMI } from '../../../../tests/world/gateways.ts';
import { invoiceTextedTo, payInvoice, sendText } from '../../../../tests/world/texts.ts';
import type { OperationId } from '../../http/operations.ts';
import type { JsonValue } from '../openapi.ts';
import type { Scene, Seller } from './recorded.fixture.ts';

const CUSTOMER = 'customer-1001';
const PHONE = '+14155550132';
const REQUEST = {
  phone: '(415) 555-0132',
  amount_cents: 15_000,
  first_name: 'Jo',
  last_name: 'Rivera',
  topic: 'Boiler service',
  instructions: 'Thank you. The invoice covers parts and labour.',
  external_order_id: 'invoice-204',
};

/** What customers buy otherwise than once on a page: by subscription, by text message, by card, and what they dispute. */
export async function recordCustomers(scene: Scene, seller: Seller & { channel_id: string }): Promise<void> {
  const { channel_id, ...as } = seller;
  // None of the actors asks for the account of one that is connected already.
  const merchant = { channel_id, key: as.key, merchant_id: as.merchant, account_id: '' };
  await subscribe(scene, as);
  await askByText(scene, as, merchant);
  await enterCards(scene, merchant, { id: 'payments.embed_token', gateway: GR4VY });
  await enterCards(scene, merchant, { id: 'payments.tokenization_key', gateway: NMI });
  await actOnDisputes(scene, as, merchant);
}

async function subscribe({ call, world, operator }: Scene, as: Seller) {
  const body = { customer_ref: CUSTOMER, amount: '9.90', currency: 'USD', interval: 'month' };
  const { subscription_id } = (await call('subscriptions.create', { ...as, body })).body;
  await world.drain();
  const params = { subscription_id: subscription_id as string };
  await call('subscriptions.read', { ...as, params });
  await call('subscriptions.list', as);
  await call('operator.subscriptions.list', operator);
  await call('operator.subscriptions.read', { ...operator, params });
  await call('subscriptions.cancel', { ...as, params, body: { at_period_end: true } });
}

async function askByText({ call, world, operator }: Scene, as: Seller, merchant: TestMerchant) {
  const { id } = (await call('text_to_pay.send', { ...as, body: REQUEST })).body;
  await call('text_to_pay.list', as);
  await payInvoice(world, await invoiceTextedTo(world, PHONE));
  await world.drain();
  await call('text_to_pay.read', { ...as, params: { request_id: id } });
  const other = (await sendText(world, merchant, REQUEST)).body;
  await call('text_to_pay.cancel', { ...as, params: { request_id: other.id } });
  await world.control('POST', 'faults', { operation: 'messages.send', mode: 'error', times: 1 });
  const stuck = (await sendText(world, merchant, REQUEST)).body;
  const params = { request_id: stuck.id as string };
  await call('operator.text_to_pay.settle', { ...operator, params, body: { status: 'pending' } });
}

async function enterCards(
  { call, world }: Scene,
  { key, channel_id }: TestMerchant,
  by: { id: OperationId; gateway: Gateway },
) {
  const merchant = await makeGatewayMerchant(world, { key, channel_id }, by.gateway);
  const { id } = (await makeSession(world, merchant, { amount: '42.00' })).body;
  await call(by.id, { body: { checkout_session_id: id } });
}

const ACTIONS: readonly [id: OperationId, action: string, body: JsonValue][] = [
  ['disputes.accept_claim', 'accept-claim', { note: 'We are sorry; here is your money back.' }],
  [
    'disputes.make_offer',
    'make-offer',
    { note: 'We are sorry. Would half be fair?', offer_type: 'REFUND', offer_amount: '10.00' },
  ],
  ['disputes.appeal', 'appeal', { notes: 'The parcel was delivered after the decision.' }],
  [
    'disputes.acknowledge_return_item',
    'acknowledge-return-item',
    { acknowledgement_type: 'ITEM_RECEIVED', note: 'It came back today.' },
  ],
];

async function actOnDisputes({ call, world, operator }: Scene, as: Seller, merchant: TestMerchant) {
  for (const [id, action, body] of ACTIONS) {
    const of = ACTION_CASES.find((one) => one.action === action)!;
    const dispute = await disputeFor({ world, merchant }, of);
    await call(id, { ...as, params: { dispute_id: dispute.id }, body });
  }
  const [message] = ACTION_CASES;
  const { id: dispute_id } = await disputeFor({ world, merchant }, message!);
  await world.control('POST', 'faults', { operation: 'disputes.act', mode: 'error', times: 1 });
  const path = `/api/merchants/disputes/${dispute_id}/${message!.action}`;
  await world.call('POST', path, { ...as, body: message!.body });
  await call('operator.disputes.settle', { ...operator, params: { dispute_id }, body: { was_given: false } });
}
