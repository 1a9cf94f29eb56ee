import { Type } from 'typebox';
import { Dispute } from '../disputes/schemas.ts';
import type { Notes } from '../notes.ts';
import { Unsettled } from '../operator/schemas.ts';
import { Difference } from '../reconciliation/schemas.ts';
import { closed, nullable, oneOf, Uuid } from '../shapes.ts';
import { Transaction } from '../transactions/schemas.ts';
import { OperatorEvent } from '../webhooks/schemas.ts';
import {
  FoundAnswer,
  FoundAttempt,
  FoundCharge,
  FoundRefund,
  FoundRequest,
  FoundSaving,
  FoundSession,
  FoundSubscriptionCharge,
} from './found.ts';

const NAMED_MAX = 255;

const LOOKED_UP_KINDS = [
  'session',
  'transaction',
  'attempt',
  'refund',
  'dispute',
  'answer',
  'saving',
  'payment_request',
  'subscription',
  'event',
] as const;

const FOUND_BY = [
  'id',
  'provider_order_id',
  'provider_capture_id',
  'provider_refund_id',
  'provider_dispute_id',
  'provider_invoice_id',
  'external_order_id',
  'idempotency_key',
] as const;

export const LookupQuery = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: NAMED_MAX, 'x-strip': true }),
    merchant_id: Type.Optional(Uuid),
  },
  closed,
);

const Hit = Type.Object(
  {
    kind: oneOf(LOOKED_UP_KINDS),
    found_by: oneOf(FOUND_BY),
    id: Type.String(),
    merchant_id: Uuid,
    checkout_session_id: nullable(Type.String()),
    transaction_id: nullable(Uuid),
  },
  closed,
);

export const FoundPayment = Type.Object(
  {
    channel_id: nullable(Uuid),
    channel_name: nullable(Type.String()),
    merchant_id: Uuid,
    merchant_name: Type.String(),
    needs_person: Type.Boolean(),
    session: nullable(FoundSession),
    transactions: Type.Array(Transaction),
    attempts: Type.Array(FoundAttempt),
    charges: Type.Array(FoundCharge),
    refunds: Type.Array(FoundRefund),
    disputes: Type.Array(Dispute),
    answers: Type.Array(FoundAnswer),
    savings: Type.Array(FoundSaving),
    payment_requests: Type.Array(FoundRequest),
    subscription_charges: Type.Array(FoundSubscriptionCharge),
    unsettled: Type.Array(Unsettled),
    differences: Type.Array(Difference),
    events: Type.Array(OperatorEvent),
  },
  closed,
);

export const Lookup = Type.Object(
  {
    id: Type.String(),
    hits: Type.Array(Hit),
    has_more: Type.Boolean(),
    payments: Type.Array(FoundPayment),
  },
  closed,
);

/** What fields mean. */
export const NOTES = {
  'Lookup.id': 'What was asked for.',
  'Lookup.hits': 'Each thing that is known by it.',
  'Lookup.has_more':
    'There is more than is answered: name the merchant, or ask for one of the hits by its own id.',
  'Lookup.payments':
    'The first five payments that the hits belong to, in their order; none where they belong to none.',
  'Lookup.hits.kind': 'What it is.',
  'Lookup.hits.found_by': 'Which of its ids that is.',
  'Lookup.hits.id': 'Its own id here.',
  'Lookup.hits.checkout_session_id': 'The session that it belongs to; null where that is none.',
  'Lookup.hits.transaction_id': 'The transaction that it belongs to; null where that is none.',
  'FoundPayment.channel_name': 'What that channel is called; null for a merchant without one.',
  'FoundPayment.merchant_name': 'What the merchant is called.',
  'FoundPayment.needs_person':
    'Something of it waits for a person: one of `unsettled` says so, or one of `differences` is open.',
  'FoundPayment.session': 'What was to be paid; null where no session was made for it.',
  'FoundPayment.transactions': 'The last tries to pay it, twenty at most, the newest first.',
  'FoundPayment.attempts': 'The calls that may have taken the money, the newest first.',
  'FoundPayment.charges': 'What was charged by a saved instrument.',
  'FoundPayment.refunds': 'What went back or was asked to, the newest first.',
  'FoundPayment.disputes': 'What was disputed of it, the newest first.',
  'FoundPayment.answers': 'What was answered to those disputes, the newest first.',
  'FoundPayment.savings': 'The tries to save an instrument through its session, the newest first.',
  'FoundPayment.payment_requests': 'The payment request that it pays.',
  'FoundPayment.subscription_charges': 'The tries of a subscription’s charge that it was.',
  'FoundPayment.unsettled': 'What of it no provider has settled, the oldest first.',
  'FoundPayment.differences': 'What the provider’s books say otherwise of it and nobody has dealt with.',
  'FoundPayment.events': 'What was told of it, fifty at most, the newest first.',
} as const satisfies Notes;
