import { Type } from 'typebox';
import type { Notes } from '../notes.ts';
import { Amount, closed, Currency, DateTime, nullable, oneOf, page, pageOf, Prose, Uuid } from '../shapes.ts';
import { CUSTOMER_REF_MAX } from '../vault/schemas.ts';

export const SUBSCRIPTION_STATUSES = ['active', 'past_due', 'canceled'] as const;
export const SUBSCRIPTION_INTERVALS = ['day', 'week', 'month', 'year'] as const;
const INTERVAL_COUNT_MAX = 365;

const CustomerRef = Type.String({ minLength: 1, maxLength: CUSTOMER_REF_MAX });

export const NewSubscription = Type.Object(
  {
    customer_ref: CustomerRef,
    amount: Amount({ positive: true }),
    currency: Type.Optional(Currency),
    interval: oneOf(SUBSCRIPTION_INTERVALS),
    interval_count: Type.Optional(Type.Integer({ minimum: 1, maximum: INTERVAL_COUNT_MAX, default: 1 })),
    start_at: Type.Optional(nullable(Type.String({ format: 'iso-date-time' }))),
    description: Type.Optional(nullable(Prose({ maxLength: 127 }))),
  },
  closed,
);

const fields = {
  subscription_id: Uuid,
  customer_ref: Type.String(),
  amount: Type.String(),
  currency: Type.String(),
  interval: oneOf(SUBSCRIPTION_INTERVALS),
  interval_count: Type.Integer(),
  status: oneOf(SUBSCRIPTION_STATUSES),
  current_period_start: DateTime,
  current_period_end: DateTime,
  next_charge_at: nullable(DateTime),
  created_at: DateTime,
};

export const Subscription = Type.Object(fields, closed);
export const SubscriptionPage = pageOf(Subscription);

const filter = {
  status: Type.Optional(oneOf(SUBSCRIPTION_STATUSES)),
  customer_ref: Type.Optional(CustomerRef),
};
export const SubscriptionsQuery = Type.Object({ ...filter, ...page({ default: 20, max: 100 }) }, closed);
export const SubscriptionPath = Type.Object({ subscription_id: Uuid }, closed);
export const SubscriptionCancel = Type.Object({ at_period_end: Type.Optional(Type.Boolean()) }, closed);

const operated = {
  ...fields,
  merchant_id: Uuid,
  channel_id: nullable(Type.String()),
  description: nullable(Type.String()),
  ends_with_period: Type.Boolean(),
  period: Type.Integer(),
  failures: Type.Integer(),
  failing_since: nullable(DateTime),
  last_problem: nullable(Type.String()),
  due_at: nullable(DateTime),
  ended_at: nullable(DateTime),
};

export const OperatedSubscriptionPage = pageOf(Type.Object(operated, closed));
export const OperatedSubscriptionsQuery = Type.Object(
  { merchant_id: Type.Optional(Uuid), ...filter, ...page({ default: 50, max: 200 }) },
  closed,
);

const SubscriptionCharge = Type.Object(
  {
    period: Type.Integer(),
    try: Type.Integer(),
    outcome: oneOf(['charged', 'failed']),
    transaction_id: nullable(Type.String()),
    reason: nullable(Type.String()),
    ended_at: DateTime,
  },
  closed,
);
export const OperatedSubscription = Type.Object(
  { ...operated, charges: Type.Array(SubscriptionCharge) },
  closed,
);

/** What fields mean. */
export const NOTES = {
  'Subscription.subscription_id': 'Reading and canceling address it.',
  'Subscription.customer_ref': 'Whose saved instrument is charged.',
  'Subscription.amount': 'What a period costs, in the currency’s own units.',
  'Subscription.interval': 'The unit that a period is counted in.',
  'Subscription.interval_count': 'How many of these units a period is long.',
  'Subscription.status':
    'active: also while a charge that failed is tried again. past_due: its tries are used up. canceled: nothing is charged ' +
    'any more.',
  'SubscriptionCancel.at_period_end': 'Let the period that is paid for run out first.',
  'OperatedSubscription.description': 'What buyers and provider read of each charge.',
  'OperatedSubscription.ends_with_period': 'It is canceled when the present period is over.',
  'OperatedSubscription.period': 'Which period is charged next, counted from 0.',
  'OperatedSubscription.failures': 'How many tries of that period have failed.',
  'OperatedSubscription.last_problem': 'Why the last try failed, or why its outcome is not known.',
  'OperatedSubscription.charges': 'Every try that has ended.',
  'OperatedSubscription.charges.period': 'Which period it was for, counted from 0.',
  'OperatedSubscription.charges.try': 'Which try of that period it was, counted from 1.',
  'OperatedSubscription.charges.outcome': 'Whether it took the money.',
  'OperatedSubscription.charges.transaction_id': 'The charge; null where none was made.',
  'OperatedSubscription.charges.reason': 'Why it failed; null when it did not.',
  'NewSubscription.start_at': 'When the first period begins: left out or null, now.',
  'NewSubscription.description': 'What buyers and provider read of each charge.',
  'Subscription.current_period_start': 'When the present period begins.',
  'Subscription.current_period_end': 'When the present period ends.',
  'Subscription.next_charge_at': 'When it is charged next; null when it is not.',
  'OperatedSubscription.failing_since': 'When the first of those tries failed; null when none has.',
  'OperatedSubscription.due_at': 'When the service turns to it next; null when by itself never.',
  'OperatedSubscription.charges.ended_at': 'When its outcome was known.',
} as const satisfies Notes;
