import { DAY_MS } from '../../service/src/lib/time.ts';
import type { Answers } from '../../client/src/index.ts';
import { barOf } from '../output.ts';
import { listed, pageOf, pageOptions } from '../page.ts';
import { EVENT_FILTER, monthOf, type OperatorRow, rowOf } from './row.ts';

export type UnderWay = Answers['operator.statements.under_way']['items'][number];

const HEADINGS = ['statement', 'month', 'currency', 'channel', 'phase', 'lines', 'begun', 'how far'];

/** Shows what is being written. */
export const STATEMENTS_UNDER_WAY: OperatorRow = rowOf({
  options: {
    channel: EVENT_FILTER.channel,
    ...pageOptions(50),
  },
  positionals: ['month?'],
  detail: 'Takes a month, like 2026-01, and without one shows those of all.',
  call: (operator, { values: { channel, ...page }, positionals: [month] }) =>
    operator.statements.underWay({
      ...(month !== undefined && { period: monthOf(month) }),
      ...(typeof channel === 'string' && { channel_id: channel }),
      ...pageOf(page),
    }),
  show: ({ items, total }) => listed(total, HEADINGS, items, cellsOf),
});

function cellsOf(one: UnderWay): string[] {
  return [
    ...[one.statement_id, one.period_start.slice(0, 7), one.currency, one.channel_id, one.phase],
    ...[String(one.line_count), one.started_at, barOf(shareWritten(one))],
  ];
}

/** How much of its month is written, from 0 to 1. */
export function shareWritten({ phase, period_start, period_end, written_until }: UnderWay): number {
  if (phase === 'sealing') return 1;
  if (written_until === null) return 0;
  const firstMs = Date.parse(period_start);
  return (Date.parse(written_until) - firstMs) / (Date.parse(period_end) + DAY_MS - firstMs);
}
