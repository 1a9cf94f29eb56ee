import { tableOf } from '../output.ts';
import { EVENT_FILTER, filterOf, type OperatorRow, PAGE, withQuery } from './row.ts';

interface Page<T> {
  items: T[];
  total: number;
}

interface Channel {
  channel_id: string;
  name: string;
  active: boolean;
  owner_email: string | null;
}

interface Merchant {
  merchant_id: string;
  business_name: string;
  payment_provider: string;
  payment_hold: boolean;
  onboarding_status: string;
  wallet_connection_status: string;
}

interface Event {
  id: string;
  type: string;
  state: string;
  merchant_id: string;
  created_at: string;
  deliveries: { state: string; attempts_made: number }[];
}

interface AuditEntry {
  created_at: string;
  actor: string;
  action: string;
  subject: string;
}

/** The operator's commands that change nothing. */
export const READS: Readonly<Record<string, OperatorRow>> = {
  'channel list': {
    options: PAGE,
    call: ({ values: { limit, offset } }) => get(withQuery('/api/operator/channels', { limit, offset })),
    show: ({ items, total }: Page<Channel>) =>
      listed(total, ['channel', 'active', 'owner', 'name'], items, (channel) => [
        channel.channel_id,
        String(channel.active),
        channel.owner_email ?? '',
        channel.name,
      ]),
  },
  'merchant list': {
    options: PAGE,
    call: ({ values: { limit, offset } }) => get(withQuery('/api/operator/merchants', { limit, offset })),
    show: ({ items, total }: Page<Merchant>) =>
      listed(total, ['merchant', 'provider', 'onboarding', 'wallet', 'hold', 'name'], items, (merchant) => [
        merchant.merchant_id,
        merchant.payment_provider,
        merchant.onboarding_status,
        merchant.wallet_connection_status,
        String(merchant.payment_hold),
        merchant.business_name,
      ]),
  },
  'events list': {
    options: { ...EVENT_FILTER, ...PAGE },
    call: ({ values }) => {
      const { limit, offset } = values;
      return get(withQuery('/api/operator/events', { ...filterOf(values), limit, offset }));
    },
    show: (page: Page<Event>) => eventsText(page),
  },
  'clock show': {
    call: () => get('/api/operator/clock'),
    show: clockText,
  },
  'audit tail': {
    options: { limit: PAGE.limit },
    call: ({ values: { limit } }) => get(withQuery('/api/operator/audit', { limit })),
    show: ({ items, total }: Page<AuditEntry>) =>
      listed(total, ['at', 'by', 'action', 'subject'], items.toReversed(), (entry) => [
        entry.created_at,
        entry.actor,
        entry.action,
        entry.subject,
      ]),
  },
};

function eventsText({ items, total }: Page<Event>): string {
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
export function clockText({ now, offset_seconds }: { now: string; offset_seconds: number }): string {
  return `${now}, ${offset_seconds} s ahead of the wall clock`;
}

function get(path: string) {
  return { method: 'GET', path, expect: 200 } as const;
}

function listed<T>(total: number, headings: string[], items: T[], rowOf: (item: T) => string[]): string {
  return `${tableOf(headings, items.map(rowOf))}\n${items.length} of ${total}`;
}
