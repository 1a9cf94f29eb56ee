import { sql } from 'kysely';
import type { Db, RowOf, Tx } from '../../db/tx.ts';

/** An account at a provider that a merchant is, or was, paid into. */
export interface Account {
  id: string;
  provider_account: string;
}

const COLUMNS = ['id', 'provider_account', 'shown', 'credentials', 'credentials_key_id', 'version'] as const;

export type AccountRow = RowOf<'rail_accounts', (typeof COLUMNS)[number]>;

export interface AccountName {
  merchant_id: string;
  rail: string;
  provider_account: string;
}

export async function readAccount(db: Db, id: string): Promise<AccountRow> {
  return db.selectFrom('rail_accounts').select(COLUMNS).where('id', '=', id).executeTakeFirstOrThrow();
}

/** An account under its name, live or not. Index: rail_account_is_known_once. */
export async function findAccount(
  db: Db,
  name: AccountName,
): Promise<(Account & { version: number }) | undefined> {
  const { merchant_id, rail, provider_account } = name;
  return db
    .selectFrom('rail_accounts')
    .select(['id', 'provider_account', 'version'])
    .where('merchant_id', '=', merchant_id)
    .where('rail', '=', rail)
    .where('provider_account', '=', provider_account)
    .executeTakeFirst();
}

/** The account that a merchant is paid into on a rail now. Index: one_account_of_a_rail_per_merchant. */
export async function findLiveAccount(
  db: Db,
  of: { merchant_id: string; rail: string },
): Promise<(Account & { version: number }) | undefined> {
  return db
    .selectFrom('rail_accounts')
    .select(['id', 'provider_account', 'version'])
    .where('merchant_id', '=', of.merchant_id)
    .where('rail', '=', of.rail)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
}

/** Retires the account that is live of the merchant on this rail, unless it is that one. */
export async function retireOwn(
  tx: Tx,
  of: { merchant_id: string; rail: string; but: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('rail_accounts')
    .set({ retired_at: of.now })
    .where('merchant_id', '=', of.merchant_id)
    .where('rail', '=', of.rail)
    .where('retired_at', 'is', null)
    .where('id', '<>', of.but)
    .execute();
}

/** Writes credentials of an account, which is live from now on. Breaches rail_account_serves_one_merchant,
 *  rail_account_is_known_by_one. */
export async function saveCredentials(
  tx: Tx,
  account: AccountName & {
    id: string;
    version: number;
    known_by: string | null;
    shown: string;
    credentials: Buffer;
    credentials_key_id: string;
    created_at: Date;
  },
): Promise<void> {
  const { version, known_by, shown, credentials, credentials_key_id, created_at: until } = account;
  const known_before = sql<string>`case
    when rail_accounts.known_by = ${known_by} or rail_accounts.known_by is null then rail_accounts.known_before
    else rail_accounts.known_before || jsonb_build_object('known_by', rail_accounts.known_by, 'until', ${until.toISOString()}::text)
  end`;
  const anew = { version, known_by, shown, credentials, credentials_key_id, known_before, retired_at: null };
  await tx
    .insertInto('rail_accounts')
    .values(account)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(anew))
    .execute();
}

/** For how long credentials were known by the same; null is without end. */
export interface KnownFor {
  known_by: string | null;
  from: Date | null;
  until: Date | null;
}

/** What the credentials of an account are known by, which may be another account each time: today's last. */
export async function knownOf(db: Db, id: string): Promise<readonly KnownFor[]> {
  const { known_by, known_before } = await db
    .selectFrom('rail_accounts')
    .select(['known_by', 'known_before'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const ends = known_before.map(({ until }) => new Date(until));
  return [...known_before, { known_by }].map((one, nth) => ({
    known_by: one.known_by,
    from: ends[nth - 1] ?? null,
    until: ends[nth] ?? null,
  }));
}

/** Retires whatever else is live of the merchant on this rail, and of other merchants under this name. */
export async function retireOthers(
  tx: Tx,
  of: { merchant_id: string; rail: string; provider_account: string | null; now: Date },
): Promise<void> {
  await sql`
    update rail_accounts set retired_at = ${of.now}
    where rail = ${of.rail} and retired_at is null and (
      (merchant_id = ${of.merchant_id} and provider_account is distinct from ${of.provider_account}::text)
      or (merchant_id <> ${of.merchant_id} and provider_account = ${of.provider_account}::text)
    )`.execute(tx);
}

/** Makes an account live, which is kept once, and answers its id. */
export async function insertLive(
  tx: Tx,
  account: AccountName & { id: string; created_at: Date },
): Promise<string> {
  const row = await tx
    .insertInto('rail_accounts')
    .values(account)
    .onConflict((conflict) =>
      conflict.constraint('rail_account_is_known_once').doUpdateSet({ retired_at: null }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Keeps an account that takes no new payments, unless it is known. */
export async function insertRetired(
  db: Db,
  account: AccountName & { id: string; created_at: Date; retired_at: Date },
): Promise<void> {
  await db
    .insertInto('rail_accounts')
    .values(account)
    .onConflict((conflict) => conflict.constraint('rail_account_is_known_once').doNothing())
    .execute();
}

/** Whether what the provider calls an account is another merchant's by now. Index: rail_account_serves_one_merchant. */
export async function isGivenAway(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from rail_accounts own
    join rail_accounts other on other.rail = own.rail and other.provider_account = own.provider_account
    where own.id = ${accountId} and other.merchant_id <> own.merchant_id and other.retired_at is null
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Who is asked about what the provider has of an account: of all that bear its name, the one that is live, or the newest. */
export interface AccountToday {
  rail_account_id: string;
  merchant_id: string;
  provider_account: string;
}

/** The account that stands for one by now, whose keys are those of today. Index: rail_accounts_by_name. */
export async function accountToday(db: Db, of: AccountToday): Promise<AccountToday> {
  const { rows } = await sql<AccountToday>`
    select a.id as rail_account_id, a.merchant_id, a.provider_account
    from rail_accounts known
    join rail_accounts a on a.rail = known.rail and a.provider_account = known.provider_account
    where known.id = ${of.rail_account_id}
    order by a.retired_at is null desc, a.id desc
    limit 1`.execute(db);
  const { rail_account_id, merchant_id, provider_account } = rows[0] ?? of;
  return { rail_account_id, merchant_id, provider_account };
}

const CLAIMANTS_MAX = 10;

/** The accounts that bear a name at a provider, retired ones included, the newest first. Index: rail_accounts_by_name. */
export async function accountsNamed(
  db: Db,
  of: { rail: string; provider_account: string },
): Promise<AccountRow[]> {
  return db
    .selectFrom('rail_accounts')
    .select(COLUMNS)
    .where('rail', '=', of.rail)
    .where('provider_account', '=', of.provider_account)
    .orderBy('id', 'desc')
    .limit(CLAIMANTS_MAX)
    .execute();
}

/** Accounts whose provider's name for them is not known, or was heard by former credentials, the newest first, behind one of them.
 *  Index: rail_accounts_unnamed. */
export async function unnamedAccounts(
  db: Db,
  { rail, behind, limit }: { rail: string; behind: string | null; limit: number },
): Promise<AccountRow[]> {
  return db
    .selectFrom('rail_accounts')
    .select(COLUMNS)
    .where('rail', '=', rail)
    .where(sql<boolean>`(provider_account = id::text or name_version < version)`)
    .where(sql<boolean>`(${behind}::uuid is null or id < ${behind}::uuid)`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
