import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';

/** Something about a dispute that is due. */
interface Due {
  dispute_id: string;
  deal(tx: Tx): Promise<void>;
}

/** Deals with what is due, each in a transaction of its own: one that cannot be dealt with stays due and stands in front of
 *  no other. Returns how many were dealt with; rejects when none could be. */
export async function oneByOne(ctx: Pick<Ctx, 'db' | 'log'>, due: readonly Due[]): Promise<number> {
  const failures: unknown[] = [];
  for (const { dispute_id, deal } of due) {
    try {
      await inTransaction(ctx.db, deal);
    } catch (error) {
      failures.push(error);
      ctx.log.error({ event: 'dispute.failed', dispute_id, err: error }, 'a dispute could not be dealt with');
    }
  }
  if (failures.length > 0 && failures.length === due.length) throw failures[0];
  return due.length - failures.length;
}
