import { type Static, type TSchema, Type } from 'typebox';
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

const transaction_id = Type.Optional(textOrNull('The charge it is about, null when none was made.'));
const charge = {
  transaction_id,
  reason: Type.Optional(
    text("Why the charge failed: the provider's own code for it, or our words where none was asked."),
  ),
};
const ended = {
  reason: Type.Optional(word(['requested', 'unpaid'], 'Whether it was asked for, or nobody paid.')),
};

const subscription = <T extends Readonly<Record<string, TSchema>>>(type: string, told: T) =>
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
      current_period_start: Type.Optional(
        time('When the present period began; of a charge, the period that it paid.'),
      ),
      current_period_end: Type.Optional(time('When it ends.')),
      next_charge_at: Type.Optional(timeOrNull('When it is charged next; null when it is not.')),
      created_at: Type.Optional(time('When the subscription was made.')),
      ...told,
    },
    of(type),
  );

export const SubscriptionCreatedObject = subscription('subscription.created', {});
export const SubscriptionChargedObject = subscription('subscription.charged', { transaction_id });
export const SubscriptionPaymentFailedObject = subscription('subscription.payment_failed', charge);
export const SubscriptionPastDueObject = subscription('subscription.past_due', charge);
export const SubscriptionCanceledObject = subscription('subscription.canceled', ended);

const SUBSCRIPTION = {
  ...MERCHANT,
  subscription_id: '019b76e0-1d80-7b6a-a4f8-2c9e70d3b518',
  id: '019b76e0-1d80-7b6a-a4f8-2c9e70d3b518',
  customer_ref: 'customer-77',
  amount: '9.9',
  amount_cents: 990,
  currency: 'USD',
  interval: 'month',
  interval_count: 1,
  status: 'active',
  current_period_start: '2026-01-01T00:00:00.000Z',
  current_period_end: '2026-02-01T00:00:00.000Z',
  next_charge_at: '2026-02-01T00:00:00.000Z',
  created_at: '2026-01-01T00:00:00.000Z',
} as const;

const SUBSCRIPTION_CREATED: Static<typeof SubscriptionCreatedObject> = SUBSCRIPTION;
const SUBSCRIPTION_CHARGED: Static<typeof SubscriptionChargedObject> = {
  ...SUBSCRIPTION,
  transaction_id: '019b76e0-2940-7c8d-9e1f-40a5b6c7d8e9',
};
const SUBSCRIPTION_PAYMENT_FAILED: Static<typeof SubscriptionPaymentFailedObject> = {
  ...SUBSCRIPTION,
  transaction_id: '019b76e0-2940-7c8d-9e1f-40a5b6c7d8e9',
  reason: 'INSTRUMENT_DECLINED',
};
const SUBSCRIPTION_PAST_DUE: Static<typeof SubscriptionPastDueObject> = {
  ...SUBSCRIPTION,
  status: 'past_due',
  next_charge_at: null,
  transaction_id: '019b76e0-2940-7c8d-9e1f-40a5b6c7d8e9',
  reason: 'INSTRUMENT_DECLINED',
};
const SUBSCRIPTION_CANCELED: Static<typeof SubscriptionCanceledObject> = {
  ...SUBSCRIPTION,
  status: 'canceled',
  next_charge_at: null,
  reason: 'unpaid',
};

export const SUBSCRIPTION_EVENTS = {
  'subscription.created': {
    ...from('subscriptions', 'none', 'A subscription was made; its first charge comes by itself.'),
    object: SubscriptionCreatedObject,
    example: SUBSCRIPTION_CREATED,
  },
  'subscription.charged': {
    ...from('subscriptions', 'none', 'A period of a subscription was paid.'),
    object: SubscriptionChargedObject,
    example: SUBSCRIPTION_CHARGED,
  },
  'subscription.payment_failed': {
    ...from(
      'subscriptions',
      'none',
      'A charge of a subscription failed; `next_charge_at` says when it is tried again.',
    ),
    object: SubscriptionPaymentFailedObject,
    example: SUBSCRIPTION_PAYMENT_FAILED,
  },
  'subscription.past_due': {
    ...from(
      'subscriptions',
      'none',
      'The tries of a charge are used up. Unpaid for another week it is canceled.',
    ),
    object: SubscriptionPastDueObject,
    example: SUBSCRIPTION_PAST_DUE,
  },
  'subscription.canceled': {
    ...from('subscriptions', 'none', 'A subscription has ended.'),
    object: SubscriptionCanceledObject,
    example: SUBSCRIPTION_CANCELED,
  },
} as const satisfies Record<string, EventDefinition>;
