import { sql } from 'kysely';
import { holdRows } from '../../db/due.ts';
import type { Db } from '../../db/tx.ts';

// A capture in doubt is looked after by itself. Index: one_open_capture_per_transaction.
const IS_UNPAID = sql`t.status in ('created', 'approved')
  and (
    select true from capture_attempts a
    where a.transaction_id = t.id and a.state in ('sending', 'unknown', 'pending')
    limit 1
  ) is null`;

/** Takes orders that nobody paid and whose time to be looked at has come, and pushes that time away. Index:
 *  transactions_to_lapse. */
export async function claimUnpaidOrders(
  db: Db,
  claim: { now: Date; next: Date; limit: number },
): Promise<string[]> {
  const result = await sql<{ id: string }>`
    update transactions
    set lapse_check_at = ${claim.next}
    where id = any(array(
      select id from transactions t
      where lapse_check_at <= ${claim.now} and ${IS_UNPAID}
      order by lapse_check_at
      limit ${claim.limit}
      for update of t skip locked
    ))
    returning id`.execute(db);
  return result.rows.map(({ id }) => id);
}

/** Since when the oldest of these orders has been due; null when none is. Index: transactions_to_lapse. */
export async function unpaidDueSince(db: Db, now: Date): Promise<Date | null> {
  const result = await sql<{ lapse_check_at: Date }>`
    select lapse_check_at from transactions t
    where lapse_check_at <= ${now} and ${IS_UNPAID}
    order by lapse_check_at
    limit 1`.execute(db);
  return result.rows[0]?.lapse_check_at ?? null;
}

/** Gives back what is still held: due at once. */
export async function giveUnpaidBack(
  db: Db,
  held: readonly { id: string; next: Date }[],
  now: Date,
): Promise<void> {
  await holdRows(db, {
    table: 'transactions',
    columns: { key: 'id', at: 'lapse_check_at' },
    held: held.map(({ id, next }) => ({ key: id, held_until: next })),
    until: now,
  });
}
