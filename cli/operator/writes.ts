import type { Answers, Fairway } from '../../client/src/index.ts';
import { UsageError } from '../command.ts';
import { CHANNEL_CHANGE } from './channel-change.ts';
import { CHANNEL_TERMS } from './channel-terms.ts';
import { KEY_WRITES } from './keys.ts';
import { MERCHANT_ROUTE } from './merchant-route.ts';
import { RECONCILIATION_WRITES } from './reconciliation.ts';
import { STATEMENTS_CLOSE, STATEMENTS_CORRECT } from './statements.ts';
import { clockText } from './reads.ts';
import { EVENT_FILTER, filterOf, givenOf, type OperatorRow, rowOf } from './row.ts';
import { UNSETTLED_WRITES } from './unsettled.ts';
import { USER_WRITES } from './users.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** The operator's commands that change something; each has `--dry-run`. */
export const WRITES: Readonly<Record<string, OperatorRow>> = {
  'channel create': rowOf({
    options: {
      name: { type: 'string', value: '<name>', summary: 'the name of the channel', isRequired: true },
      'owner-email': {
        type: 'string',
        value: '<email>',
        summary: 'who gets the invitation',
        isRequired: true,
      },
    },
    call: (operator, { values }) =>
      operator.channels.create({
        name: givenOf(values, 'name'),
        owner_email: givenOf(values, 'owner-email'),
      }),
    show: ({ channel_id, ...invitation }) => `Channel ${channel_id}\n${invitationText(invitation)}`,
  }),
  'channel invite': rowOf({
    positionals: ['channel_id'],
    detail: 'Invitations that were not redeemed stop working.',
    call: (operator, { positionals: [channel_id = ''] }) => operator.channels.invite({ channel_id }),
    show: invitationText,
  }),
  'channel change': CHANNEL_CHANGE,
  'channel terms': CHANNEL_TERMS,
  'merchant hold': merchantRow((merchants, merchant_id) =>
    merchants.update({ merchant_id, payment_hold: true }),
  ),
  'merchant unhold': merchantRow((merchants, merchant_id) =>
    merchants.update({ merchant_id, payment_hold: false }),
  ),
  'merchant disconnect': merchantRow((merchants, merchant_id) => merchants.disconnect({ merchant_id })),
  'merchant release-link': merchantRow((merchants, merchant_id) => merchants.release({ merchant_id })),
  'merchant route': MERCHANT_ROUTE,
  ...KEY_WRITES,
  ...USER_WRITES,
  ...RECONCILIATION_WRITES,
  ...UNSETTLED_WRITES,
  'statements close': STATEMENTS_CLOSE,
  'statements correct': STATEMENTS_CORRECT,
  'events replay': rowOf({
    options: {
      ...EVENT_FILTER,
      until: { type: 'string', value: '<time>', summary: 'raised before this time' },
    },
    positionals: ['event_id?'],
    detail:
      'Raises one event anew, or all that a filter finds, a thousand at a call, leaving out what ' +
      'has a replay under way or delivered. With --endpoint it is sent to no other endpoint. ' +
      'With a filter, --dry-run asks the service how many there are.',
    call: async ({ events }, { values, positionals: [event_id], isDryRun }) => {
      const filter = filterOf(values);
      const { endpoint_id, ...others } = filter;
      if (event_id !== undefined && Object.keys(others).length > 0)
        throw new UsageError('name an event or a filter, not both');
      if (event_id !== undefined)
        return events.replay({ event_id, ...(endpoint_id !== undefined && { endpoint_id }) });
      if (Object.keys(filter).length === 0)
        throw new UsageError('name an event, or a filter that finds some');
      return events.replayMany(isDryRun ? { ...filter, dry_run: true } : filter);
    },
    hasDryRun: ([id]) => id === undefined,
    show: replayText,
  }),
  'disputes note': rowOf({
    positionals: ['dispute_id', 'text'],
    detail: 'The merchant and its channel read it with the dispute.',
    call: (operator, { positionals: [dispute_id = '', text = ''] }) =>
      operator.disputes.note({ dispute_id, text }),
    show: ({ id, created_at }) => `Note ${id}, written at ${created_at}`,
  }),
  'disputes settle': rowOf({
    positionals: ['dispute_id', 'outcome'],
    detail: 'The outcome is given or not-given, as the provider’s own page of the dispute shows it.',
    call: (operator, { positionals: [dispute_id = '', outcome = ''] }) => {
      if (outcome !== 'given' && outcome !== 'not-given')
        throw new UsageError('the outcome is given or not-given');
      return operator.disputes.settle({ dispute_id, was_given: outcome === 'given' });
    },
    show: ({ dispute_id }) => `Settled: dispute ${dispute_id} takes answers again`,
  }),
  'text settle': rowOf({
    positionals: ['request_id', 'status'],
    detail:
      'For one that is stuck in sending, after a look at the carrier: pending when its message was sent, canceled when it was ' +
      'not, for which the provider withdraws the invoice first.',
    call: (operator, { positionals: [request_id = '', status = ''] }) => {
      if (status !== 'pending' && status !== 'canceled')
        throw new UsageError('the status is pending or canceled');
      return operator.textToPay.settle({ request_id, status });
    },
    show: ({ id, status }) => `Settled: payment request ${id} is ${status}`,
  }),
  'clock advance': rowOf({
    positionals: ['seconds'],
    detail: 'Takes seconds, or a number with s, m, h or d behind it: 31m.',
    call: async (operator, { positionals: [text = ''] }) =>
      operator.clock.advance({ seconds: secondsOf(text) }),
    show: clockText,
  }),
};

type Merchants = Fairway['operator']['merchants'];

function merchantRow(
  act: (merchants: Merchants, merchant_id: string) => Promise<Answers['operator.merchants.update']>,
): OperatorRow {
  return rowOf({
    positionals: ['merchant_id'],
    call: (operator, { positionals: [id = ''] }) => act(operator.merchants, id),
    show: (merchant) =>
      `Merchant ${merchant.merchant_id}: onboarding ${merchant.onboarding_status}, wallet ` +
      `${merchant.wallet_connection_status}, ${merchant.payment_hold ? 'on hold' : 'no hold'}`,
  });
}

function invitationText({
  activation_url,
  activation_expires_at,
}: Answers['operator.channels.invite']): string {
  return `Invitation ${activation_url}\nuntil ${activation_expires_at}; it is for the owner alone.`;
}

function replayText(
  answer: Answers['operator.events.replay'] | Answers['operator.events.replay_many'],
): string {
  if ('id' in answer) return `Raised again as ${answer.id}`;
  if (answer.dry_run) return `${answer.matched} ${nounOf(answer.matched)} would be raised again`;
  return `Raised again ${answer.event_ids.length} of ${answer.matched} ${nounOf(answer.matched)}`;
}

function nounOf(count: number): string {
  return count === 1 ? 'event' : 'events';
}

function secondsOf(text: string): number {
  const [, count, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text) ?? [];
  if (count === undefined) throw new UsageError(`"${text}" is no time: write seconds, or 31m, 2h, 1d`);
  return Number(count) * UNITS[unit]!;
}
