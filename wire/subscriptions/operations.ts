import { BY_OPERATOR, FOR_MERCHANT, type Operations } from '../operation.ts';
import {
  NewSubscription,
  OperatedSubscription,
  OperatedSubscriptionPage,
  OperatedSubscriptionsQuery,
  Subscription,
  SubscriptionCancel,
  SubscriptionPage,
  SubscriptionPath,
  SubscriptionsQuery,
} from './schemas.ts';

export const SUBSCRIPTION_OPERATIONS = {
  'subscriptions.create': {
    method: 'POST',
    path: '/api/subscriptions',
    accepts: FOR_MERCHANT,
    budget: 600,
    tag: 'Subscriptions',
    summary: 'Begin a subscription',
    notes:
      'The customer has saved an instrument before; the newest is charged when each period begins, the first at `start_at` or ' +
      'at once. The answer comes before that charge, whose outcome the events tell. Repeat a call whose answer was lost with ' +
      'the same Idempotency-Key.',
    body: NewSubscription,
    example: { customer_ref: 'customer-77', amount: '9.90', currency: 'USD', interval: 'month' },
    takes_idempotency_key: true,
    refusals: [
      'payments_not_allowed',
      'rail_not_configured',
      'vault_not_offered',
      'charge_currency_not_settled',
      'customer_not_found',
    ],
    responses: { 201: Subscription },
  },
  'subscriptions.list': {
    method: 'GET',
    path: '/api/subscriptions',
    accepts: FOR_MERCHANT,
    budget: 600,
    tag: 'Subscriptions',
    summary: 'List subscriptions',
    notes: 'Newest first.',
    query: SubscriptionsQuery,
    responses: { 200: SubscriptionPage },
  },
  'subscriptions.read': {
    method: 'GET',
    path: '/api/subscriptions/:subscription_id',
    accepts: FOR_MERCHANT,
    budget: 600,
    tag: 'Subscriptions',
    summary: 'Read a subscription',
    notes:
      'While a charge that failed is tried again it stays `active`, and `next_charge_at` is the next try; when the tries are ' +
      'used up it is `past_due`, and a week later `canceled`.',
    params: SubscriptionPath,
    refusals: ['subscription_not_found'],
    responses: { 200: Subscription },
  },
  'subscriptions.cancel': {
    method: 'POST',
    path: '/api/subscriptions/:subscription_id/cancel',
    accepts: FOR_MERCHANT,
    budget: 600,
    tag: 'Subscriptions',
    summary: 'Cancel a subscription',
    notes:
      'At once; with `at_period_end` when the period that is paid is over, until when it stays `active` without a next charge. ' +
      'One whose period is not paid ends at once all the same. Nothing is refunded. One that has ended stays as it is.',
    params: SubscriptionPath,
    body: SubscriptionCancel,
    body_when_absent: {},
    example: { at_period_end: true },
    refusals: ['subscription_not_found'],
    responses: { 200: Subscription },
  },
} as const satisfies Operations;

export const OPERATOR_SUBSCRIPTION_OPERATIONS = {
  'operator.subscriptions.list': {
    method: 'GET',
    path: '/api/operator/subscriptions',
    ...BY_OPERATOR,
    summary: 'List subscriptions of all merchants',
    notes: 'Newest first, with what their charges wait for.',
    query: OperatedSubscriptionsQuery,
    responses: { 200: OperatedSubscriptionPage },
  },
  'operator.subscriptions.read': {
    method: 'GET',
    path: '/api/operator/subscriptions/:subscription_id',
    ...BY_OPERATOR,
    summary: 'Read a subscription and its charges',
    notes: 'With the last 100 tries of its charges that came to an end, newest first.',
    params: SubscriptionPath,
    refusals: ['subscription_not_found'],
    responses: { 200: OperatedSubscription },
  },
} as const satisfies Operations;
