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

/** In whose name the provider is asked about what such a row is of: the account that it was asked in at first, wherever its
 *  merchant is routed now. */
export async function sellerOf(ctx: Asking, row: AddressedRow): Promise<Seller> {
  if (ctx.rails.kind(row.provider).traits.seller === 'onboarded') {
    const { id, provider_account } = await consentedAccount(ctx, row);
    return { account_id: id, provider_account, shown: {}, secrets: {} };
  }
  return sellerFrom(ctx, await readAccount(ctx.db, row.rail_account_id!));
}

/** An account whose credentials the operator set, as its rail is handed it. */
export async function sellerOfAccount(ctx: Pick<Ctx, 'db' | 'config'>, id: string): Promise<Seller> {
  return sellerFrom(ctx, await readAccount(ctx.db, id));
}

/** Accounts that something from a provider may be of, as far as their credentials can be opened. */
export interface Claimants {
  sellers: Seller[];
  /** There are others, whose credentials no key of this process opens. */
  areSomeSealed: boolean;
}

/** The accounts that something from a provider may be of, which says what the provider calls its account. */
export async function sellersNamed(
  ctx: Pick<Ctx, 'db' | 'config' | 'log'>,
  of: { rail: string; provider_account: string },
): Promise<Claimants> {
  return claimantsFrom(ctx, await accountsNamed(ctx.db, of));
}

/** One that cannot be opened is in nobody's way but its own. */
export function claimantsFrom(ctx: Pick<Ctx, 'config' | 'log'>, accounts: readonly AccountRow[]): Claimants {
  const sellers: Seller[] = [];
  for (const account of accounts) {
    try {
      sellers.push(sellerFrom(ctx, account));
    } catch (error) {
      const told = { event: 'account.sealed', account_id: account.id, err: error };
      ctx.log.error(told, 'the credentials of an account cannot be opened');
    }
  }
  return { sellers, areSomeSealed: sellers.length < accounts.length };
}

/** An account as its rail is handed it, its credentials opened. */
function sellerFrom({ config }: Pick<Ctx, 'config'>, account: AccountRow): Seller {
  const { id: account_id, provider_account, shown } = account;
  return { account_id, provider_account, shown, secrets: openCredentials(config.secrets_keys, account) };
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
