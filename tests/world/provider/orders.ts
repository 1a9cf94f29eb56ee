import { type TSchema, Type } from 'typebox';
import type { Described } from './described.ts';
import { CaptureBody, Refund } from './payments.ts';
import { Experience, ReadSource, SentSource } from './payment-source.ts';
import {
  AccountId,
  Address,
  closed,
  Email,
  GivenMoney,
  linksWith,
  listOf,
  Money,
  oneOf,
  open,
  PersonName,
  Phone,
  ResourceId,
  SentMoney,
  shared,
  text,
  ToldMoney,
  Time,
  Url,
  Word,
} from './scalars.ts';

const UNITS_MAX = 10;
const Intent = oneOf('CAPTURE AUTHORIZE');
const OrderStatus = oneOf('CREATED SAVED APPROVED VOIDED COMPLETED PAYER_ACTION_REQUIRED');
const BREAKDOWN = 'item_total shipping handling tax_total insurance shipping_discount discount';

/** A purchase unit over one kind of money: what is sent is held to more than what is told. */
function unitMembers(money: TSchema, amountWith: (breakdown: TSchema) => TSchema) {
  const breakdown = Object.fromEntries(BREAKDOWN.split(' ').map((name) => [name, money]));
  const item = closed(
    { name: text(127), unit_amount: money, quantity: text(10, '^[1-9][0-9]{0,9}$') },
    {
      tax: money,
      description: text(127),
      sku: text(127),
      category: oneOf('DIGITAL_GOODS PHYSICAL_GOODS DONATION'),
      url: Url,
      image_url: Url,
    },
  );
  const payee = closed({}, { merchant_id: AccountId, email_address: Email });
  return {
    amount: amountWith(closed({}, breakdown)),
    payee,
    more: {
      reference_id: text(256),
      description: text(127),
      custom_id: text(127),
      invoice_id: text(127),
      soft_descriptor: text(22),
      payment_instruction: closed(
        {},
        {
          platform_fees: listOf(closed({ amount: money }, { payee }), 1),
          disbursement_mode: oneOf('INSTANT DELAYED'),
          payee_pricing_tier_id: text(20),
          payee_receivable_fx_rate_id: text(4_000),
        },
      ),
      items: listOf(item, 100, 1),
      shipping: closed(
        {},
        {
          name: PersonName,
          type: oneOf('SHIPPING PICKUP_IN_PERSON PICKUP_IN_STORE PICKUP_FROM_PERSON'),
          address: Address,
          options: listOf(open({}), 10),
        },
      ),
      supplementary_data: open({}),
    },
  };
}

function withBreakdown(money: TSchema): (breakdown: TSchema) => TSchema {
  const { properties } = money as unknown as { properties: Record<string, TSchema> };
  return (breakdown) => Type.Unsafe({ ...money, properties: { ...properties, breakdown } });
}

const sent = unitMembers(SentMoney, withBreakdown(GivenMoney));
const told = unitMembers(Money, withBreakdown(ToldMoney));

const SentUnit = Type.Unsafe({
  ...closed({ amount: sent.amount, payee: sent.payee }, sent.more),
  // Items without their sum are refused.
  if: { required: ['items'] },
  then: {
    properties: {
      amount: { required: ['breakdown'], properties: { breakdown: { required: ['item_total'] } } },
    },
  },
});

const Payments = shared(
  'Payments',
  closed(
    {},
    {
      captures: listOf(CaptureBody, 100, 1),
      authorizations: listOf(open({ id: ResourceId }), 100),
      refunds: listOf(Refund, 1_000, 1),
    },
  ),
);

const Unit = closed({ amount: told.amount }, { ...told.more, payee: told.payee, payments: Payments });

const Payer = closed(
  {},
  {
    payer_id: AccountId,
    email_address: Email,
    name: PersonName,
    phone: Phone,
    address: Address,
    birth_date: text(10),
    tax_info: open({}),
  },
);

/** An order in full. */
export const Order = shared(
  'Order',
  closed(
    { id: ResourceId, status: OrderStatus, intent: Intent, purchase_units: listOf(Unit, UNITS_MAX, 1) },
    {
      links: linksWith('self'),
      payment_source: ReadSource,
      payer: Payer,
      processing_instruction: Word,
      create_time: Time,
      update_time: Time,
    },
  ),
);

const ShortOrder = closed(
  { id: ResourceId, status: OrderStatus, links: linksWith('self') },
  { payment_source: ReadSource },
);

// An answer in short names the captures all the same.
const ShortCapturedOrder = closed(
  {
    id: ResourceId,
    status: OrderStatus,
    purchase_units: listOf(closed({}, { reference_id: text(256), payments: Payments }), UNITS_MAX, 1),
  },
  { payment_source: ReadSource, payer: Payer, links: linksWith('self') },
);

const NewOrder = closed(
  { intent: Intent, purchase_units: listOf(SentUnit, UNITS_MAX, 1) },
  {
    payment_source: SentSource,
    // For what the provider's script attaches itself; older than the sources, which cannot be named empty.
    application_context: Experience,
    processing_instruction: oneOf('NO_INSTRUCTION ORDER_COMPLETE_ON_PAYMENT_APPROVAL'),
  },
);

const Patch = listOf(
  closed(
    { op: oneOf('add remove replace move copy test') },
    { path: text(1_000, '^/'), value: Type.Unknown(), from: text(1_000, '^/') },
  ),
  32_767,
  1,
);

const made = Type.Union([ShortOrder, Order]);
const captured = Type.Union([Order, ShortCapturedOrder]);

/** Orders: made, read, changed and captured by the platform in its own name. */
export const ORDER_CALLS: readonly Described[] = [
  {
    method: 'POST',
    path: '/v2/checkout/orders',
    family: 'orders',
    body: NewOrder,
    answers: { 200: made, 201: made },
    requestId: 'required',
  },
  {
    method: 'GET',
    path: '/v2/checkout/orders/{order_id}',
    family: 'orders',
    params: { order_id: ResourceId },
    query: closed({}, { fields: text(250) }),
    answers: { 200: Order },
  },
  {
    method: 'PATCH',
    path: '/v2/checkout/orders/{order_id}',
    family: 'orders',
    params: { order_id: ResourceId },
    body: Patch,
    answers: { 204: null },
  },
  {
    method: 'POST',
    path: '/v2/checkout/orders/{order_id}/capture',
    family: 'orders',
    params: { order_id: ResourceId },
    body: closed({}, { payment_source: SentSource }),
    answers: { 200: captured, 201: captured },
    requestId: 'required',
  },
];
