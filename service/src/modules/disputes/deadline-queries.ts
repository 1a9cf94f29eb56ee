import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tx.ts';
import { earlier, HOUR_MS } from '../../lib/time.ts';
import type { DisputeRow } from './dispute-row.ts';

const TOLD_BEFORE_MS = 72 * HOUR_MS;

/** Has it told when the time for an answer approaches, unless it was told of that time before. */
export async function watchDeadline(tx: Tx, dispute: DisputeRow): Promise<void> {
  const { id, response_deadline: deadline } = dispute;
  if (deadline === null || dispute.is_resolved) return;
  const due_at = earlier(deadline, TOLD_BEFORE_MS);
  await tx
    .insertInto('dispute_deadlines')
    .values({ dispute_id: id, deadline, due_at })
    .onConflict((conflict) =>
      conflict
        .columns(['dispute_id', 'deadline'])
        .doUpdateSet({ due_at })
        .where('dispute_deadlines.told_at', 'is', null),
    )
    .execute();
}

export interface DueDeadline {
  dispute_id: string;
  deadline: Date;
}

/** Index: dispute_deadlines_due. */
export async function deadlinesDue(db: Db, of: { now: Date; limit: number }): Promise<DueDeadline[]> {
  return db
    .selectFrom('dispute_deadlines')
    .select(['dispute_id', 'deadline'])
    .where('due_at', '<=', of.now)
    .orderBy('due_at')
    .orderBy('dispute_id')
    .limit(of.limit)
    .execute();
}

/** Takes a deadline off the list, as told or as not to be told any more. False when another worker has. */
export async function endDeadline(
  tx: Tx,
  { dispute_id, deadline }: DueDeadline,
  told_at: Date | null,
): Promise<boolean> {
  const ended = await sql`
    update dispute_deadlines
    set due_at = null, told_at = ${told_at}
    where dispute_id = ${dispute_id} and deadline = ${deadline} and due_at is not null`.execute(tx);
  return ended.numAffectedRows === 1n;
}
