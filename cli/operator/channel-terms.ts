import type { Requests } from '../../client/src/index.ts';
import { UsageError } from '../command.ts';
import { type Asked, givenOf, rowOf } from './row.ts';

/** Sets the terms of a channel, as another version. */
export const CHANNEL_TERMS = rowOf({
  options: {
    description: {
      type: 'string',
      value: '<text>',
      summary: 'the terms in words, as statements show them',
      isRequired: true,
    },
    'basis-points': {
      type: 'string',
      value: '<number>',
      summary: 'the part of the platform’s fee in hundredths of a percent, 0 to 10000',
    },
    'per-transaction': {
      type: 'string',
      value: '<minor units>',
      summary: 'what is paid for each transaction besides',
    },
    currency: { type: 'string', value: '<code>', summary: 'the currency of that amount' },
  },
  positionals: ['channel_id'],
  detail:
    'Statements are made by the version in force at the end of their month; those that were issued stay as they are. ' +
    'Name a part of the fee, an amount for each transaction, or both.',
  call: async (operator, { values, positionals: [channel_id = ''] }) =>
    operator.channels.terms({ channel_id, ...termsOf(values) }),
  show: ({ channel_id, terms }) =>
    `Channel ${channel_id}: terms ${terms?.version}, ${terms?.type}: ${terms?.description}`,
});

function termsOf(values: Asked['values']): Omit<Requests['operator.channels.terms'], 'channel_id'> {
  const { currency } = values;
  const share = numberOf(values, 'basis-points');
  const paid = numberOf(values, 'per-transaction');
  if (share === null && paid === null)
    throw new UsageError('name --basis-points, --per-transaction, or both');
  if ((paid === null) !== (currency === undefined))
    throw new UsageError('--per-transaction and --currency go together');
  const type =
    paid === null ? 'fee_share' : share === null ? 'per_transaction' : 'fee_share_and_per_transaction';
  return {
    type,
    description: givenOf(values, 'description'),
    fee_share_basis_points: share,
    per_transaction_minor_units: paid,
    per_transaction_currency: typeof currency === 'string' ? currency : null,
  };
}

function numberOf(values: Asked['values'], name: string): number | null {
  const text = values[name];
  if (text === undefined) return null;
  if (typeof text === 'string' && /^\d{1,10}$/.test(text)) return Number(text);
  throw new UsageError(`--${name} takes a whole number`);
}
