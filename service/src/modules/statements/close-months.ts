import type { StatingCtx } from './stating-ctx.ts';
import { onBehalfOfNobody } from '../../db/callers.ts';
import { Refusal } from '../../refusals.ts';
import { readChannel } from '../channels/index.ts';
import { beginMonth } from './begin.ts';
import { carryOn, type OnProgress } from './carry-on.ts';
import { dueMonths } from './due.ts';
import { isOver, type Period } from './period.ts';
import { openRuns, type Run } from './run-queries.ts';

const MONTHS_AT_ONCE = 100;
const OPEN_MAX = 1_000;

export interface WorkTurn {
  isOver: () => boolean;
  onProgress?: OnProgress;
}

/** Issues the statements of a month that are due, of one channel or of all, and those of it that were begun. What does not come
 *  to its end while the turn lasts goes on with the worker. Answers the ids of those that this call issued. Refuses:
 *  period_not_over, channel_not_found. Spec: Statements. */
export async function closePeriod(
  ctx: StatingCtx,
  asked: { period: Period; channel_id: string | null },
  turn: WorkTurn,
): Promise<string[]> {
  const { period, channel_id } = asked;
  if (!isOver(period, ctx.clock.now())) throw new Refusal('period_not_over');
  if (channel_id !== null && !(await readChannel(ctx.db, channel_id))) throw new Refusal('channel_not_found');
  const isAsked = (run: Pick<Run, 'channel_id' | 'period'>) =>
    run.period === period && (channel_id === null || run.channel_id === channel_id);
  // However long it takes in all: its parts are bounded, and so is the turn.
  return onBehalfOfNobody(async () => [
    ...(await finishBegun(ctx, isAsked, turn)),
    ...(await issueDue(ctx, { ...asked, by: 'operator' }, turn)),
  ]);
}

/** A sweep: what was begun is gone on with, then what is due is begun. Returns how many statements were issued. */
export async function issueStatements(ctx: StatingCtx, turn: WorkTurn): Promise<number> {
  const begun = await finishBegun(ctx, () => true, turn);
  const due = await issueDue(ctx, { period: null, channel_id: null, by: 'worker' }, turn);
  return begun.length + due.length;
}

async function finishBegun(
  ctx: StatingCtx,
  isAsked: (run: Pick<Run, 'channel_id' | 'period'>) => boolean,
  turn: WorkTurn,
): Promise<string[]> {
  const issued: string[] = [];
  for (const run of await openRuns(ctx.db, OPEN_MAX)) {
    if (turn.isOver()) break;
    if (isAsked(run) && (await carryOn(ctx, run.statement_id, turn))) issued.push(run.statement_id);
  }
  return issued;
}

// Round after round: one that could not be begun is due again, and when none of a round was, there is nothing more to do.
async function issueDue(
  ctx: StatingCtx,
  of: { period: Period | null; channel_id: string | null; by: Run['generated_by'] },
  turn: WorkTurn,
): Promise<string[]> {
  const issued: string[] = [];
  for (let begun = 1; begun > 0;) {
    begun = 0;
    const asked = { ...of, currency: null, before: ctx.clock.now(), limit: MONTHS_AT_ONCE };
    for (const month of await dueMonths(ctx.db, asked)) {
      if (turn.isOver()) return issued;
      const run = await beginMonth(ctx, month, of.by);
      if (!run) continue;
      begun += 1;
      if (await carryOn(ctx, run.statement_id, turn)) issued.push(run.statement_id);
    }
  }
  return issued;
}
