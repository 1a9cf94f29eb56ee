import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tx.ts';

/** A key, or a dashboard user's token: whatever was presented as a bearer. */
export interface AdmittedKey {
  key_id: string;
  key_channel_id: string | null;
  key_merchant_id: string | null;
  /** What a dashboard user may do; null for a key. */
  permissions: string[] | null;
  /** The channel of the key, or of the merchant that it acts for; true without one. */
  channel_active: boolean;
  /** Calls of this window, these included. */
  used: number;
  /** How many a window has: of a channel's key as many times more as its operator said. */
  budget: number;
  /** The merchant acted for: the key's own, or the header's when it is of the key's channel. */
  merchant: {
    merchant_id: string;
    channel_id: string | null;
    business_name: string;
    payment_provider: string;
    /** What it is paid into, where the operation asks for it. */
    rail_account_id?: string | null;
    wallet_primary_currency?: string | null;
  } | null;
}

interface Row extends NonNullable<AdmittedKey['merchant']> {
  key_id: string;
  key_channel_id: string | null;
  key_merchant_id: string | null;
  permissions: string[] | null;
  channel_active: boolean;
  used: number;
  budget: number;
}

/** Below what a counter of the database holds, with room for the calls that are counted together above a budget. */
export const BUDGET_MAX = 2_000_000_000;

// A budget is one fixed minute from the first call, by the database's own clock, exact across nodes because the
// counter is a row. Above the limit it stops counting, so that a flood cannot run it over. The row is not logged,
// so the statement waits for no disk.
const spend = (budget: number | RawBuilder<unknown>, calls: number) => sql`
  on conflict (subject, operation) do update set
    used = case when b.started_at <= clock_timestamp() - interval '1 minute' then ${calls}::integer
      else least(b.used, ${budget}::integer) + ${calls}::integer end,
    started_at = case when b.started_at <= clock_timestamp() - interval '1 minute' then clock_timestamp()
      else b.started_at end
  returning used`;

interface KeyAdmission {
  hash: Buffer;
  operation: string;
  budget: number;
  calls: number;
  merchant_id: string | null;
  /** When the operation takes dashboard tokens too: the time by which they end. Null asks for keys alone. */
  dashboard_at: Date | null;
  by_account: boolean;
}

/** Looks up an active key or a live dashboard token by its hash, spends `calls` of its budget and reads the merchant,
 *  in one statement. Null when nothing has this hash; nothing is spent then. Indexes: api_key_hash_is_unique,
 *  dashboard_token_is_unique and primary keys. */
export async function admitKey(db: Db, call: KeyAdmission): Promise<AdmittedKey | null> {
  const result = await sql<Row>`
    with credential as materialized (
      select k.id, k.channel_id, k.merchant_id, null::text[] as permissions, coalesce(c.active, true) as channel_active,
        least(${BUDGET_MAX}::bigint, ${call.budget}::bigint * case when k.channel_id is null then 1 else c.budget_factor end)
          ::integer as budget
      from api_keys k
      left join merchants owned on owned.id = k.merchant_id
      left join channels c on c.id = coalesce(k.channel_id, owned.channel_id)
      where k.hash = ${call.hash} and k.status = 'active'
      ${call.dashboard_at === null ? sql`` : orDashboardToken(call, call.dashboard_at)}
    ), spent as (
      insert into budget_windows as b (subject, operation, started_at, used)
      select credential.id::text, ${call.operation}, clock_timestamp(), ${call.calls}::integer from credential
      ${spend(sql`(select credential.budget from credential)`, call.calls)}
    )
    select credential.id as key_id, credential.channel_id as key_channel_id, credential.merchant_id as key_merchant_id,
      credential.permissions, credential.channel_active, credential.budget, spent.used, m.id as merchant_id, m.channel_id,
      m.business_name, m.payment_provider${call.by_account ? PAID_INTO.columns : sql``}
    from credential cross join spent
    left join merchants m on m.id = coalesce(credential.merchant_id, ${call.merchant_id}::uuid)
      and (credential.merchant_id is not null or m.channel_id = credential.channel_id)
    ${call.by_account ? PAID_INTO.joins : sql``}`.execute(db);
  const row = result.rows[0];
  if (!row) return null;
  const { key_id, key_channel_id, key_merchant_id, permissions, channel_active, used, budget, ...merchant } =
    row;
  const found = merchant.merchant_id === null ? null : merchant;
  return {
    key_id,
    key_channel_id,
    key_merchant_id,
    permissions,
    channel_active,
    used,
    budget,
    merchant: found,
  };
}

const PAID_INTO = {
  columns: sql`, a.id as rail_account_id, w.primary_currency as wallet_primary_currency`,
  joins: sql`
    left join wallet_connections w on w.merchant_id = m.id
    left join rail_accounts a on a.merchant_id = m.id and a.rail = m.payment_provider and a.retired_at is null`,
};

// The budget is the user's, however many tokens the user has.
function orDashboardToken({ hash, budget }: KeyAdmission, at: Date): RawBuilder<unknown> {
  return sql`
      union all
      select u.id, null, u.merchant_id, u.permissions, coalesce(c.active, true), ${budget}::integer
      from dashboard_tokens t
      join dashboard_users u on u.id = t.user_id
      join merchants owned on owned.id = u.merchant_id
      left join channels c on c.id = owned.channel_id
      where t.token_hash = ${hash} and t.expires_at > ${at}`;
}

/** The hashes, in hex, that are of an active key, a live dashboard token or a live owner's session. Indexes:
 *  api_key_hash_is_unique, dashboard_token_is_unique, owner_session_token_is_unique. */
export async function bearersThatExist(
  db: Db,
  of: { hashes: readonly Buffer[]; at: Date },
): Promise<string[]> {
  const result = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from api_keys where hash = any(${of.hashes}::bytea[]) and status = 'active'
    union all
    select encode(token_hash, 'hex') from dashboard_tokens
    where token_hash = any(${of.hashes}::bytea[]) and expires_at > ${of.at}
    union all
    select encode(token_hash, 'hex') from owner_sessions
    where token_hash = any(${of.hashes}::bytea[]) and expires_at > ${of.at}`.execute(db);
  return result.rows.map(({ hash }) => hash);
}

interface AdmittedOwner {
  session_id: string;
  owner_id: string;
  passkey_shown: boolean;
  used: number;
}

/** Looks up a live owner session by its token's hash and spends one call of the owner's budget, in one statement.
 *  Null when there is none; nothing is spent then. Index: owner_session_token_is_unique. */
export async function admitOwnerSession(
  db: Db,
  call: { hash: Buffer; operation: string; budget: number; at: Date },
): Promise<AdmittedOwner | null> {
  const result = await sql<AdmittedOwner>`
    with credential as materialized (
      select id, owner_id, passkey_shown from owner_sessions
      where token_hash = ${call.hash} and expires_at > ${call.at}
    ), spent as (
      insert into budget_windows as b (subject, operation, started_at, used)
      select credential.owner_id::text, ${call.operation}, clock_timestamp(), 1 from credential
      ${spend(call.budget, 1)}
    )
    select credential.id as session_id, credential.owner_id, credential.passkey_shown, spent.used
    from credential cross join spent`.execute(db);
  return result.rows[0] ?? null;
}

/** Spends `calls` of the budget of a source address, or of an account that is signed in to, and tells how many it has
 *  used, these included. */
export async function admitSubject(
  db: Db,
  call: { subject: string; operation: string; budget: number; calls: number },
): Promise<number> {
  const result = await sql<{ used: number }>`
    insert into budget_windows as b (subject, operation, started_at, used)
    values (${call.subject}, ${call.operation}, clock_timestamp(), ${call.calls}::integer)
    ${spend(call.budget, call.calls)}`.execute(db);
  return result.rows[0]!.used;
}

/** Takes away up to `limit` windows that are over, so that addresses and accounts that never return leave nothing behind.
 *  Index: budget_windows_by_start. */
export async function deleteOldWindows(db: Db, limit: number): Promise<number> {
  const result = await sql`
    delete from budget_windows
    where ctid = any(array(
      select ctid from budget_windows
      where started_at <= statement_timestamp() - interval '10 minutes'
      order by started_at
      limit ${limit}
      for update skip locked
    ))`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
