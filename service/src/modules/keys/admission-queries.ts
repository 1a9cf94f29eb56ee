import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';

export interface AdmittedKey {
  key_id: string;
  key_channel_id: string | null;
  key_merchant_id: string | null;
  channel_active: boolean;
  /** Calls of this window, these included. */
  used: number;
  /** The merchant acted for: the key's own, or the header's when it is of the key's channel. */
  merchant: {
    merchant_id: string;
    channel_id: string | null;
    business_name: string;
    payment_provider: 'ppcp' | 'gravy' | 'nmi';
    wallet_primary_currency: string | null;
  } | null;
}

interface Row extends NonNullable<AdmittedKey['merchant']> {
  key_id: string;
  key_channel_id: string | null;
  key_merchant_id: string | null;
  channel_active: boolean;
  used: number;
}

// A budget is one fixed minute from the first call, by the database's own clock, exact across nodes because the
// counter is a row. Above the limit it stops counting, so that a flood cannot run it over. The row is not logged,
// so the statement waits for no disk.
const spend = (budget: number, calls: number) => sql`
  on conflict (subject, operation) do update set
    used = case when b.started_at <= clock_timestamp() - interval '1 minute' then ${calls}::integer
      else least(b.used, ${budget}::integer) + ${calls}::integer end,
    started_at = case when b.started_at <= clock_timestamp() - interval '1 minute' then clock_timestamp()
      else b.started_at end
  returning used`;

/** Looks up an active key by its hash, spends `calls` of its budget and reads the merchant, in one statement. Null
 *  when no active key has this hash; nothing is spent then. Indexes: api_key_hash_is_unique and primary keys. */
export async function admitKey(
  db: Db,
  call: { hash: Buffer; operation: string; budget: number; calls: number; merchant_id: string | null },
): Promise<AdmittedKey | null> {
  const result = await sql<Row>`
    with credential as materialized (
      select k.id, k.channel_id, k.merchant_id, coalesce(c.active, true) as channel_active
      from api_keys k left join channels c on c.id = k.channel_id
      where k.hash = ${call.hash} and k.status = 'active'
    ), spent as (
      insert into budget_windows as b (subject, operation, started_at, used)
      select credential.id::text, ${call.operation}, clock_timestamp(), ${call.calls}::integer from credential
      ${spend(call.budget, call.calls)}
    )
    select credential.id as key_id, credential.channel_id as key_channel_id, credential.merchant_id as key_merchant_id,
      credential.channel_active, spent.used, m.id as merchant_id, m.channel_id, m.business_name, m.payment_provider,
      w.primary_currency as wallet_primary_currency
    from credential cross join spent
    left join merchants m on m.id = coalesce(credential.merchant_id, ${call.merchant_id}::uuid)
      and (credential.merchant_id is not null or m.channel_id = credential.channel_id)
    left join wallet_connections w on w.merchant_id = m.id`.execute(db);
  const row = result.rows[0];
  if (!row) return null;
  const { key_id, key_channel_id, key_merchant_id, channel_active, used, ...merchant } = row;
  const found = merchant.merchant_id === null ? null : merchant;
  return { key_id, key_channel_id, key_merchant_id, channel_active, used, merchant: found };
}

/** Spends `calls` of a source address's budget and tells how many it has used, these included. */
export async function admitAddress(
  db: Db,
  call: { address: string; operation: string; budget: number; calls: number },
): Promise<number> {
  const result = await sql<{ used: number }>`
    insert into budget_windows as b (subject, operation, started_at, used)
    values (${call.address}, ${call.operation}, clock_timestamp(), ${call.calls}::integer)
    ${spend(call.budget, call.calls)}`.execute(db);
  return result.rows[0]!.used;
}
