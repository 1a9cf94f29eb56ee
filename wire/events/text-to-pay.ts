import { type Static, Type } from 'typebox';
import { MERCHANT } from './one-shop.ts';
import {
  currency,
  from,
  merchant,
  minorUnits,
  of,
  text,
  textOrNull,
  time,
  timeOrNull,
  word,
  type EventDefinition,
} from './shapes.ts';

export const TextToPayPaidObject = Type.Object(
  {
    ...merchant,
    external_order_id: textOrNull("The payment request's own order number, null when it gave none."),
    id: Type.Optional(text('The payment request.')),
    status: Type.Optional(word(['paid'], 'The state of the payment request.')),
    amount_cents: Type.Optional(minorUnits("The amount in the currency's minor units.")),
    currency: Type.Optional(currency),
    topic: Type.Optional(text('What is paid for.')),
    transaction_id: Type.Optional(textOrNull('The transaction, null when there is none.')),
    resolved_at: Type.Optional(timeOrNull('When it was paid.')),
    created_at: Type.Optional(time('When the request was made.')),
  },
  of('text_to_pay.paid'),
);

const TEXT_TO_PAY_PAID: Static<typeof TextToPayPaidObject> = {
  ...MERCHANT,
  external_order_id: 'invoice-204',
  id: '019b7a12-8e40-7a0b-b3c4-d5e6f7081920',
  status: 'paid',
  amount_cents: 15000,
  currency: 'USD',
  topic: 'Boiler service',
  transaction_id: '019b7a19-6f20-7d4e-8f50-617283940a5b',
  resolved_at: '2026-01-01T15:12:00.000Z',
  created_at: '2026-01-01T15:00:00.000Z',
};

export const TEXT_TO_PAY_EVENTS = {
  'text_to_pay.paid': {
    ...from('payment-requests', 'request', 'The request sent by text message was paid.'),
    object: TextToPayPaidObject,
    example: TEXT_TO_PAY_PAID,
  },
} as const satisfies Record<string, EventDefinition>;
