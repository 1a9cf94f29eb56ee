import { sql } from 'kysely';
import { holdRows } from '../../db/due.ts';
import { isOpenCapture } from '../../db/open-captures.ts';
import type { Db, Tx } from '../../db/tx.ts';
import { moveOf } from './lifecycle.ts';
import { OPEN_ORDER, openOrderBy } from './open-order.ts';
import { TRANSACTION_COLUMNS, type TransactionRow } from './transaction-row.ts';

// A capture in doubt is looked after by itself. Asked for each of a few orders: as a join it would read every open attempt
// there is. Index: one_open_capture_per_transaction.
function hasNoOpenAttempt(transactions: 't' | 'transactions') {
  return sql<boolean>`(
    select true from capture_attempts open
    where open.transaction_id = ${sql.ref(`${transactions}.id`)} and ${isOpenCapture('open.state')}
    limit 1
  ) is null`;
}

const IS_UNPAID = sql`${openOrderBy('t.status')} and ${hasNoOpenAttempt('t')}`;

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

/** How many orders of a session wait for its buyer, counted up to `limit`. Index: transactions_by_session. */
export async function countOpenOrders(
  tx: Tx,
  of: { checkout_session_id: string; limit: number },
): Promise<number> {
  const waiting = await tx
    .selectFrom('transactions')
    .select('id')
    .where('checkout_session_id', '=', of.checkout_session_id)
    .where('status', 'in', OPEN_ORDER)
    // What its provider shows as declined waits for nobody.
    .where('status_raw', 'is', null)
    .orderBy('id', 'desc')
    .limit(of.limit)
    .execute();
  return waiting.length;
}

/** The orders of a session that was paid by another, but for those of which nobody knows whether they were captured too.
 *  The caller has locked the session. Index: transactions_by_session. */
export async function lockGivenUp(
  tx: Tx,
  of: { checkout_session_id: string; paid_by: string },
): Promise<TransactionRow[]> {
  return tx
    .selectFrom('transactions')
    .select(TRANSACTION_COLUMNS)
    .where('checkout_session_id', '=', of.checkout_session_id)
    .where('id', '<>', of.paid_by)
    .where('status', 'in', OPEN_ORDER)
    .where(hasNoOpenAttempt('transactions'))
    .orderBy('id', 'desc')
    .forUpdate('transactions')
    .execute();
}

/** The orders of a session that was paid by another, as far as their provider knows them. Index: transactions_by_session. */
export async function givenUpFor(
  db: Db,
  of: { checkout_session_id: string; provider: string },
): Promise<TransactionRow[]> {
  return db
    .selectFrom('transactions')
    .select(TRANSACTION_COLUMNS)
    .where('checkout_session_id', '=', of.checkout_session_id)
    .where('provider', '=', of.provider)
    .where('status', '=', 'voided')
    .where('provider_order_id', 'is not', null)
    .orderBy('id', 'desc')
    .execute();
}

/** Voids up to `limit` intents whose order never came to be: no provider order after `before`. What no session is for was
 *  asked for without a buyer, and may have been taken though no order is known yet. Index: transactions_without_order. */
export async function voidOrphans(db: Db, of: { before: Date; now: Date; limit: number }): Promise<number> {
  const { to } = moveOf('created', 'never_ordered')!;
  const voided = await sql`
    update transactions
    set status = ${to}, updated_at = ${of.now}
    where id = any(array(
      select id from transactions
      where status = 'created' and provider_order_id is null and checkout_session_id is not null
        and created_at < ${of.before}
      order by created_at
      limit ${of.limit}
      for update skip locked
    ))`.execute(db);
  return Number(voided.numAffectedRows ?? 0n);
}
