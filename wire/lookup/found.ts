import { Type } from 'typebox';
import { DISPUTE_ACTIONS } from '../disputes/schemas.ts';
import type { Notes } from '../notes.ts';
import { closed, DateTime, nullable, oneOf, Uuid } from '../shapes.ts';
import { SUBSCRIPTION_STATUSES } from '../subscriptions/schemas.ts';
import { TransactionRefund } from '../transactions/schemas.ts';

export const FoundSession = Type.Object(
  {
    id: Type.String(),
    status: oneOf(['open', 'capturing', 'completed', 'expired']),
    provider: nullable(Type.String()),
    amount_cents: Type.Integer(),
    currency: Type.String(),
    external_order_id: nullable(Type.String()),
    description: nullable(Type.String()),
    created_at: DateTime,
    expires_at: DateTime,
  },
  closed,
);

export const FoundAttempt = Type.Object(
  {
    id: Uuid,
    transaction_id: Uuid,
    state: oneOf(['sending', 'unknown', 'pending', 'done', 'refused']),
    failure_code: nullable(Type.String()),
    checks: Type.Integer(),
    next_check_at: nullable(DateTime),
    last_problem: nullable(Type.String()),
    created_at: DateTime,
    updated_at: DateTime,
  },
  closed,
);

export const FoundCharge = Type.Object(
  {
    transaction_id: Uuid,
    vault_token_id: Uuid,
    idempotency_key: nullable(Type.String()),
    state: oneOf(['sending', 'unknown', 'done', 'refused']),
    refusal: nullable(Type.String()),
    created_at: DateTime,
  },
  closed,
);

export const FoundRefund = Type.Object(
  {
    id: Uuid,
    transaction_id: Uuid,
    provider_refund_id: nullable(Type.String()),
    ...TransactionRefund.properties,
  },
  closed,
);

export const FoundAnswer = Type.Object(
  {
    id: Uuid,
    dispute_id: Uuid,
    action: oneOf(DISPUTE_ACTIONS),
    state: oneOf(['sending', 'unknown', 'done', 'refused']),
    refusal: nullable(Type.String()),
    actor: Type.String(),
    created_at: DateTime,
  },
  closed,
);

export const FoundSaving = Type.Object(
  {
    id: Uuid,
    customer_ref: Type.String(),
    provider: Type.String(),
    provider_setup_id: nullable(Type.String()),
    state: oneOf(['created', 'saving', 'unknown', 'saved', 'failed']),
    failure_code: nullable(Type.String()),
    created_at: DateTime,
  },
  closed,
);

export const FoundRequest = Type.Object(
  {
    id: Uuid,
    state: oneOf(['sending', 'unknown', 'pending', 'paid', 'expired', 'canceled', 'refused']),
    refusal: nullable(Type.String()),
    provider: Type.String(),
    provider_invoice_id: nullable(Type.String()),
    amount_cents: Type.Integer(),
    currency: Type.String(),
    external_order_id: nullable(Type.String()),
    transaction_id: nullable(Uuid),
    created_at: DateTime,
    expires_at: DateTime,
    resolved_at: nullable(DateTime),
  },
  closed,
);

export const FoundSubscriptionCharge = Type.Object(
  {
    subscription_id: Uuid,
    status: oneOf(SUBSCRIPTION_STATUSES),
    customer_ref: Type.String(),
    transaction_id: Uuid,
    period: Type.Integer(),
    try: Type.Integer(),
    outcome: oneOf(['charged', 'failed']),
    reason: nullable(Type.String()),
    ended_at: DateTime,
  },
  closed,
);

/** What fields mean. */
export const NOTES = {
  'FoundSession.status': 'Where it stands.',
  'FoundSession.provider': 'Its payment provider; null where it goes by its merchant’s.',
  'FoundSession.description': 'What is paid for.',
  'FoundAttempt.state':
    'sending: the call is under way. unknown: nobody knows. pending: the provider holds the money back.',
  'FoundAttempt.failure_code': 'Why no money was taken; null where that is not known to be so.',
  'FoundAttempt.checks': 'How often the provider was asked about it since.',
  'FoundAttempt.next_check_at': 'When it is asked next; null once it is settled.',
  'FoundCharge.vault_token_id': 'The instrument.',
  'FoundCharge.idempotency_key': 'The key that it was asked for under; null once that is free again.',
  'FoundCharge.state': 'sending: the call is under way. unknown: nobody knows.',
  'FoundCharge.refusal': 'Why it was refused, by name.',
  'FoundRefund.provider_refund_id': 'The provider’s id of it; null where none is known.',
  'FoundRefund.refund_request_id': 'As in `payment.refunded`; null for what others returned.',
  'FoundAnswer.dispute_id': 'The dispute.',
  'FoundAnswer.action': 'What was answered.',
  'FoundAnswer.state': 'sending: the call is under way. unknown: nobody knows.',
  'FoundAnswer.refusal': 'Why it was refused, by name.',
  'FoundAnswer.actor': 'Who gave it, as in the audit trail.',
  'FoundSaving.customer_ref': 'The channel’s own id of the customer.',
  'FoundSaving.provider_setup_id': 'The provider’s id of it, which stands for that of an order.',
  'FoundSaving.state': 'Where it stands.',
  'FoundSaving.failure_code': 'Why nothing was saved.',
  'FoundRequest.state': 'Where it stands. unknown: nobody knows whether it was sent.',
  'FoundRequest.refusal': 'Why it was refused, by name.',
  'FoundRequest.provider_invoice_id': 'The provider’s id of the invoice.',
  'FoundRequest.resolved_at': 'When it came to its end; null before.',
  'FoundSubscriptionCharge.subscription_id': 'The subscription.',
  'FoundSubscriptionCharge.status': 'Where the subscription stands.',
  'FoundSubscriptionCharge.customer_ref': 'The channel’s own id of the customer.',
  'FoundSubscriptionCharge.period': 'Which period it is of, counted from 0.',
  'FoundSubscriptionCharge.try': 'Which try of that period it was.',
  'FoundSubscriptionCharge.outcome': 'Whether the money was taken.',
  'FoundSubscriptionCharge.reason': 'Why not.',
} as const satisfies Notes;
