import { ownOrigins } from '../../lib/own-site.ts';
import { minor } from '../../lib/money.ts';
import type { OrderItem } from '../../rails/rail.ts';
import type { SessionRow } from './queries.ts';
import { Refusal } from '../../refusals.ts';

/** Expiry is judged when it matters; nothing is written when the time comes. */
export function isExpired(session: Pick<SessionRow, 'status' | 'expires_at'>, now: Date): boolean {
  return session.status === 'open' && session.expires_at <= now;
}

/** Whether a page of this origin may pay the session: the service's own pages, any origin when the session names
 *  none, else the named ones. A call without Origin comes from no foreign page. */
export function mayPayFrom(
  session: Pick<SessionRow, 'allowed_origins'>,
  origin: string | undefined,
  baseUrl: string,
): boolean {
  if (origin === undefined || session.allowed_origins === null) return true;
  if (ownOrigins(baseUrl).includes(origin)) return true;
  return session.allowed_origins.some((allowed) => allowed.toLowerCase().replace(/\/$/, '') === origin);
}

export function decodeItems(session: Pick<SessionRow, 'items'>): OrderItem[] | null {
  if (session.items === null) return null;
  return session.items.map(({ unit_amount_cents, ...item }) => ({
    ...item,
    unit_amount: minor(unit_amount_cents),
  }));
}

/** Who a saved instrument belongs to, in the merchant's words: `metadata.customer_ref`, else the buyer's email, else
 *  the session itself. */
export function customerRefOf(session: Pick<SessionRow, 'id' | 'buyer_email' | 'metadata'>): string {
  const named = (session.metadata as { customer_ref?: unknown } | null)?.customer_ref;
  return typeof named === 'string' ? named : (session.buyer_email ?? session.id);
}

/** How many orders of a session may wait for its buyer (gap G72): a person who goes back and forth needs a dozen. */
export const OPEN_ORDERS_MAX = 50;

/** Refuses too_many_open_orders when as many as may wait do. */
export function requireRoomForOrder(waiting: number): void {
  if (waiting < OPEN_ORDERS_MAX) return;
  throw new Refusal('too_many_open_orders', { extra: { open_orders_max: OPEN_ORDERS_MAX } });
}
