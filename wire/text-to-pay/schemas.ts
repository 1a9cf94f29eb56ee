import { Type } from 'typebox';
import type { Notes } from '../notes.ts';
import { closed, DateTime, nullable, oneOf, page, pageOf, Prose, Uuid } from '../shapes.ts';

export const TEXT_TO_PAY_STATUSES = ['sending', 'pending', 'paid', 'expired', 'canceled'] as const;

const NAME_MAX = 60;
const TOPIC_MAX = 120;
const EXTERNAL_ORDER_ID_MAX = 100;
const AMOUNT_CENTS_MAX = 1_000_000;
// Longer than any number is written.
const PHONE_MAX = 64;

export const NewTextToPayRequest = Type.Object(
  {
    phone: Type.String({ minLength: 1, maxLength: PHONE_MAX }),
    amount_cents: Type.Integer({ exclusiveMinimum: 0, maximum: AMOUNT_CENTS_MAX }),
    first_name: Prose({ minLength: 1, maxLength: NAME_MAX }),
    last_name: Prose({ minLength: 1, maxLength: NAME_MAX }),
    topic: Prose({ minLength: 1, maxLength: TOPIC_MAX }),
    instructions: Prose({ minLength: 3, maxLength: 500 }),
    external_order_id: Type.Optional(nullable(Type.String({ maxLength: EXTERNAL_ORDER_ID_MAX }))),
  },
  closed,
);

export const TextToPayRequest = Type.Object(
  {
    id: Uuid,
    status: oneOf(TEXT_TO_PAY_STATUSES),
    provider_status: nullable(Type.String()),
    phone: Type.String(),
    customer_first_name: Type.String(),
    customer_last_name: Type.String(),
    amount_cents: Type.Integer(),
    currency: Type.String(),
    topic: Type.String(),
    instructions: Type.String(),
    external_order_id: nullable(Type.String()),
    transaction_id: nullable(Uuid),
    expires_at: nullable(DateTime),
    resolved_at: nullable(DateTime),
    last_polled_at: nullable(DateTime),
    created_at: DateTime,
  },
  closed,
);

export const TextToPayPage = pageOf(TextToPayRequest);
export const TextToPayQuery = Type.Object(
  { status: Type.Optional(oneOf(TEXT_TO_PAY_STATUSES)), ...page({ default: 20, max: 100 }) },
  closed,
);
export const TextToPayPath = Type.Object({ request_id: Uuid }, closed);
export const TextToPaySettlement = Type.Object({ status: oneOf(['pending', 'canceled']) }, closed);

/** What fields mean. */
export const NOTES = {
  'NewTextToPayRequest.phone': 'A mobile number of the United States or Canada, in any usual writing.',
  'NewTextToPayRequest.amount_cents': "In the minor units of the merchant's settlement currency.",
  'NewTextToPayRequest.topic': 'What is paid for; the message says so.',
  'NewTextToPayRequest.instructions': 'What the payer reads on the invoice.',
  'NewTextToPayRequest.external_order_id': 'Kept here, and told to no provider.',
  'TextToPayRequest.phone': 'The number with its country, as it is texted to.',
  'TextToPayRequest.provider_status':
    "The provider's word on the invoice; `undelivered` or `failed` while the message did not reach its phone.",
  'TextToPayRequest.transaction_id':
    'The payment, once it is paid; null where the merchant was paid elsewhere.',
  'TextToPayRequest.expires_at': 'Until when it can be paid.',
  'TextToPayRequest.last_polled_at': 'When the invoice was read at the provider last.',
  'TextToPayRequest.status':
    'sending: the message is under way. pending: it waits for the payer. What expired or was canceled may turn out paid.',
  'TextToPayRequest.customer_first_name': 'Whom the message addresses.',
  'TextToPayRequest.customer_last_name': 'Whom the invoice is made out to, with the first name.',
  'TextToPayRequest.topic': 'What is paid for.',
  'TextToPayRequest.instructions': 'What the payer reads on the invoice.',
  'TextToPaySettlement.status':
    'pending: the message was sent after all. canceled: the request is withdrawn.',
  'NewTextToPayRequest.first_name': 'Whom the message addresses.',
  'NewTextToPayRequest.last_name': 'Whom the invoice is made out to, with the first name.',
  'TextToPayRequest.resolved_at': 'When it was paid or ended; null while it can be paid.',
} as const satisfies Notes;
