import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import { TRANSACTION_COLUMNS, type TransactionRow } from './transaction-row.ts';

/** A transaction that somebody named, and what it belongs to. */
interface Named {
  id: string;
  merchant_id: string;
  transaction_id: string;
  checkout_session_id: string | null;
}

const NAMED = sql`id, merchant_id, id as transaction_id, checkout_session_id`;

/** Index: the primary key. */
export async function transactionsById(db: Db, id: string): Promise<Named[]> {
  const { rows } = await sql<Named>`select ${NAMED} from transactions where id = ${id}::uuid`.execute(db);
  return rows;
}

/** Those of any merchant whose order, or capture, a provider calls so. Indexes: transactions_by_order, transactions_by_capture. */
export async function transactionsAtProvider(
  db: Db,
  of: { column: 'provider_order_id' | 'provider_capture_id'; id: string; limit: number },
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    with found as materialized (
      select ${NAMED} from transactions where ${sql.ref(of.column)} = ${of.id} limit ${of.limit}
    )
    select id, merchant_id, transaction_id, checkout_session_id from found order by id desc`.execute(db);
  return rows;
}

/** The last tries to pay a session, newest first. Index: transactions_by_session, which alone serves this order. */
export async function transactionsOfSession(
  db: Db,
  { session_id, limit }: { session_id: string; limit: number },
): Promise<TransactionRow[]> {
  return db
    .selectFrom('transactions')
    .select(TRANSACTION_COLUMNS)
    .where(sql<boolean>`checkout_session_id between ${session_id} and ${session_id}`)
    .orderBy('checkout_session_id', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Transactions of whichever merchants, newest first. Index: the primary key. */
export async function transactionsOf(db: Db, ids: readonly string[]): Promise<TransactionRow[]> {
  return db
    .selectFrom('transactions')
    .select(TRANSACTION_COLUMNS)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id', 'desc')
    .execute();
}
