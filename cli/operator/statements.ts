import { type Close, closeMonth } from './close-month.ts';
import { type Asked, givenOf, monthOf, type OperatorRow, rowOf } from './row.ts';

const NONE_ISSUED =
  'Issued 0: nothing more of that month can be issued now. `fairway statements list` has those that are issued.';

/** Has the statements of a month issued, of one channel or of all. */
export const STATEMENTS_CLOSE: OperatorRow = rowOf({
  options: { channel: { type: 'string', value: '<id>', summary: 'of this channel alone' } },
  positionals: ['month'],
  detail:
    'Takes a month that is over, like 2026-01. What is in doubt, and channels without terms, are left for later; the worker ' +
    'issues the rest as well, when a month is over. A statement of many lines takes several calls, which are made one after the other.',
  call: (operator, asked) => operator.statements.close(closeOf(asked)),
  perform: (operator, asked, output) => closeMonth(operator, closeOf(asked), output),
  show: ({ issued }) =>
    issued.length === 0 ? NONE_ISSUED : [`Issued ${issued.length}`, ...issued].join('\n'),
});

function closeOf({ values: { channel }, positionals: [month = ''] }: Asked): Close {
  return { period: monthOf(month), ...(typeof channel === 'string' && { channel_id: channel }) };
}

/** Has another statement issued in the place of one. */
export const STATEMENTS_CORRECT: OperatorRow = rowOf({
  options: {
    reason: { type: 'string', value: '<text>', summary: 'why, as the channel reads it', isRequired: true },
  },
  positionals: ['statement_id'],
  detail: 'It goes by the same terms, counts what became known since, and both name each other.',
  call: (operator, { values, positionals: [statement_id = ''] }) =>
    operator.statements.correct({ statement_id, reason: givenOf(values, 'reason') }),
  show: ({ id, supersedes_statement_id, channel_share_display }) =>
    `Statement ${id} in the place of ${supersedes_statement_id}: ${channel_share_display}`,
});
