import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import type { RequestRow } from './request-row.ts';

const NAMED = ['id', 'merchant_id', 'transaction_id'] as const;

type Named = Pick<RequestRow, (typeof NAMED)[number]>;

/** Those that somebody named, of whichever merchant. Indexes: the primary key, text_to_pay_at_provider. */
export async function requestsNamed(
  db: Db,
  { column, id, limit }: { column: 'id' | 'provider_invoice_id'; id: string; limit: number },
): Promise<Named[]> {
  return db.selectFrom('text_to_pay_requests').select(NAMED).where(column, '=', id).limit(limit).execute();
}

/** Those that have this number of the channel's, merchant by merchant. Index: text_to_pay_by_reference, which alone serves this
 *  order. */
export async function requestsOfReference(
  db: Db,
  { id, merchant_id, limit }: { id: string; merchant_id: string | undefined; limit: number },
): Promise<Named[]> {
  const ofOne = sql<boolean>`merchant_id between ${merchant_id}::uuid and ${merchant_id}::uuid`;
  const ofAny = db.selectFrom('text_to_pay_requests').select(NAMED).where('external_order_id', '=', id);
  const asked = merchant_id === undefined ? ofAny : ofAny.where(ofOne);
  return asked.orderBy('merchant_id', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** The requests that some transactions paid, and some by their ids, as the operator finds them: without whoever was texted.
 *  Indexes: text_to_pay_by_transaction, the primary key. */
export async function requestsOf(
  db: Db,
  of: { request_ids: readonly string[]; transaction_ids: readonly string[] },
) {
  const paid = sql`select id from text_to_pay_requests where transaction_id = any(${of.transaction_ids}::uuid[])`;
  const rows = await db
    .selectFrom('text_to_pay_requests')
    .select(['id', 'state', 'refusal', 'provider', 'provider_invoice_id', 'amount_cents', 'currency'])
    .select(['external_order_id', 'transaction_id', 'created_at', 'expires_at', 'resolved_at'])
    .where(sql<boolean>`id = any(array(${paid}) || ${of.request_ids}::uuid[])`)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ created_at, expires_at, resolved_at, ...request }) => ({
    ...{ ...request, created_at: created_at.toISOString(), expires_at: expires_at.toISOString() },
    resolved_at: resolved_at?.toISOString() ?? null,
  }));
}
