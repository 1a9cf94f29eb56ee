import type { Db, Tx } from '../../db/tx.ts';
import { wayOf } from '../../lib/lifecycle.ts';
import type { ShippingAddress } from '../../rails/rail.ts';
import { SESSION_MOVES, type SessionStatus, type SessionTrigger } from './lifecycle.ts';

export interface SessionRow {
  id: string;
  merchant_id: string;
  channel_id: string | null;
  /** As it was made, wherever its merchant is routed now; null in one of the release before, which goes by its merchant. */
  rail: string | null;
  /** Null too where the merchant had no account yet. */
  rail_account_id: string | null;
  amount_cents: number;
  currency: string;
  status: SessionStatus;
  expires_at: Date;
  external_order_id: string | null;
  description: string | null;
  buyer_email: string | null;
  success_url: string | null;
  cancel_url: string | null;
  allowed_origins: string[] | null;
  items: StoredItem[] | null;
  metadata: unknown;
  requires_shipping: boolean | null;
  shipping_address: ShippingAddress | null;
  shipping_amount_cents: number | null;
  created_at: Date;
}

// Named one by one: a column that a newer release adds must not change what a prepared statement answers.
const NAMED: Readonly<Record<keyof SessionRow, true>> = {
  id: true,
  merchant_id: true,
  channel_id: true,
  rail: true,
  rail_account_id: true,
  amount_cents: true,
  currency: true,
  status: true,
  expires_at: true,
  external_order_id: true,
  description: true,
  buyer_email: true,
  success_url: true,
  cancel_url: true,
  allowed_origins: true,
  items: true,
  metadata: true,
  requires_shipping: true,
  shipping_address: true,
  shipping_amount_cents: true,
  created_at: true,
};
const SESSION_COLUMNS = Object.keys(NAMED) as (keyof SessionRow)[];

/** An item as stored: amounts in minor units, everything else as it was sent. */
export interface StoredItem {
  name: string;
  unit_amount_cents: number;
  category: string;
  description: string | null;
  quantity: number;
  sku: string | null;
}

/** A session by its id, which is the capability. Index: the primary key of each partition. */
export async function findSession(db: Db, id: string): Promise<SessionRow | undefined> {
  const row = await db
    .selectFrom('checkout_sessions')
    .select(SESSION_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row as SessionRow | undefined;
}

export async function lockSession(tx: Tx, id: string): Promise<SessionRow | undefined> {
  const row = await tx
    .selectFrom('checkout_sessions')
    .select(SESSION_COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row as SessionRow | undefined;
}

/** Moves a session by its table of moves; from a state that the trigger does not leave, nothing happens. */
export async function moveSession(tx: Tx, id: string, trigger: SessionTrigger): Promise<void> {
  const { from, to } = wayOf(SESSION_MOVES, trigger);
  await tx
    .updateTable('checkout_sessions')
    .set({ status: to })
    .where('id', '=', id)
    .where('status', 'in', from)
    .execute();
}
