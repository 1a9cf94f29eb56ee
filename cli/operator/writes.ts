import { UsageError } from '../command.ts';
import { CHANNEL_CHANGE } from './channel-change.ts';
import { CHANNEL_TERMS } from './channel-terms.ts';
import { clockText } from './reads.ts';
import { EVENT_FILTER, filterOf, type OperatorRow } from './row.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

interface Invited {
  channel_id?: string;
  activation_url: string;
  activation_expires_at: string;
}

interface Merchant {
  merchant_id: string;
  payment_hold: boolean;
  onboarding_status: string;
  wallet_connection_status: string;
}

/** The operator's commands that change something; each has `--dry-run`. */
export const WRITES: Readonly<Record<string, OperatorRow>> = {
  'channel create': {
    options: {
      name: { type: 'string', value: '<name>', summary: 'the name of the channel' },
      'owner-email': { type: 'string', value: '<email>', summary: 'who gets the invitation' },
    },
    call: ({ values }) => {
      const body = { name: needed(values, 'name'), owner_email: needed(values, 'owner-email') };
      return { method: 'POST', path: '/api/operator/channels', body, expect: 201 };
    },
    show: ({ channel_id, ...invitation }: Invited) => `Channel ${channel_id}\n${invitationText(invitation)}`,
  },
  'channel invite': {
    positionals: ['channel_id'],
    detail: 'Invitations that were not redeemed stop working.',
    call: ({ positionals: [id = ''] }) => {
      const path = `/api/operator/channels/${encodeURIComponent(id)}/invitations`;
      return { method: 'POST', path, expect: 201 };
    },
    show: invitationText,
  },
  'channel change': CHANNEL_CHANGE,
  'channel terms': CHANNEL_TERMS,
  'merchant hold': merchantRow({ suffix: '', body: { payment_hold: true } }),
  'merchant unhold': merchantRow({ suffix: '', body: { payment_hold: false } }),
  'merchant disconnect': merchantRow({ suffix: '/disconnect' }),
  'merchant release-link': merchantRow({ suffix: '/release-wallet-link' }),
  'events replay': {
    options: {
      ...EVENT_FILTER,
      until: { type: 'string', value: '<time>', summary: 'raised before this time' },
    },
    positionals: ['event_id?'],
    detail:
      'Raises one event anew, or all that a filter finds, a thousand at a call, leaving out what ' +
      'has a replay under way or delivered. With a filter, --dry-run asks the service how many there are.',
    call: ({ values, positionals: [id], isDryRun }) => {
      const filter = filterOf(values);
      if (id !== undefined && Object.keys(filter).length > 0)
        throw new UsageError('name an event or a filter, not both');
      if (id === undefined && Object.keys(filter).length === 0)
        throw new UsageError('name an event, or a filter that finds some');
      if (id === undefined) {
        const body = isDryRun ? { ...filter, dry_run: true } : filter;
        return { method: 'POST', path: '/api/operator/events/replay', body, expect: 200 };
      }
      const path = `/api/operator/events/${encodeURIComponent(id)}/replay`;
      return { method: 'POST', path, expect: 201 };
    },
    hasDryRun: ([id]) => id === undefined,
    show: replayText,
  },
  'clock advance': {
    positionals: ['seconds'],
    detail: 'Takes seconds, or a number with s, m, h or d behind it: 31m.',
    call: ({ positionals: [text = ''] }) => {
      const body = { seconds: secondsOf(text) };
      return { method: 'POST', path: '/api/operator/clock/advance', body, expect: 200 };
    },
    show: clockText,
  },
};

function merchantRow(change: { suffix: string; body?: { payment_hold: boolean } }): OperatorRow {
  const { suffix, body } = change;
  return {
    positionals: ['merchant_id'],
    call: ({ positionals: [id = ''] }) => {
      const path = `/api/operator/merchants/${encodeURIComponent(id)}${suffix}`;
      return body ? { method: 'PATCH', path, body, expect: 200 } : { method: 'POST', path, expect: 200 };
    },
    show: (merchant: Merchant) =>
      `Merchant ${merchant.merchant_id}: onboarding ${merchant.onboarding_status}, wallet ` +
      `${merchant.wallet_connection_status}, ${merchant.payment_hold ? 'on hold' : 'no hold'}`,
  };
}

function invitationText({ activation_url, activation_expires_at }: Invited): string {
  return `Invitation ${activation_url}\nuntil ${activation_expires_at}; it is for the owner alone.`;
}

function replayText(
  answer: { id: string } | { dry_run: boolean; matched: number; event_ids: string[] },
): string {
  if ('id' in answer) return `Raised again as ${answer.id}`;
  if (answer.dry_run) return `${answer.matched} ${nounOf(answer.matched)} would be raised again`;
  return `Raised again ${answer.event_ids.length} of ${answer.matched} ${nounOf(answer.matched)}`;
}

function nounOf(count: number): string {
  return count === 1 ? 'event' : 'events';
}

function needed(values: Readonly<Record<string, string | boolean | undefined>>, name: string): string {
  const value = values[name];
  if (typeof value !== 'string') throw new UsageError(`--${name} is missing`);
  return value;
}

function secondsOf(text: string): number {
  const [, count, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text) ?? [];
  if (count === undefined) throw new UsageError(`"${text}" is no time: write seconds, or 31m, 2h, 1d`);
  return Number(count) * UNITS[unit]!;
}
