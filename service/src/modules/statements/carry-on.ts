import type { StatingCtx } from './stating-ctx.ts';
import { onBehalfOfNobody } from '../../db/callers.ts';
import { inTransaction } from '../../db/tx.ts';
import { othersHaveEnded } from './begin.ts';
import { issue } from './issue.ts';
import { boundsOf } from './period.ts';
import { claimLate, lockRun, movePhase, type Phase } from './run-queries.ts';
import { writeLines } from './write-lines.ts';

// A tenth of what a statement of the database may take, on a machine that does little else.
const BATCH = 10_000;

/** Told of each batch that was written. */
export type OnProgress = (at: { statement_id: string; phase: Phase; lines: number }) => void;

/** What a call got on with of a statement. */
interface Progress {
  /** Whether this call issued it. */
  isIssued: boolean;
  steps: number;
}

/** Goes on with a statement that was begun, from where its last batch ended, until it is issued or `isOver`. Whoever else does
 *  so takes turns with this one. */
export async function carryOn(
  ctx: StatingCtx,
  statementId: string,
  { isOver, onProgress }: { isOver: () => boolean; onProgress?: OnProgress },
): Promise<Progress> {
  for (let steps = 0; ; steps += 1) {
    if (isOver()) return { isIssued: false, steps };
    const step = await onBehalfOfNobody(() => takeStep(ctx, statementId));
    onProgress?.({ statement_id: statementId, ...step });
    const isIssued = step.phase === 'issued' && step.isDone;
    if (isIssued || !step.isDone) return { isIssued, steps: steps + Number(isIssued) };
  }
}

interface Step {
  /** Where the statement is now. */
  phase: Phase;
  lines: number;
  /** Whether this step got on with it. */
  isDone: boolean;
}

async function takeStep(ctx: StatingCtx, statementId: string): Promise<Step> {
  const run = await inTransaction(ctx.db, (tx) => lockRun(tx, statementId));
  const { lines } = run;
  switch (run.phase) {
    case 'closing':
      if (!(await othersHaveEnded(ctx.db))) return { phase: 'closing', lines, isDone: false };
      await claim(ctx, statementId);
      return { phase: 'adjustments', lines, isDone: true };
    case 'adjustments':
    case 'captures':
      return writeBatch(ctx, statementId);
    case 'sealing':
      return { phase: 'issued', lines, isDone: await issue(ctx, statementId) };
    case 'issued':
    case 'empty':
      return { phase: run.phase, lines, isDone: false };
  }
}

async function claim(ctx: StatingCtx, statementId: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const run = await lockRun(tx, statementId);
    if (run.phase !== 'closing') return;
    await claimLate(tx, run, boundsOf(run.period).to);
    await movePhase(tx, statementId, 'adjustments');
  });
}

async function writeBatch(ctx: StatingCtx, statementId: string): Promise<Step> {
  return inTransaction(ctx.db, async (tx) => {
    const run = await lockRun(tx, statementId);
    if (run.phase !== 'adjustments' && run.phase !== 'captures')
      return { phase: run.phase, lines: run.lines, isDone: run.phase === 'sealing' };
    const counted = await writeLines(tx, run, { limit: BATCH, splitting: ctx.rails.splitting() });
    const next = run.phase === 'adjustments' ? 'captures' : 'sealing';
    if (counted < BATCH) await movePhase(tx, statementId, next);
    const { lines, phase } = await lockRun(tx, statementId);
    return { phase, lines, isDone: true };
  });
}
