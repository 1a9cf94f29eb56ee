import { setTimeout as pause } from 'node:timers/promises';
import type { Answers, Requests } from '../../client/src/index.ts';
import { barOf, type Output } from '../output.ts';
import type { Operator } from './row.ts';
import { shareWritten, type UnderWay } from './under-way.ts';

const LOOK_EVERY_MS = 1_000;

export type Close = Requests['operator.statements.close'];

/** Has a month closed, in as many calls as that takes, and shows meanwhile how far its statements are. Ends when none of it is
 *  under way, or when a call got on with none: something stands in its way, and the worker tries again. */
export async function closeMonth(
  operator: Operator,
  close: Close,
  output: Output,
): Promise<Answers['operator.statements.close']> {
  const watching = new AbortController();
  const watched = watch(operator, close, { output, signal: watching.signal });
  const { issued, left } = await closeWhole(operator, close).finally(() => {
    watching.abort();
    return watched;
  });
  // Behind the line that showed how far it was.
  if (left > 0) output.note(`${left} under way got no further: the worker tries again.`);
  return { issued };
}

async function closeWhole(operator: Operator, close: Close): Promise<{ issued: string[]; left: number }> {
  const issued: string[] = [];
  for (let before = ''; ;) {
    issued.push(...(await operator.statements.close(close)).issued);
    const { items, total } = await operator.statements.underWay(close);
    const places = items.map(({ statement_id, phase, line_count }) => [statement_id, phase, line_count]);
    const now = JSON.stringify([total, places]);
    if (total === 0 || now === before) return { issued, left: total };
    before = now;
  }
}

// The first look is a while after the call: most months are closed by then, and there is nothing to show.
async function watch(
  operator: Operator,
  close: Close,
  { output, signal }: { output: Output; signal: AbortSignal },
): Promise<void> {
  for (;;) {
    const isOver = await pause(LOOK_EVERY_MS, false, { signal }).catch(() => true);
    if (isOver) return output.progressed();
    // That how far it is cannot be told is no reason to end what is going on.
    const { items, total } = await operator.statements.underWay(close).catch(() => ({ items: [], total: 0 }));
    const writing = items.find(({ phase }) => phase !== 'closing') ?? items[0];
    if (writing) output.progress(writing, lineOf(writing, total));
  }
}

function lineOf(statement: UnderWay, underWay: number): string {
  const { period_start, currency, channel_id, line_count } = statement;
  const others = underWay === 1 ? '' : `, ${underWay - 1} behind it`;
  const lines = `${line_count.toLocaleString('en')} lines`;
  return `${barOf(shareWritten(statement))} ${period_start.slice(0, 7)} ${currency} of ${channel_id}: ${lines}${others}`;
}
