import type { Db, Tx } from '../../db/tx.ts';
import { wayOf } from '../../lib/lifecycle.ts';
import type { ShippingAddress } from '../../rails/rail.ts';
import { SESSION_MOVES, type SessionStatus, type SessionTrigger } from './lifecycle.ts';

export interface SessionRow {
  id: string;
  merchant_id: string;
  channel_id: string | null;
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
  const row = await db.selectFrom('checkout_sessions').selectAll().where('id', '=', id).executeTakeFirst();
  return row as SessionRow | undefined;
}

export async function lockSession(tx: Tx, id: string): Promise<SessionRow | undefined> {
  const row = await tx
    .selectFrom('checkout_sessions')
    .selectAll()
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
