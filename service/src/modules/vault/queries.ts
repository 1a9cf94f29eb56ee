import { sql } from 'kysely';
import type { Db, RowOf, Tx } from '../../db/tx.ts';
import type { NoticeSource } from '../accounts/index.ts';

const TOKEN = [
  'id',
  'merchant_id',
  'customer_ref',
  'provider',
  'rail_account_id',
  'wallet_merchant_id',
  'provider_token_id',
  'source_type',
  'label',
  'created_at',
] as const;

// Of one customer with one account.
const KNOWN_MAX = 100;

export type TokenRow = RowOf<'vault_tokens', (typeof TOKEN)[number]>;

type NewTokenRow = TokenRow & RowOf<'vault_tokens', 'vault_setup_id' | 'provider_customer_id'>;

/** Keeps a token of an account once, however often it is heard of. Breaches vault_token_is_known_once where another account of the
 *  rail calls one alike, for as long as a release beside this one goes by that. */
export async function insertToken(tx: Tx, token: NewTokenRow): Promise<void> {
  await tx
    .insertInto('vault_tokens')
    .values(token)
    .onConflict((conflict) =>
      conflict
        .columns(['rail_account_id', 'provider_token_id'])
        .where('rail_account_id', 'is not', null)
        .doNothing(),
    )
    .execute();
}

const COLUMNS = sql.join(TOKEN.map((column) => sql.ref(`t.${column}`)));

// A token can be charged until it is removed, on the rail and by the account that it was saved for: a merchant that
// has connected another account since does not own what the first one was given. An account that brings keys may be named
// only later, by its first notice, so that what was saved in it goes by its row.
// What the merchant consented to on the rail of `onboarding` stands in its connection, for as long as that stands.
const selectable = (onboarding: string) => sql`
  from vault_tokens t
  join merchants m on m.id = t.merchant_id and m.payment_provider = t.provider
  left join wallet_connections w on w.merchant_id = t.merchant_id
  left join rail_accounts a on a.merchant_id = t.merchant_id and a.rail = t.provider and a.retired_at is null
  where t.removed_at is null
    and case when t.provider = ${onboarding} then t.wallet_merchant_id = w.wallet_merchant_id
        and w.disconnected_at is null and not w.consent_withdrawn
      else t.rail_account_id = a.id end`;

/** The newest selectable token of each customer of a merchant, newest first. Indexes: vault_tokens_by_merchant, and
 *  vault_tokens_by_customer for whether there is a newer one. */
export async function listTokens(
  db: Db,
  page: { merchant_id: string; limit: number; offset: number; onboarding: string },
): Promise<TokenRow[]> {
  const result = await sql<TokenRow>`
    select ${COLUMNS} ${selectable(page.onboarding)} and t.merchant_id = ${page.merchant_id}
      and not exists (
        select from vault_tokens newer
        where newer.merchant_id = t.merchant_id and newer.customer_ref = t.customer_ref and newer.id > t.id
          and newer.removed_at is null and newer.provider = t.provider
          and (newer.wallet_merchant_id = t.wallet_merchant_id or newer.rail_account_id = t.rail_account_id)
      )
    order by t.id desc
    limit ${page.limit} offset ${page.offset}`.execute(db);
  return result.rows;
}

/** The token by which a customer of the merchant is charged into an account. Index: vault_tokens_by_customer. */
export async function selectToken(
  db: Db,
  of: {
    merchant_id: string;
    customer_ref: string;
    provider: string;
    account: { id: string; provider_account: string };
  },
): Promise<TokenRow | undefined> {
  const { id, provider_account } = of.account;
  const result = await sql<TokenRow>`
    select ${COLUMNS} from vault_tokens t
    where t.removed_at is null and t.merchant_id = ${of.merchant_id} and t.customer_ref = ${of.customer_ref}
      and t.provider = ${of.provider}
      and (t.wallet_merchant_id = ${provider_account} or t.rail_account_id = ${id})
    order by t.id desc
    limit 1`.execute(db);
  return result.rows[0];
}

/** What the provider calls a customer who has saved something with this account before, and the tokens that came of
 *  it, newest first. Index: vault_tokens_by_customer. */
export async function knownAtProvider(
  db: Db,
  of: { merchant_id: string; customer_ref: string; provider: string; wallet_merchant_id: string },
): Promise<{ provider_customer_id: string | null; provider_token_id: string }[]> {
  return db
    .selectFrom('vault_tokens')
    .select(['provider_customer_id', 'provider_token_id'])
    .where('merchant_id', '=', of.merchant_id)
    .where('customer_ref', '=', of.customer_ref)
    .where('provider', '=', of.provider)
    .where('wallet_merchant_id', '=', of.wallet_merchant_id)
    .orderBy('id', 'desc')
    .limit(KNOWN_MAX)
    .execute();
}

/** A token by the provider's id, for notices. Index: vault_token_is_known_once. */
export async function findByProvider(
  db: Db,
  of: NoticeSource & { provider_token_id: string },
): Promise<(TokenRow & { removed_at: Date | null }) | undefined> {
  return db
    .selectFrom('vault_tokens')
    .select(['id', 'merchant_id', 'customer_ref', 'provider', 'rail_account_id'])
    .select(['wallet_merchant_id', 'provider_token_id'])
    .select(['source_type', 'label', 'created_at', 'removed_at'])
    .where('provider', '=', of.provider)
    .where('provider_token_id', '=', of.provider_token_id)
    .$if(of.rail_account_id !== null, (of_account) =>
      of_account.where('rail_account_id', '=', of.rail_account_id),
    )
    .executeTakeFirst();
}

/** The token can never be charged again: it is selectable no more. */
export async function removeToken(db: Db, of: { id: string; now: Date }): Promise<void> {
  await db
    .updateTable('vault_tokens')
    .set({ removed_at: of.now })
    .where('id', '=', of.id)
    .where('removed_at', 'is', null)
    .execute();
}
