import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import type { SetupRow } from './setup-queries.ts';

/** A saving that somebody named, and the session that it is of. */
type Named = Pick<SetupRow, 'id' | 'merchant_id' | 'checkout_session_id'>;

const NAMED = sql`id, merchant_id, checkout_session_id`;

/** Index: the primary key. */
export async function setupsById(db: Db, id: string): Promise<Named[]> {
  const { rows } = await sql<Named>`select ${NAMED} from vault_setups where id = ${id}::uuid`.execute(db);
  return rows;
}

/** Those that a provider calls so, where a payment would have an order. Index: vault_setups_by_provider. */
export async function setupsAtProvider(
  db: Db,
  { id, limit }: { id: string; limit: number },
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select ${NAMED} from vault_setups where provider_setup_id = ${id} limit ${limit}`.execute(db);
  return rows;
}

/** The last tries to save an instrument through a session, newest first. Index: vault_setups_by_session. */
export async function setupsOf(db: Db, { session_id, limit }: { session_id: string; limit: number }) {
  const rows = await db
    .selectFrom('vault_setups')
    .select(['id', 'customer_ref', 'provider', 'provider_setup_id', 'state', 'failure_code', 'created_at'])
    .where(sql<boolean>`checkout_session_id between ${session_id} and ${session_id}`)
    .orderBy('checkout_session_id', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ created_at, ...setup }) => ({ ...setup, created_at: created_at.toISOString() }));
}
