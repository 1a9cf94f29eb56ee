import type { Ctx } from '../../context.ts';
import { uuidAt } from '../../lib/ids.ts';
import type { Seller } from '../../rails/rail.ts';
import { openCredentials } from './credentials.ts';
import {
  type Account,
  type AccountRow,
  accountsNamed,
  findAccount,
  insertRetired,
  readAccount,
} from './queries.ts';

/** A row of what was asked of a provider in the name of an account. */
export interface AddressedRow {
  /** Null in a row of the release before this one. */
  rail_account_id: string | null;
  merchant_id: string;
  provider: string;
  /** The account itself, where the merchant consented to it at the wallet provider. */
  wallet_merchant_id: string | null;
}

/** Who told: a provider, and the account that it told where it tells its accounts. What is told of one account is nothing of
 *  another's. */
export interface NoticeSource {
  provider: string;
  rail_account_id: string | null;
}

/** In whose name the provider is asked about what such a row is of: the account that it was asked in at first, wherever its
 *  merchant is routed now. */
export async function sellerOf(ctx: Asking, row: AddressedRow): Promise<Seller> {
  if (ctx.rails.kind(row.provider).traits.seller === 'onboarded') {
    const { id, provider_account } = await consentedAccount(ctx, row);
    return { account_id: id, provider_account, secrets: {} };
  }
  return sellerFrom(ctx, await readAccount(ctx.db, row.rail_account_id!));
}

/** The accounts that something from a provider may be of, which says what the provider calls its account. */
export async function sellersNamed(
  ctx: Pick<Ctx, 'db' | 'config'>,
  of: { rail: string; provider_account: string },
): Promise<Seller[]> {
  return (await accountsNamed(ctx.db, of)).map((account) => sellerFrom(ctx, account));
}

function sellerFrom({ config }: Pick<Ctx, 'config'>, account: AccountRow): Seller {
  const { id: account_id, provider_account } = account;
  return { account_id, provider_account, secrets: openCredentials(config.secrets_keys, account) };
}

type Asking = Pick<Ctx, 'db' | 'clock' | 'config' | 'rails'>;

async function consentedAccount({ db, clock }: Asking, row: AddressedRow): Promise<Account> {
  const { rail_account_id: id, merchant_id, provider: rail, wallet_merchant_id: provider_account } = row;
  if (id !== null && provider_account !== null) return { id, provider_account };
  if (provider_account === null) throw new Error(`something of merchant ${merchant_id} has no account`);
  const name = { merchant_id, rail, provider_account };
  const known = await findAccount(db, name);
  if (known) return known;
  // It is live again once the merchant's connection is seen to be with it.
  const now = clock.now();
  await insertRetired(db, { ...name, id: uuidAt(now), created_at: now, retired_at: now });
  return (await findAccount(db, name))!;
}
