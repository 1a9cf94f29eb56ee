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
  const issued: string[] = [];
  const watching = new AbortController();
  const watched = watch(operator, close, { output, signal: watching.signal });
  try {
    for (let before = ''; ;) {
      issued.push(...(await operator.statements.close(close)).issued);
      const { items } = await operator.statements.underWay(close);
      const now = JSON.stringify(
        items.map(({ statement_id, phase, line_count }) => [statement_id, phase, line_count]),
      );
      if (items.length === 0) return { issued };
      if (now === before) {
        output.note(`${items.length} under way got no further: the worker tries again.`);
        return { issued };
      }
      before = now;
    }
  } finally {
    watching.abort();
    await watched;
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
    const { items } = await operator.statements.underWay(close).catch(() => ({ items: [] }));
    const writing = items.find(({ phase }) => phase !== 'closing') ?? items[0];
    if (writing) output.progress(writing, lineOf(writing, items.length));
  }
}

function lineOf(statement: UnderWay, underWay: number): string {
  const { period_start, currency, channel_id, line_count } = statement;
  const others = underWay === 1 ? '' : `, ${underWay - 1} behind it`;
  const lines = `${line_count.toLocaleString('en')} lines`;
  return `${barOf(shareWritten(statement))} ${period_start.slice(0, 7)} ${currency} of ${channel_id}: ${lines}${others}`;
}
