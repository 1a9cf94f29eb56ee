import { Type } from 'typebox';
import { ONBOARDING_STATUSES, WALLET_CONNECTION_STATUSES, WALLET_STATUS_REASONS } from './merchant.ts';
import { nullable } from './shapes.ts';
import type { TRANSACTION_STATUSES } from './transaction.ts';

// What the `data.object` of each type of event holds: required keys are always there, optional ones when there is
// something to say. Receivers take further keys as they come; that we send none is what the tests make sure of.

const text = (description: string) => Type.String({ description });
const textOrNull = (description: string) => nullable(text(description));
const time = (description: string) => Type.String({ format: 'date-time', description });
const timeOrNull = (description: string) => nullable(time(description));
const minorUnits = (description: string) => Type.Integer({ minimum: 0, description });
const flag = (description: string) => Type.Boolean({ description });
const word = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], description });
const nothingYet = (description: string) => Type.Null({ description });
const currency = Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217.' });

const of = (type: string) => ({ description: `\`data.object\` of ${type}. Further fields may be added.` });

const merchant = { merchant_id: text('The merchant it is about, on every event of every type.') };
const order = {
  external_order_id: textOrNull("The channel's own order number, null when it gave none."),
  checkout_session_id: textOrNull('The session, null where there is none.'),
};

export const CheckoutSessionCreatedObject = Type.Object(
  {
    id: text('The session.'),
    ...merchant,
    ...order,
    checkout_session_id: text('The session.'),
    amount: text('The amount as a decimal, without trailing zeros.'),
    amount_cents: minorUnits("The amount in the currency's minor units."),
    currency,
    status: word(['open'], 'The state of the session.'),
    description: textOrNull('As the session was created with.'),
    expires_at: time('When the session ends.'),
    created_at: time('When it was created.'),
  },
  of('checkout.session.created'),
);

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

const taken = {
  ...payment,
  provider_capture_id: text('What a refund addresses.'),
  captured_at: time('When the money was taken.'),
};

const status = (value: (typeof TRANSACTION_STATUSES)[number]) =>
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

const disputed = {
  status: text("The dispute's present state at the provider."),
  reason: textOrNull('Why the buyer disputes.'),
};

const dispute = (type: 'dispute.created' | 'dispute.updated' | 'dispute.resolved') =>
  Type.Object(
    {
      id: text("The service's id of the dispute."),
      event_type: word([type], 'The type of this event.'),
      ...merchant,
      ...order,
      ...disputed,
      transaction_id: textOrNull('The transaction, null when the payment was not matched.'),
      provider: text('The code of the payment provider.'),
      provider_dispute_id: text("The provider's id of the dispute."),
      provider_transaction_id: textOrNull("The provider's id of the disputed payment."),
      amount: nullable(Type.Number({ description: "The disputed amount, in the currency's own units." })),
      currency,
      response_deadline: timeOrNull('Until when an answer counts.'),
      outcome: textOrNull('How it ended; null before.'),
    },
    of(type),
  );

export const DisputeCreatedObject = dispute('dispute.created');
export const DisputeUpdatedObject = dispute('dispute.updated');
export const DisputeResolvedObject = dispute('dispute.resolved');

export const DisputeEvidenceDeadlineApproachingObject = Type.Object(
  {
    dispute_id: text("The provider's id; match it with `provider_dispute_id` of the other dispute events."),
    ...merchant,
    ...order,
    ...disputed,
    response_deadline: time('Until when an answer counts.'),
  },
  of('dispute.evidence_deadline_approaching'),
);

export const MerchantOnboardingUpdatedObject = Type.Object(
  {
    id: text('The merchant.'),
    ...merchant,
    onboarding_status: word(ONBOARDING_STATUSES, 'How far onboarding is.'),
    wallet_connection_status: word(WALLET_CONNECTION_STATUSES, 'Only `connected` can be charged.'),
    wallet_status_reason: nullable(word(WALLET_STATUS_REASONS, 'What blocks the merchant, or null.')),
    payments_enabled: flag('Whether payments may be taken.'),
    checkout_enabled: flag('Whether a payment may be created.'),
  },
  of('merchant.onboarding_updated'),
);

export const DISABLED_REASONS = [
  'wallet_consent_revoked',
  'wallet_status_not_ready',
  'merchant_disconnected',
  'wallet_capture_payee_not_verified',
  'admin_wallet_link_released',
] as const;

export const MerchantPaymentsDisabledObject = Type.Object(
  {
    id: text('The merchant.'),
    ...merchant,
    reason: word(DISABLED_REASONS, 'What stopped them.'),
    wallet_merchant_id: Type.Optional(text('The connection that stopped; with a released link only.')),
  },
  of('merchant.payments_disabled'),
);

const subscription = (type: string) =>
  Type.Object(
    {
      subscription_id: text('The subscription; the key to match on.'),
      ...merchant,
      id: Type.Optional(text('The subscription.')),
      customer_ref: Type.Optional(text('Whose saved instrument is charged.')),
      amount: Type.Optional(text('The amount of a period as a decimal, without trailing zeros.')),
      amount_cents: Type.Optional(minorUnits("The amount of a period in the currency's minor units.")),
      currency: Type.Optional(currency),
      interval: Type.Optional(word(['day', 'week', 'month', 'year'], 'The unit of a period.')),
      interval_count: Type.Optional(Type.Integer({ minimum: 1, description: 'How many units it lasts.' })),
      status: Type.Optional(
        word(['active', 'past_due', 'canceled'], 'The present state of the subscription.'),
      ),
      current_period_start: Type.Optional(time('When the present period began.')),
      current_period_end: Type.Optional(time('When it ends.')),
      next_charge_at: Type.Optional(timeOrNull('When it is charged next; null when it is not.')),
      transaction_id: Type.Optional(textOrNull('The charge it is about, null when none was made.')),
      reason: Type.Optional(textOrNull("The provider's own words for a charge that failed.")),
      created_at: Type.Optional(time('When the subscription began.')),
    },
    of(type),
  );

export const SubscriptionCreatedObject = subscription('subscription.created');
export const SubscriptionChargedObject = subscription('subscription.charged');
export const SubscriptionPaymentFailedObject = subscription('subscription.payment_failed');
export const SubscriptionPastDueObject = subscription('subscription.past_due');
export const SubscriptionCanceledObject = subscription('subscription.canceled');

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
