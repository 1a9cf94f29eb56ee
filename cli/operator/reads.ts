import type { Answers } from '../../client/src/index.ts';
import { tableOf } from '../output.ts';
import { EVENT_FILTER, filterOf, type OperatorRow, PAGE, pageOf, rowOf } from './row.ts';

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
  'events list': rowOf({
    options: { ...EVENT_FILTER, ...PAGE },
    call: (operator, { values }) => operator.events.list({ ...filterOf(values), ...pageOf(values) }),
    show: eventsText,
  }),
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

function listed<T>(total: number, headings: string[], items: T[], rowOf: (item: T) => string[]): string {
  return `${tableOf(headings, items.map(rowOf))}\n${items.length} of ${total}`;
}
