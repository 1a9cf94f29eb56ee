import type { Ctx } from '../../context.ts';
import { ownOrigins } from '../../lib/own-site.ts';
import { minor } from '../../lib/money.ts';
import type { OrderItem } from '../../rails/rail.ts';
import type { SessionRow } from './queries.ts';
import { refused, type Refused } from '../../refused.ts';

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
  const named = session.metadata?.['customer_ref'];
  return typeof named === 'string' ? named : (session.buyer_email ?? session.id);
}

/** How many orders of a session may wait for its buyer (gap G72): a person who goes back and forth needs a dozen. */
export const OPEN_ORDERS_MAX = 50;

/** Why no more may wait where so many do; null where one more may. */
export function tooManyOpenOrders(waiting: number): Refused | null {
  if (waiting < OPEN_ORDERS_MAX) return null;
  return refused('too_many_open_orders', { open_orders_max: OPEN_ORDERS_MAX });
}

/** Where the provider sends a buyer of the session: to its page, which then speaks `locale`; the browser's, when null. */
export function waysBack(
  { config }: Pick<Ctx, 'config'>,
  sessionId: string,
  locale: string | null,
): { return_url: string; cancel_url: string } {
  const page = new URL(`${config.base_url}/checkout/${sessionId}`);
  const returned = new URL(`${page.href}/return`);
  page.searchParams.set('canceled', '1');
  if (locale !== null) for (const url of [page, returned]) url.searchParams.set('locale', locale);
  return { return_url: returned.href, cancel_url: page.href };
}
