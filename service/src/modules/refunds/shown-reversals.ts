import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';

/** A reversal as the provider's search shows it. */
export interface ShownReversal {
  transaction_id: string;
  shown_id: string;
  amount_cents: number | null;
  /** When it happened, by the provider; null where that is not known. */
  began_at: Date | null;
}

// By which no two clocks differ. Nobody tells of a reversal before it happens.
const CLOCKS_APART = '1 hour';

/** Has each reversal that is shown stand for one of ours that none other stands for: the one of its name, or else, since a notice may
 *  name it otherwise, the one of its amount that is nearest in time and not before it. Those that find none are left for whoever
 *  compares. */
export async function pairShownReversals(ctx: Ctx, shown: readonly ShownReversal[]): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    // By name first, so that none is taken by its amount for another.
    for (const one of shown) await pairByName(tx, one, now);
    for (const one of shown) await pairByAmount(tx, one, now);
  });
}

/** The same of one whose name is none of ours, by whoever holds its transaction. Answers whether it stands for one of ours. */
export async function pairShownReversal(tx: Tx, one: ShownReversal, now: Date): Promise<boolean> {
  await pairByAmount(tx, one, now);
  return isPaired(tx, one);
}

async function isPaired(db: Db, { transaction_id, shown_id }: ShownReversal): Promise<boolean> {
  const row = await db
    .selectFrom('refunds')
    .select('id')
    .where('transaction_id', '=', transaction_id)
    .where('shown_id', '=', shown_id)
    .executeTakeFirst();
  return row !== undefined;
}

// Index: refunds_by_transaction.
async function pairByName(tx: Tx, { transaction_id, shown_id }: ShownReversal, now: Date): Promise<void> {
  await sql`
    update refunds set shown_id = ${shown_id}, updated_at = ${now}
    where transaction_id = ${transaction_id} and origin = 'reversal' and provider_refund_id = ${shown_id}
      and shown_id is null`.execute(tx);
}

// Index: refunds_by_transaction.
async function pairByAmount(tx: Tx, one: ShownReversal, now: Date): Promise<void> {
  const { transaction_id, shown_id, amount_cents, began_at } = one;
  await sql`
    update refunds set shown_id = ${shown_id}, updated_at = ${now}
    where id = (
      select id from refunds
      where transaction_id = ${transaction_id} and origin = 'reversal' and shown_id is null
        and amount_cents = ${amount_cents}::bigint
        and completed_at >= coalesce(${began_at}::timestamptz, '-infinity') - ${CLOCKS_APART}::interval
      order by completed_at, id
      limit 1
    ) and not exists (
      select from refunds where transaction_id = ${transaction_id} and shown_id = ${shown_id}
    )`.execute(tx);
}
