import type { StatingCtx } from './stating-ctx.ts';
import { inTransaction } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { Refusal } from '../../refusals.ts';
import { carryOn } from './carry-on.ts';
import { readStatement, type StatementRow } from './queries.ts';
import { insertCorrection } from './run-queries.ts';

/** Issues another statement in the place of one, by its terms, with what became known since; both name each other. Null when it is
 *  begun and goes on with the worker. Refuses: statement_not_found, statement_superseded. Spec: Statements. */
export async function correctStatement(
  ctx: StatingCtx,
  asked: { statement_id: string; reason: string },
  time: { isOver: () => boolean },
): Promise<StatementRow | null> {
  const original = await readStatement(ctx.db, { id: asked.statement_id });
  if (!original) throw new Refusal('statement_not_found');
  const now = ctx.clock.now();
  const statement_id = uuidAt(now);
  const correction = { statement_id, supersedes: original.id, reason: asked.reason, now };
  const run = await inTransaction(ctx.db, (tx) => insertCorrection(tx, correction));
  if (!run) throw new Refusal('statement_superseded');
  await carryOn(ctx, statement_id, time);
  return (await readStatement(ctx.db, { id: statement_id })) ?? null;
}
