import type { StatingCtx } from './stating-ctx.ts';
import { onBehalfOfNobody } from '../../db/callers.ts';
import { isUnavailable } from '../../db/tx.ts';
import { Refusal } from '../../refusals.ts';
import { readChannel } from '../channels/index.ts';
import { beginMonth } from './begin.ts';
import { carryOn, type OnProgress } from './carry-on.ts';
import { dueMonths } from './due.ts';
import { isOver, type Period } from './period.ts';
import { OPEN_MAX, openRuns, type Run } from './run-queries.ts';

const MONTHS_AT_ONCE = 100;

/** How long is worked on statements at a time. */
export interface WorkTime {
  isOver: () => boolean;
  onProgress?: OnProgress;
}

/** Issues the statements of a month that are due, of one channel or of all, and those of it that were begun. What does not come
 *  to its end within the time goes on with the worker. Answers the ids of those that this call issued. Refuses:
 *  period_not_over, channel_not_found. Spec: Statements. */
export async function closePeriod(
  ctx: StatingCtx,
  asked: { period: Period; channel_id: string | null },
  time: WorkTime,
): Promise<string[]> {
  const { period, channel_id } = asked;
  if (!isOver(period, ctx.clock.now())) throw new Refusal('period_not_over');
  if (channel_id !== null && !(await readChannel(ctx.db, channel_id))) throw new Refusal('channel_not_found');
  return (await workOn(ctx, { ...asked, by: 'operator' }, time)).issued;
}

interface Asked {
  period: Period | null;
  channel_id: string | null;
  by: Run['generated_by'];
}

/** What a call got on with; a statement that failed keeps no other from being issued. */
interface Work {
  issued: string[];
  steps: number;
  failures: unknown[];
}

/** Goes on with what was begun, then begins what is due. However long it takes in all: its parts are bounded, and so is the
 *  time. A run in which everything failed is a failure, and one for an operator ends where the database fails. */
export async function workOn(ctx: StatingCtx, asked: Asked, time: WorkTime): Promise<Work> {
  const work: Work = { issued: [], steps: 0, failures: [] };
  // Somebody waits: while the database fails, each of the others would fail after as long.
  const isAway = () => asked.by === 'operator' && work.failures.some(isUnavailable);
  const working = { time: { ...time, isOver: () => time.isOver() || isAway() }, work, isAway };
  try {
    await onBehalfOfNobody(async () => {
      await finishBegun(ctx, asked, working);
      await issueDue(ctx, asked, working);
    });
  } catch (error) {
    // An operator is told of what was issued, whatever came behind it.
    if (asked.by !== 'operator' || work.issued.length === 0) throw error;
    work.failures.push(error);
  }
  if (work.issued.length === 0 && isAway()) throw work.failures.find(isUnavailable);
  if (work.steps === 0 && work.failures.length > 0) throw work.failures[0];
  return work;
}

interface Working {
  time: WorkTime;
  work: Work;
  isAway(): boolean;
}

async function finishBegun(ctx: StatingCtx, asked: Asked, { time, work }: Working): Promise<void> {
  for (const statement_id of await openRuns(ctx.db, { ...asked, limit: OPEN_MAX })) {
    if (time.isOver()) return;
    await attempt(ctx, { statement_id }, work, () => goOn(ctx, statement_id, { time, work }));
  }
}

// Round after round: one that could not be begun is due again, and when none of a round was, there is nothing more to do.
async function issueDue(ctx: StatingCtx, asked: Asked, { time, work, isAway }: Working): Promise<void> {
  for (let begun = 1; begun > 0 && !isAway();) {
    begun = 0;
    const due = { ...asked, currency: null, before: ctx.clock.now(), limit: MONTHS_AT_ONCE };
    for (const month of await dueMonths(ctx.db, due)) {
      if (time.isOver()) return;
      await attempt(ctx, { ...month }, work, async () => {
        const run = await beginMonth(ctx, month, asked.by);
        if (!run) return;
        begun += 1;
        work.steps += 1;
        await goOn(ctx, run.statement_id, { time, work });
      });
    }
  }
}

async function goOn(
  ctx: StatingCtx,
  statementId: string,
  { time, work }: Omit<Working, 'isAway'>,
): Promise<void> {
  const { isIssued, steps } = await carryOn(ctx, statementId, time);
  work.steps += steps;
  if (isIssued) work.issued.push(statementId);
}

async function attempt(
  ctx: StatingCtx,
  of: Record<string, string>,
  { failures }: Work,
  step: () => Promise<void>,
): Promise<void> {
  try {
    await step();
  } catch (error) {
    failures.push(error);
    ctx.log.error({ event: 'statement.failed', ...of, err: error }, 'a statement could not be issued');
  }
}
