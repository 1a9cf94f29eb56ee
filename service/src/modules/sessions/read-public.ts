import { type RawBuilder, sql } from 'kysely';
import { isOpenCapture } from '../../db/open-captures.ts';
import { asOneOfMany, forMany } from '../../db/share.ts';
import type { StoredItem } from '../../db/stored.ts';
import type { Db } from '../../db/tx.ts';
import { coalesce } from '../../lib/coalesce.ts';

export interface PublicSessionRow {
  id: string;
  merchant_id: string;
  merchant_name: string;
  country_code: string;
  payment_provider: string;
  rail_account_id: string | null;
  /** What anybody may know of that account. */
  shown: Record<string, string> | null;
  brand_color: string | null;
  logo_url: string | null;
  pay_later: { enabled?: boolean } | null;
  collect_buyer_email: boolean;
  preselect_wallet: boolean;
  /** What the merchant wants offered; null for all. */
  allowed_funding: string[] | null;
  /** Whether the shop named the buyer's email. */
  knows_email: boolean;
  amount_cents: number;
  currency: string;
  status: 'open' | 'capturing' | 'completed';
  expires_at: Date;
  external_order_id: string | null;
  description: string | null;
  success_url: string | null;
  cancel_url: string | null;
  allowed_origins: string[] | null;
  items: StoredItem[] | null;
  requires_shipping: boolean | null;
  shipping_amount_cents: number | null;
  wallet_merchant_id: string | null;
  wallet_country: string | null;
  checkout_enabled: boolean;
  acdc_status: string | null;
  apple_pay_status: string | null;
  google_pay_status: string | null;
  payment_order_id: string | null;
  payment_status: string | null;
  payment_captured_at: Date | null;
  payment_capture_id: string | null;
  id_token: string | null;
  id_token_expires_at: Date | null;
}

// Statements under way at once, as in admission.
const LANES = 2;

type PublicSessions = (id: string) => Promise<PublicSessionRow | undefined>;

/** Reads sessions for buyers' pages. Reads that arrive while a statement is under way share the next one. */
export function publicSessions(db: Db): PublicSessions {
  const read = coalesce((ids: readonly string[]) => forMany(() => readMany(db, ids)), { lanes: LANES });
  return (id) => asOneOfMany(read(id));
}

async function readMany(db: Db, ids: readonly string[]): Promise<(PublicSessionRow | undefined)[]> {
  const rows = await readPublicSessions(db, [...new Set(ids)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

export async function readPublicSession(db: Db, id: string): Promise<PublicSessionRow | undefined> {
  return (await readPublicSessions(db, [id]))[0];
}

// The account of a session that is not its merchant's any more takes no payment.
const IS_ATTACHED = sql`not w.consent_withdrawn
  and (s.rail_account_id is null or a.provider_account = w.wallet_merchant_id)`;

// Only a capturing session has such a payment, and only of one is it looked for.
const IS_BEING_TAKEN = sql`case when s.status = 'capturing' then t.status = 'pending' or exists (
  select from capture_attempts c
  where c.transaction_id = t.id and ${isOpenCapture('c.state')}) else false end`;

function ofAttached(status: string): RawBuilder<unknown> {
  return sql`case when ${IS_ATTACHED} then w.seller->>${sql.lit(status)} end as ${sql.ref(status)}`;
}

// Everything the buyer's page needs, in one statement. The payment is the session's captured transaction, else the
// one that is being taken, since an order made beside it says nothing of its money, else the newest of the others, but for one that
// was approved and is shown as declined: it can be taken no more. Each row is looked up by itself: a plan made when the tables were
// small must not read them whole later. Indexes: the primary keys, transactions_by_session and one_open_capture_per_transaction.
async function readPublicSessions(db: Db, ids: readonly string[]): Promise<PublicSessionRow[]> {
  const result = await sql<PublicSessionRow>`
    select s.id, s.merchant_id, m.business_name as merchant_name, m.country_code,
      coalesce(s.rail, m.payment_provider) as payment_provider, s.rail_account_id, a.shown, m.brand_color,
      m.logo_url, m.pay_later, m.collect_buyer_email, m.preselect_wallet, m.supported_funding as allowed_funding,
      s.buyer_email is not null as knows_email, s.amount_cents, s.currency, s.status, s.expires_at, s.external_order_id,
      s.description, s.success_url, s.cancel_url, s.allowed_origins, s.items, s.requires_shipping,
      s.shipping_amount_cents, case when ${IS_ATTACHED} then w.wallet_merchant_id end as wallet_merchant_id,
      w.seller->>'country' as wallet_country,
      coalesce(w.checkout_enabled, false) as checkout_enabled, ${ofAttached('acdc_status')},
      ${ofAttached('apple_pay_status')}, ${ofAttached('google_pay_status')},
      p.provider_order_id as payment_order_id, p.status as payment_status, p.captured_at as payment_captured_at,
      p.provider_capture_id as payment_capture_id, v.token as id_token, v.expires_at as id_token_expires_at
    from unnest(${ids}::text[]) as asked (id)
    cross join lateral (
      select id, merchant_id, amount_cents, currency, status, expires_at, external_order_id, description, success_url,
        cancel_url, allowed_origins, items, requires_shipping, shipping_amount_cents, buyer_email, rail,
        rail_account_id
      from checkout_sessions where id = asked.id limit 1
    ) s
    cross join lateral (
      select business_name, country_code, payment_provider, brand_color, logo_url, pay_later, collect_buyer_email,
        preselect_wallet, supported_funding
      from merchants where id = s.merchant_id limit 1
    ) m
    left join lateral (
      select consent_withdrawn, wallet_merchant_id, seller, checkout_enabled
      from wallet_connections where merchant_id = s.merchant_id limit 1
    ) w on true
    left join lateral (
      select provider_account, shown from rail_accounts where id = s.rail_account_id limit 1
    ) a on true
    left join lateral (
      select t.provider_order_id, t.status, t.captured_at, t.provider_capture_id
      from transactions t
      where t.checkout_session_id = s.id and t.provider_order_id is not null
        and (t.status <> 'approved' or t.status_raw is null or ${IS_BEING_TAKEN})
      order by (t.captured_at is not null) desc, ${IS_BEING_TAKEN} desc, t.id desc
      limit 1
    ) p on true
    left join lateral (
      select token, expires_at from session_id_tokens where s.amount_cents = 0 and checkout_session_id = s.id limit 1
    ) v on true`.execute(db);
  return result.rows;
}
