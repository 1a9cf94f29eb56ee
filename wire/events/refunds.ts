import { type Static, Type } from 'typebox';
import { TAKEN, taken } from './payments.ts';
import { flag, from, minorUnits, of, text, timeOrNull, word, type EventDefinition } from './shapes.ts';

export const PaymentRefundedObject = Type.Object(
  {
    ...taken,
    status: word(['captured', 'refunded'], '`captured` until everything is returned.'),
    refunded_at: timeOrNull('When the last of it was returned; null after a partial refund.'),
    total_refunded_cents: minorUnits('Everything returned so far, this refund included.'),
    partial: Type.Optional(flag('True exactly while less is returned than was captured.')),
    refund_amount_cents: Type.Optional(minorUnits('This refund alone.')),
    platform_fee_refund_cents: Type.Optional(
      minorUnits('The fee returned with this refund, when one was recorded.'),
    ),
    total_platform_fee_refunded_cents: Type.Optional(
      minorUnits('All fee returned so far, when any was recorded.'),
    ),
    wallet_refund_id: Type.Optional(text("The provider's id of this refund.")),
    refund_request_id: Type.Optional(
      text('The same on every delivery about one refund of the API; only there.'),
    ),
    reversal: Type.Optional(
      flag('True when the provider took the money back; such an event carries the totals only.'),
    ),
  },
  of('payment.refunded'),
);

const PAYMENT_REFUNDED: Static<typeof PaymentRefundedObject> = {
  ...TAKEN,
  refunded_at: null,
  status: 'captured',
  partial: true,
  refund_amount_cents: 1250,
  total_refunded_cents: 1250,
  platform_fee_refund_cents: 36,
  total_platform_fee_refunded_cents: 36,
  wallet_refund_id: '1JU08902781691411',
  refund_request_id: '019b7710-27a0-7f3c-8a41-6d0c9e52b7f4',
};

const REFUNDED =
  'Money was returned, by the API, by the provider or by a reversal. After a partial refund `status` stays ' +
  '`captured`: go by `total_refunded_cents`.';

export const REFUND_EVENTS = {
  'payment.refunded': {
    ...from('returns', 'session', REFUNDED),
    object: PaymentRefundedObject,
    example: PAYMENT_REFUNDED,
  },
} as const satisfies Record<string, EventDefinition>;
