import { UsageError } from '../command.ts';
import { type OperatorRow, rowOf } from './row.ts';

const NONE_ISSUED =
  'Issued 0: nothing more of that month is due, or what is due takes longer than a call and is finished by the worker.';

/** Has the statements of a month issued, of one channel or of all. */
export const STATEMENTS_CLOSE: OperatorRow = rowOf({
  options: { channel: { type: 'string', value: '<id>', summary: 'of this channel alone' } },
  positionals: ['period'],
  detail:
    'Takes a month that is over, like 2026-01. What is in doubt, and channels without terms, are left for later; the worker ' +
    'issues the rest as well, when a month is over.',
  call: async (operator, { values: { channel }, positionals: [period = ''] }) =>
    operator.statements.close({ period, ...(typeof channel === 'string' && { channel_id: channel }) }),
  show: ({ issued }) =>
    issued.length === 0 ? NONE_ISSUED : [`Issued ${issued.length}`, ...issued].join('\n'),
});

/** Has another statement issued in the place of one. */
export const STATEMENTS_CORRECT: OperatorRow = rowOf({
  options: { reason: { type: 'string', value: '<text>', summary: 'why, as the channel reads it' } },
  positionals: ['statement_id'],
  detail: 'It goes by the same terms, counts what became known since, and both name each other.',
  call: async (operator, { values: { reason }, positionals: [statement_id = ''] }) => {
    if (typeof reason !== 'string') throw new UsageError('--reason is missing');
    return operator.statements.correct({ statement_id, reason });
  },
  show: ({ id, supersedes_statement_id, channel_share_display }) =>
    `Statement ${id} in the place of ${supersedes_statement_id}: ${channel_share_display}`,
});
