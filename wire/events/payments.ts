import { type Static, Type } from 'typebox';
import type { TRANSACTION_STATUSES } from '../transactions/schemas.ts';
import { CAPTURE, MERCHANT, ORDER, PAYMENT_ID } from './one-shop.ts';
import {
  currency,
  from,
  merchant,
  minorUnits,
  nothingYet,
  of,
  order,
  text,
  textOrNull,
  time,
  word,
  type EventDefinition,
} from './shapes.ts';

const payment = {
  id: text('The transaction, never the event.'),
  ...merchant,
  ...order,
  provider: text('The code of the payment provider.'),
  provider_order_id: text("The provider's order."),
  amount_cents: minorUnits("The amount in the currency's minor units."),
  currency,
  platform_fee_cents: minorUnits('The platform fee in minor units.'),
  created_at: time('When the transaction was created.'),
};

const untaken = {
  ...payment,
  provider_order_id: textOrNull("The provider's order; null for a charge that the provider made none of."),
  provider_capture_id: textOrNull("The provider's capture; null before there is one."),
  captured_at: nothingYet('Null: no money was taken.'),
  refunded_at: nothingYet('Null: no money was taken.'),
};

/** What every event of a payment that was taken holds. */
export const taken = {
  ...payment,
  provider_capture_id: text('What a refund addresses.'),
  captured_at: time('When the money was taken.'),
};

const status = <const Status extends (typeof TRANSACTION_STATUSES)[number]>(value: Status) =>
  word([value], 'The state of the transaction.');

export const PaymentCreatedObject = Type.Object(
  { ...untaken, status: status('created') },
  of('payment.created'),
);
export const PaymentApprovedObject = Type.Object(
  { ...untaken, status: status('approved') },
  of('payment.approved'),
);

export const PaymentCapturedObject = Type.Object(
  { ...taken, status: status('captured'), refunded_at: nothingYet('Null: nothing was returned.') },
  of('payment.captured'),
);

export const PaymentFailedObject = Type.Object(
  {
    ...untaken,
    status: status('failed'),
    reason: text("The provider's own words for what failed."),
    provider_status: Type.Optional(text('The state the provider gave with it, when it gave one.')),
    debug_id: Type.Optional(text("What the provider's support asks for, when it gave one.")),
  },
  of('payment.failed'),
);

const PAYMENT = {
  ...MERCHANT,
  ...ORDER,
  id: PAYMENT_ID,
  provider: 'ppcp',
  provider_order_id: '5O190127TN364715T',
  amount_cents: 4200,
  currency: 'USD',
  platform_fee_cents: 122,
  created_at: '2026-01-01T00:00:50.000Z',
};
const UNTAKEN = { ...PAYMENT, provider_capture_id: null, captured_at: null, refunded_at: null };
export const TAKEN = { ...PAYMENT, provider_capture_id: CAPTURE, captured_at: '2026-01-01T00:01:30.000Z' };

const PAYMENT_CREATED: Static<typeof PaymentCreatedObject> = { ...UNTAKEN, status: 'created' };
const PAYMENT_APPROVED: Static<typeof PaymentApprovedObject> = {
  ...UNTAKEN,
  status: 'approved',
};

const PAYMENT_CAPTURED: Static<typeof PaymentCapturedObject> = {
  ...TAKEN,
  refunded_at: null,
  status: 'captured',
};

const PAYMENT_FAILED: Static<typeof PaymentFailedObject> = {
  ...UNTAKEN,
  status: 'failed',
  reason: 'PAYEE_ACCOUNT_RESTRICTED',
  provider_status: 'DECLINED',
  debug_id: 'f2c1a7d3b5e60',
};

const CAPTURED =
  'The money has been taken. This is the event to fulfil an order on; a second delivery of it changes nothing.';
const FAILED =
  'One attempt to pay has ended, the session has not: the buyer may try again, so keep the order. A decline that ' +
  'the buyer can act on raises no event.';

export const PAYMENT_EVENTS = {
  'payment.created': {
    ...from(
      'orders',
      'session',
      'A buyer began to pay: an order stands at the provider. No money has moved.',
    ),
    object: PaymentCreatedObject,
    example: PAYMENT_CREATED,
  },
  'payment.approved': {
    ...from('payments', 'session', 'The buyer approved the order. No money has moved yet.'),
    object: PaymentApprovedObject,
    example: PAYMENT_APPROVED,
  },
  'payment.captured': {
    ...from('payments', 'session', CAPTURED),
    object: PaymentCapturedObject,
    example: PAYMENT_CAPTURED,
  },
  'payment.failed': {
    ...from('payments', 'session', FAILED),
    object: PaymentFailedObject,
    example: PAYMENT_FAILED,
  },
} as const satisfies Record<string, EventDefinition>;
