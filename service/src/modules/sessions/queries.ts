import { sql } from 'kysely';
import { isOpenCapture } from '../../db/open-captures.ts';
import type { Db, RowOf, Tx } from '../../db/tx.ts';
import { wayOf } from '../../lib/lifecycle.ts';
import { SESSION_MOVES, type SessionTrigger } from './lifecycle.ts';

// Named one by one: a column that a newer release adds must not change what a prepared statement answers.
const SESSION_COLUMNS = [
  'id',
  'merchant_id',
  'channel_id',
  // As it was made, wherever its merchant is routed now; null in one of the release before, which goes by its merchant.
  'rail',
  // Null too where the merchant had no account yet.
  'rail_account_id',
  'amount_cents',
  'currency',
  'status',
  'expires_at',
  'external_order_id',
  'description',
  'buyer_email',
  'success_url',
  'cancel_url',
  'allowed_origins',
  'items',
  'metadata',
  'requires_shipping',
  'shipping_address',
  'shipping_amount_cents',
  'created_at',
] as const;

export type SessionRow = RowOf<'checkout_sessions', (typeof SESSION_COLUMNS)[number]>;

/** A session by its id, which is the capability. Index: the primary key of each partition. */
export async function findSession(db: Db, id: string): Promise<SessionRow | undefined> {
  return db.selectFrom('checkout_sessions').select(SESSION_COLUMNS).where('id', '=', id).executeTakeFirst();
}

export async function lockSession(tx: Tx, id: string): Promise<SessionRow | undefined> {
  return tx
    .selectFrom('checkout_sessions')
    .select(SESSION_COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Moves a session by its table of moves; from a state that the trigger does not leave, nothing happens. */
export async function moveSession(tx: Tx, id: string, trigger: SessionTrigger): Promise<void> {
  const { from, to } = wayOf(SESSION_MOVES, trigger);
  await tx
    .updateTable('checkout_sessions')
    .set({ status: to })
    .where('id', '=', id)
    .where('status', 'in', from)
    .$if(trigger === 'capture_ended', (ended) => ended.where(isNobodys(id)))
    .execute();
}

// Another order of the session may be captured meanwhile, or its money held back. Looked for order by order: a plan for all of
// them at once would read every capture that is open anywhere.
const isNobodys = (id: string) => sql<boolean>`not exists (
  select from transactions t
  cross join lateral (
    select from capture_attempts a
    where a.transaction_id = t.id and ${isOpenCapture('a.state')}
    limit 1
  ) under_way
  where t.checkout_session_id = ${id})`;
