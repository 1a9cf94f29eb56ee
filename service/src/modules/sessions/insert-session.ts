import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import type { Db } from '../../db/tx.ts';
import type { ShippingAddress } from '../../rails/rail.ts';
import { raiseFragment } from '../webhooks/index.ts';
import { sessionCreated } from './events.ts';
import type { StoredItem } from './queries.ts';

const OPERATION = 'sessions.create';
const KEPT_HOURS = 72;

export interface NewSessionRow {
  id: string;
  merchant_id: string;
  channel_id: string | null;
  rail: string;
  rail_account_id: string | null;
  amount_cents: number;
  currency: string;
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

/** Inserts the session, its event, the event's deliveries and, under a key, the answer to keep, in one statement:
 *  one trip to the database and one flush of its log. Null when the key was used before; nothing is written then. Else it
 *  tells whether there is something to deliver.
 *  A call with a key that another call holds waits here until that one has ended. */
export async function insertSession(
  ctx: Ctx,
  row: NewSessionRow,
  claim: { key: string; fingerprint: Buffer; answer: string } | null,
): Promise<{ is_routed: boolean } | null> {
  const object = sessionCreated({ ...row, status: 'open' });
  const owner = { channel_id: row.channel_id, merchant_id: row.merchant_id };
  const event = { type: 'checkout.session.created', ...owner, object } as const;
  const raised = raiseFragment(ctx.clock, event, sql`exists (select from session)`);
  const result = await sql<{ inserted: boolean; is_routed: boolean }>`
    with ${claim === null ? sql`` : sql`${claimCte(row, claim)},`}
    session as (
      ${insertion(row)}
      ${claim === null ? sql`` : sql`where exists (select from claim)`}
      returning id
    ), ${raised.ctes}
    select exists (select from session) as inserted, exists (select from raised_to) as is_routed`.execute(
    ctx.db,
  );
  const { inserted, is_routed } = result.rows[0]!;
  return inserted ? { is_routed } : null;
}

// A key older than its keeping is taken over as if it had never been used.
function claimCte(
  row: NewSessionRow,
  claim: { key: string; fingerprint: Buffer; answer: string },
): RawBuilder<unknown> {
  const lapsed = new Date(row.created_at.getTime() - KEPT_HOURS * 3_600_000);
  return sql`claim as (
    insert into idempotency_keys as held (merchant_id, operation, key, fingerprint, answer, created_at)
    values (${row.merchant_id}::uuid, ${OPERATION}, ${claim.key}, ${claim.fingerprint}, ${claim.answer}, ${row.created_at})
    on conflict (merchant_id, operation, key) do update
      set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at
      where held.created_at < ${lapsed}
    returning key
  )`;
}

function insertion(row: NewSessionRow): RawBuilder<unknown> {
  return sql`
    insert into checkout_sessions (id, merchant_id, channel_id, amount_cents, currency, expires_at, external_order_id,
      description, buyer_email, success_url, cancel_url, allowed_origins, items, metadata, requires_shipping,
      shipping_address, shipping_amount_cents, created_at, rail, rail_account_id)
    select ${row.id}::text, ${row.merchant_id}::uuid, ${row.channel_id}::uuid, ${row.amount_cents}::bigint,
      ${row.currency}::text, ${row.expires_at}::timestamptz, ${row.external_order_id}::text,
      ${row.description}::text, ${row.buyer_email}::text, ${row.success_url}::text, ${row.cancel_url}::text,
      ${row.allowed_origins}::text[], ${json(row.items)}::jsonb, ${json(row.metadata)}::jsonb,
      ${row.requires_shipping}::boolean, ${json(row.shipping_address)}::jsonb,
      ${row.shipping_amount_cents}::bigint, ${row.created_at}::timestamptz,
      ${row.rail}::text, ${row.rail_account_id}::uuid`;
}

function json(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** The answer kept against a merchant's key. */
export async function readAnswer(
  db: Db,
  of: { merchant_id: string; key: string },
): Promise<{ fingerprint: Buffer; answer: string } | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer'])
    .where('merchant_id', '=', of.merchant_id)
    .where('operation', '=', OPERATION)
    .where('key', '=', of.key)
    .executeTakeFirst();
}

/** Deletes up to `limit` answers that are past their keeping. Index: idempotency_keys_by_age. */
export async function deleteLapsedAnswers(db: Db, of: { now: Date; limit: number }): Promise<number> {
  const lapsed = new Date(of.now.getTime() - KEPT_HOURS * 3_600_000);
  const deleted = await sql`
    delete from idempotency_keys
    where ctid = any(array(
      select ctid from idempotency_keys
      where created_at < ${lapsed}
      order by created_at
      limit ${of.limit}
      for update skip locked
    ))`.execute(db);
  return Number(deleted.numAffectedRows ?? 0n);
}
