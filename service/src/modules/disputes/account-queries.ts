import { sql } from 'kysely';
import { type Claim, dueRows, holdRows } from '../../db/due.ts';
import type { Db } from '../../db/tx.ts';
import { walkOn } from '../../db/walk.ts';
import { uuidAt } from '../../lib/ids.ts';

/** An account at a provider, in whose name its disputes are read. */
export interface ListedAccount {
  provider: string;
  provider_account: string;
  rail_account_id: string;
  merchant_id: string;
}

export interface Listing extends ListedAccount {
  id: string;
  listed_until: Date | null;
  listing_begun_at: Date | null;
  next_page: string | null;
  failures: number;
}

/** Has the disputes of accounts listed from now on, and answers how many were not yet. Index:
 *  dispute_account_is_known_once. */
export async function ensureListed(db: Db, accounts: readonly ListedAccount[], now: Date): Promise<number> {
  if (accounts.length === 0) return 0;
  const inserted = await db
    .insertInto('dispute_accounts')
    .values(accounts.map((account) => ({ ...account, id: uuidAt(now), due_at: now })))
    .onConflict((conflict) => conflict.constraint('dispute_account_is_known_once').doNothing())
    .executeTakeFirst();
  return Number(inserted.numInsertedOrUpdatedRows ?? 0n);
}

/** Who is paid into an account of this name now, else who is known to have been. Indexes:
 *  rail_account_serves_one_merchant, dispute_account_is_known_once. */
export async function findAccount(
  db: Db,
  of: { provider: string; provider_account: string },
): Promise<ListedAccount | undefined> {
  const { rows } = await sql<ListedAccount>`
    select provider, provider_account, rail_account_id, merchant_id from (
      select 1 as place, rail as provider, provider_account, id as rail_account_id, merchant_id from rail_accounts
      where rail = ${of.provider} and provider_account = ${of.provider_account} and retired_at is null
      union all
      select 2, provider, provider_account, rail_account_id, merchant_id from dispute_accounts
      where provider = ${of.provider} and provider_account = ${of.provider_account}
    ) known
    order by place
    limit 1`.execute(db);
  return rows[0];
}

/** Walks on through all accounts, retired ones too. */
export async function walkAccounts(
  db: Db,
  { name, limit }: { name: string; limit: number },
): Promise<ListedAccount[]> {
  const columns = ['id', 'merchant_id', 'rail', 'provider_account'];
  return walkOn(
    db,
    { kept_in: 'dispute_account_walks', name, through: 'rail_accounts', columns, limit },
    sql<ListedAccount>`
      select rail as provider, provider_account, id as rail_account_id, merchant_id
      from looked
      order by id`,
  );
}

/** Index: dispute_accounts_due. */
export async function claimListings(db: Db, claim: Claim): Promise<Listing[]> {
  const result = await sql<Listing>`
    update dispute_accounts
    set due_at = ${claim.held_until}
    where id = any(array(${dueRows('dispute_accounts', { key: 'id', at: 'due_at' }, claim)}))
    returning id, provider, provider_account, rail_account_id, merchant_id, listed_until, listing_begun_at, next_page,
      failures`.execute(db);
  return result.rows;
}

/** Holds listings that are still held as they were until another time. */
export async function holdListings(
  db: Db,
  held: readonly (Pick<Listing, 'id'> & { held_until: Date })[],
  until: Date,
): Promise<void> {
  await holdRows(db, {
    table: 'dispute_accounts',
    columns: { key: 'id', at: 'due_at' },
    held: held.map(({ id, held_until }) => ({ key: id, held_until })),
    until,
  });
}

export async function updateListing(
  db: Db,
  id: string,
  set: Partial<Omit<Listing, 'id'>> & { due_at: Date },
): Promise<void> {
  await db.updateTable('dispute_accounts').set(set).where('id', '=', id).execute();
}

/** Whether a dispute against the account is open. Index: disputes_open_by_account. */
export async function hasOpenDispute(
  db: Db,
  of: { provider: string; provider_account: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('disputes')
    .select('id')
    .where('provider', '=', of.provider)
    .where('provider_account', '=', of.provider_account)
    .where('is_resolved', '=', false)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
