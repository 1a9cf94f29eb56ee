import type { Ctx } from '../../context.ts';
import { uuidAt } from '../../lib/ids.ts';
import type { Seller } from '../../rails/rail.ts';
import { type Account, findAccount, insertRetired, readAccount } from './queries.ts';

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
export async function sellerOf(ctx: Pick<Ctx, 'db' | 'clock'>, row: AddressedRow): Promise<Seller> {
  const { rail_account_id, wallet_merchant_id } = row;
  const { id, provider_account } =
    rail_account_id !== null && wallet_merchant_id !== null
      ? { id: rail_account_id, provider_account: wallet_merchant_id }
      : await accountOf(ctx, row);
  return { account_id: id, provider_account, secrets: {} };
}

async function accountOf({ db, clock }: Pick<Ctx, 'db' | 'clock'>, row: AddressedRow): Promise<Account> {
  const { rail_account_id, merchant_id, provider: rail, wallet_merchant_id: provider_account } = row;
  if (rail_account_id !== null) return readAccount(db, rail_account_id);
  if (provider_account === null) throw new Error(`something of merchant ${merchant_id} has no account`);
  const name = { merchant_id, rail, provider_account };
  const known = await findAccount(db, name);
  if (known) return known;
  // It is live again once the merchant's connection is seen to be with it.
  const now = clock.now();
  await insertRetired(db, { ...name, id: uuidAt(now), created_at: now, retired_at: now });
  return (await findAccount(db, name))!;
}
