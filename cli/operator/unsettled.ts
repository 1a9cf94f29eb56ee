import type { Answers } from '../../client/src/index.ts';
import { writtenMinor } from '../money.ts';
import { listed, pageOf, pageOptions } from '../page.ts';
import { givenOf, type OperatorRow, rowOf } from './row.ts';

const HEADINGS = ['id', 'kind', 'since', 'amount', 'merchant', 'person', 'why'];

/** What the operator reads of what no provider has settled. */
export const UNSETTLED_READS: Readonly<Record<string, OperatorRow>> = {
  'unsettled list': rowOf({
    options: pageOptions(50),
    detail:
      'Each is asked about again by itself. One that needs a person has been open for seven days, or is of other money than was asked for.',
    call: (operator, { values }) => operator.unsettled.list(pageOf(values)),
    show: unsettledText,
  }),
};

/** What the operator does about it. */
export const UNSETTLED_WRITES: Readonly<Record<string, OperatorRow>> = {
  'unsettled check': rowOf({
    positionals: ['unsettled_id'],
    detail: 'Asks the provider now, and not when it would be asked next.',
    call: (operator, { positionals: [unsettled_id = ''] }) => operator.unsettled.check({ unsettled_id }),
    show: ({ id, settled }) => (settled ? `Settled: ${id}` : `Not settled yet: ${id}`),
  }),
  'unsettled settle': rowOf({
    options: {
      note: { type: 'string', value: '<text>', summary: 'who says so', isRequired: true },
    },
    positionals: ['unsettled_id'],
    detail:
      'For a charge or a refund that needs a person, once somebody has agreed with the provider that nothing came of it. Should the ' +
      'provider tell otherwise later, that counts.',
    call: (operator, { values, positionals: [unsettled_id = ''] }) =>
      operator.unsettled.settle({ unsettled_id, outcome: 'not_done', note: givenOf(values, 'note') }),
    show: ({ id }) => `Settled as not done: ${id}`,
  }),
};

function unsettledText({ items, total }: Answers['operator.unsettled.list']): string {
  return listed(total, HEADINGS, items, (one) => [
    one.id,
    one.kind,
    one.since,
    writtenMinor(one.amount_cents, one.currency),
    one.merchant_id,
    one.needs_person ? 'needed' : '-',
    one.last_problem ?? '-',
  ]);
}
