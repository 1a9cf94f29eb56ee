import type { Answers } from '../../client/src/index.ts';
import { DIFFERENCE_CAUSES } from '../../wire/reconciliation/schemas.ts';
import { writtenMinor } from '../money.ts';
import { listed, pageOf, pageOptions } from '../page.ts';
import { dayOf, EVENT_FILTER, givenOf, type OperatorRow, rowOf } from './row.ts';

const PAGE = pageOptions(50);
const CAUSES = `one of ${DIFFERENCE_CAUSES.join(', ')}`;

/** What the operator reads of the comparison with the provider. */
export const RECONCILIATION_READS: Readonly<Record<string, OperatorRow>> = {
  'reconcile days': rowOf({
    options: {
      merchant: EVENT_FILTER.merchant,
      day: { type: 'string', value: '<day>', summary: 'this day alone, like 2026-01-31' },
      ...PAGE,
    },
    call: (operator, { values }) =>
      operator.reconciliation.days({
        ...(typeof values['merchant'] === 'string' && { merchant_id: values['merchant'] }),
        ...(typeof values['day'] === 'string' && { day: dayOf(values['day']) }),
        ...pageOf(values),
      }),
    show: daysText,
  }),
  'reconcile list': rowOf({
    options: {
      merchant: EVENT_FILTER.merchant,
      state: {
        type: 'string',
        value: '<state>',
        summary: 'open, mended, gone or settled; open when left out',
      },
      cause: { type: 'string', value: '<cause>', summary: CAUSES },
      ...PAGE,
    },
    detail: 'What is open was not mended by reading it back, and waits for a person.',
    call: (operator, { values }) => {
      const { merchant, state = 'open', cause } = values;
      return operator.reconciliation.differences({
        state: state as 'open',
        ...(typeof merchant === 'string' && { merchant_id: merchant }),
        ...(typeof cause === 'string' && { cause: cause as 'fee' }),
        ...pageOf(values),
      });
    },
    show: differencesText,
  }),
};

/** What the operator does about it. */
export const RECONCILIATION_WRITES: Readonly<Record<string, OperatorRow>> = {
  'reconcile run': rowOf({
    options: {
      to: { type: 'string', value: '<day>', summary: 'the last day; else the one named is the only one' },
      merchant: EVENT_FILTER.merchant,
    },
    positionals: ['from'],
    detail:
      'Takes a day, like 2026-01-31. The worker compares every day by itself once the provider shows all of it; this has it done ' +
      'now. `reconcile days` shows how far it is.',
    call: (operator, { values: { to, merchant }, positionals: [from = ''] }) =>
      operator.reconciliation.ask({
        from: dayOf(from),
        ...(typeof to === 'string' && { to: dayOf(to) }),
        ...(typeof merchant === 'string' && { merchant_id: merchant }),
      }),
    show: ({ days }) => `Will be compared: ${days} ${days === 1 ? 'day' : 'days'} of accounts`,
  }),
  'reconcile settle': rowOf({
    options: {
      note: { type: 'string', value: '<text>', summary: 'what was done about it', isRequired: true },
    },
    positionals: ['difference_id'],
    detail: 'Changes no money. It stays settled while both sides say what they say now.',
    call: (operator, { values, positionals: [difference_id = ''] }) =>
      operator.reconciliation.settle({ difference_id, note: givenOf(values, 'note') }),
    show: ({ id, cause }) => `Settled: difference ${id} (${cause})`,
  }),
};

function daysText({ items, total }: Answers['operator.reconciliation.days']): string {
  const headings = ['day', 'merchant', 'entries', 'open', 'state', 'looked at', 'problem'];
  return listed(total, headings, items, (one) => [
    one.day,
    one.merchant_id,
    String(one.entries),
    String(one.open),
    one.is_under_way ? 'under way' : one.is_whole ? 'whole' : 'waits',
    one.looked_at ?? '-',
    one.problem ?? '',
  ]);
}

type Side = Answers['operator.reconciliation.differences']['items'][number]['ours'];

function differencesText({ items, total }: Answers['operator.reconciliation.differences']): string {
  const headings = ['day', 'cause', 'what', 'provider id', 'here', 'there', 'transaction', 'difference'];
  return listed(total, headings, items, (one) => [
    one.day,
    one.cause,
    one.kind,
    one.provider_id,
    sideText(one.ours),
    sideText(one.theirs),
    one.transaction_id ?? '-',
    one.id,
  ]);
}

function sideText(side: Side): string {
  if (side === null) return 'nothing';
  const { amount_cents, fee_cents, currency, state } = side;
  const fee = fee_cents == null ? '' : ` fee ${amountText(fee_cents, currency)}`;
  return `${amount_cents == null ? '?' : amountText(amount_cents, currency)}${fee} ${state}`;
}

// Without a currency nobody knows where the point belongs.
function amountText(amount_cents: number, currency: string | null | undefined): string {
  return currency == null ? `${amount_cents} minor units` : writtenMinor(amount_cents, currency);
}
