import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { post } from '../ledger/index.ts';
import type { TransactionRow } from '../payments/index.ts';
import { returnMovement } from './return-movement.ts';
import type { RefundRow } from './queries.ts';

const BATCH = 500;

type Unposted = Pick<
  RefundRow,
  'id' | 'transaction_id' | 'merchant_id' | 'origin' | 'amount_cents' | 'platform_fee_refund_cents'
> &
  Pick<TransactionRow, 'channel_id' | 'currency' | 'captured_at'> & { completed_at: Date };

/** A sweep: refunds and reversals that do not stand in the ledger are posted, as they happened. An earlier release
 *  recorded them, before this one or beside it. Returns how many there were. */
export async function sweepUnpostedReturns(ctx: Ctx): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    const returned = await takeUnposted(tx);
    const posted_at = ctx.clock.now();
    const movements = returned.map((refund) =>
      returnMovement(refund, refund, { occurred_at: refund.completed_at, posted_at }),
    );
    await post(tx, ...movements);
    await markPosted(tx, returned);
    return returned.length;
  });
}

// Indexes: refunds_unposted, the primary key of transactions.
async function takeUnposted(tx: Tx): Promise<Unposted[]> {
  const { rows } = await sql<Unposted>`
    with due as materialized (
      select id, transaction_id, merchant_id, origin, amount_cents, platform_fee_refund_cents, completed_at
      from refunds
      where completed_at is not null and not is_posted
      order by completed_at
      limit ${BATCH}
      for update skip locked
    )
    select due.id, due.transaction_id, due.merchant_id, due.origin, due.amount_cents, due.platform_fee_refund_cents,
      due.completed_at, t.channel_id, t.currency, t.captured_at
    from due cross join lateral (
      select channel_id, currency, captured_at from transactions where id = due.transaction_id limit 1
    ) t`.execute(tx);
  return rows;
}

async function markPosted(tx: Tx, returned: readonly Pick<RefundRow, 'id'>[]): Promise<void> {
  if (returned.length === 0) return;
  await tx
    .updateTable('refunds')
    .set({ is_posted: true })
    .where('id', '=', sql<string>`any(${returned.map(({ id }) => id)}::uuid[])`)
    .execute();
}
