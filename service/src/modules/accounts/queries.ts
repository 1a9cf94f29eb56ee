import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tx.ts';

/** An account at a provider that a merchant is, or was, paid into. */
export interface Account {
  id: string;
  provider_account: string;
}

export interface AccountRow extends Account {
  merchant_id: string;
  rail: string;
  credentials: Buffer | null;
  credentials_key_id: string | null;
  version: number;
}

const COLUMNS = [
  'id',
  'merchant_id',
  'rail',
  'provider_account',
  'credentials',
  'credentials_key_id',
  'version',
] as const;

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

/** Writes credentials of an account, which is live from now on. Breaches rail_account_serves_one_merchant. */
export async function saveCredentials(
  tx: Tx,
  account: AccountName & {
    id: string;
    version: number;
    shown: string;
    credentials: Buffer;
    credentials_key_id: string;
    created_at: Date;
  },
): Promise<void> {
  const { version, shown, credentials, credentials_key_id } = account;
  const anew = { version, shown, credentials, credentials_key_id, retired_at: null };
  await tx
    .insertInto('rail_accounts')
    .values(account)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(anew))
    .execute();
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
