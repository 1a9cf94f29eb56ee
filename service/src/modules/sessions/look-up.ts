import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import { findSession, type SessionRow } from './queries.ts';
import { isExpired } from './rules.ts';

/** A session that somebody named. */
interface Named {
  id: string;
  merchant_id: string;
  checkout_session_id: string;
}

/** Index: the primary key of each partition. */
export async function sessionsById(db: Db, id: string): Promise<Named[]> {
  const session = await findSession(db, id);
  if (!session) return [];
  return [{ id, merchant_id: session.merchant_id, checkout_session_id: id }];
}

/** Those that have this number of the channel's, merchant by merchant. Index: checkout_sessions_by_reference, which alone serves
 *  this order. */
export async function sessionsOfReference(
  db: Db,
  { id, merchant_id, limit }: { id: string; merchant_id: string | undefined; limit: number },
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, merchant_id, id as checkout_session_id
    from checkout_sessions
    where external_order_id = ${id}
      and ${merchant_id ? sql`merchant_id between ${merchant_id}::uuid and ${merchant_id}::uuid` : sql`true`}
    order by merchant_id desc, created_at desc, id desc
    limit ${limit}`.execute(db);
  return rows;
}

/** A session as the operator finds it. Amounts are minor units. */
export function foundSessionView(session: SessionRow, now: Date) {
  return {
    id: session.id,
    status: isExpired(session, now) ? ('expired' as const) : session.status,
    provider: session.rail,
    amount_cents: session.amount_cents,
    currency: session.currency,
    external_order_id: session.external_order_id,
    description: session.description,
    created_at: session.created_at.toISOString(),
    expires_at: session.expires_at.toISOString(),
  };
}
