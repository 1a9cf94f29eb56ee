import type { Ctx } from '../../context.ts';
import type { Seller } from '../../rails/rail.ts';
import { sellerOf } from '../accounts/index.ts';

/** In whose name a dispute is read and answered. */
export interface Address {
  provider: string;
  merchant_id: string;
  provider_account: string;
  rail_account_id: string | null;
}

export function addressOf({ provider, merchant_id, provider_account, rail_account_id }: Address): Address {
  return { provider, merchant_id, provider_account, rail_account_id };
}

export function sellerAt(
  ctx: Ctx,
  { provider_account: wallet_merchant_id, ...address }: Address,
): Promise<Seller> {
  return sellerOf(ctx, { ...address, wallet_merchant_id });
}
