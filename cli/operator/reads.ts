import type { Answers } from '../../client/src/index.ts';
import { written } from '../money.ts';
import { tableOf } from '../output.ts';
import { listed, pageOf, pageOptions } from '../page.ts';
import { KEY_READS } from './keys.ts';
import { LOOKUP_READS } from './lookup.ts';
import { RECONCILIATION_READS } from './reconciliation.ts';
import { STATEMENTS_UNDER_WAY } from './under-way.ts';
import { UNSETTLED_READS } from './unsettled.ts';
import { USER_READS } from './users.ts';
import { EVENT_FILTER, filterOf, type OperatorRow, rowOf } from './row.ts';

const PAGE = pageOptions(50);

/** The operator's commands that change nothing. */
export const READS: Readonly<Record<string, OperatorRow>> = {
  'channel list': rowOf({
    options: PAGE,
    call: (operator, { values }) => operator.channels.list(pageOf(values)),
    show: ({ items, total }) =>
      listed(total, ['channel', 'active', 'owner', 'name'], items, (channel) => [
        channel.channel_id,
        String(channel.active),
        channel.owner_email ?? '',
        channel.name,
      ]),
  }),
  'merchant list': rowOf({
    options: PAGE,
    call: (operator, { values }) => operator.merchants.list(pageOf(values)),
    show: ({ items, total }) =>
      listed(total, ['merchant', 'provider', 'onboarding', 'wallet', 'hold', 'name'], items, (merchant) => [
        merchant.merchant_id,
        merchant.payment_provider,
        merchant.onboarding_status,
        merchant.wallet_connection_status,
        String(merchant.payment_hold),
        merchant.business_name,
      ]),
  }),
  ...KEY_READS,
  ...USER_READS,
  'events list': rowOf({
    options: { ...EVENT_FILTER, ...PAGE },
    call: (operator, { values }) => operator.events.list({ ...filterOf(values), ...pageOf(values) }),
    show: eventsText,
  }),
  'subscriptions list': rowOf({
    options: {
      merchant: EVENT_FILTER.merchant,
      status: { type: 'string', value: '<status>', summary: 'active, past_due or canceled' },
      ...PAGE,
    },
    call: (operator, { values }) =>
      operator.subscriptions.list({
        ...(typeof values['merchant'] === 'string' && { merchant_id: values['merchant'] }),
        ...(typeof values['status'] === 'string' && { status: values['status'] as never }),
        ...pageOf(values),
      }),
    show: ({ items, total }) =>
      listed(total, SUBSCRIPTION_HEADINGS, items, (one) => [
        one.subscription_id,
        one.status,
        written(one.amount, one.currency),
        rhythmOf(one),
        one.next_charge_at ?? '-',
        String(one.failures),
        one.customer_ref,
      ]),
  }),
  'subscriptions show': rowOf({
    positionals: ['subscription_id'],
    call: (operator, { positionals: [subscription_id = ''] }) =>
      operator.subscriptions.read({ subscription_id }),
    show: subscriptionText,
  }),
  'statements under-way': STATEMENTS_UNDER_WAY,
  ...LOOKUP_READS,
  ...RECONCILIATION_READS,
  ...UNSETTLED_READS,
  'clock show': rowOf({
    call: (operator) => operator.clock.read(),
    show: clockText,
  }),
  'audit tail': rowOf({
    options: { limit: PAGE.limit },
    call: (operator, { values }) => operator.audit.list(pageOf(values)),
    show: ({ items, total }) =>
      listed(total, ['at', 'by', 'action', 'subject'], items.toReversed(), (entry) => [
        entry.created_at,
        entry.actor,
        entry.action,
        entry.subject,
      ]),
  }),
};

const SUBSCRIPTION_HEADINGS = [
  'subscription',
  'status',
  'amount',
  'every',
  'next charge',
  'failed',
  'customer',
];

function rhythmOf({ interval, interval_count }: { interval: string; interval_count: number }): string {
  return interval_count === 1 ? interval : `${interval_count} ${interval}s`;
}

function subscriptionText(one: Answers['operator.subscriptions.read']): string {
  const lines = [
    `Subscription ${one.subscription_id}: ${written(one.amount, one.currency)} every ${rhythmOf(one)}, ${one.status}`,
    `customer ${one.customer_ref} of merchant ${one.merchant_id}`,
    `period ${one.period}, from ${one.current_period_start} to ${one.current_period_end}`,
    `next charge ${one.next_charge_at ?? 'none'}, looked at ${one.due_at ?? 'never again'}`,
    ...(one.failing_since === null ? [] : [`failed ${one.failures} times since ${one.failing_since}`]),
    ...(one.last_problem === null ? [] : [`open: ${one.last_problem}`]),
  ];
  const rows = one.charges.map((charge) => [
    ...[String(charge.period), String(charge.try), charge.outcome, charge.ended_at],
    ...[charge.transaction_id ?? '', charge.reason ?? ''],
  ]);
  const table = tableOf(['period', 'try', 'outcome', 'ended', 'transaction', 'reason'], rows);
  return [...lines, ...(rows.length === 0 ? ['Nothing was charged yet.'] : [table])].join('\n');
}

function eventsText({ items, total }: Answers['operator.events.list']): string {
  const table = listed(total, ['raised', 'event', 'type', 'state', 'deliveries'], items, (event) => [
    event.created_at,
    event.id,
    event.type,
    event.state,
    event.deliveries.map(({ state, attempts_made }) => `${state} (${attempts_made})`).join(', '),
  ]);
  const isUnheard = items.some(({ state }) => state === 'no_subscriber');
  return isUnheard ? `${table}\n${NO_SUBSCRIBER}` : table;
}

const NO_SUBSCRIBER =
  'no_subscriber: no endpoint subscribed to it. `fairway listen` is no endpoint and hears of it all the same.';

/** The answer of both calls about the clock. */
export function clockText({ now, offset_seconds }: Answers['operator.clock.read']): string {
  return `${now}, ${offset_seconds} s ahead of the wall clock`;
}
