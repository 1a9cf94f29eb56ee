import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { linkAccount } from './link-account.ts';
import { type Account, isGivenAway, readAccount } from './queries.ts';

/** A merchant on a rail. */
export interface PaidMerchant {
  merchant_id: string;
  rail: string;
  /** What it is paid into on that rail. */
  live_account_id: string | null;
  live_provider_account: string | null;
  /** What it has consented to. */
  wallet_merchant_id: string | null;
}

/** The account that a payment of the merchant goes into; `frozen` is what was settled before. Null when there is none, or when
 *  the merchant takes no more payments into the settled one, or another merchant has it now. */
export async function accountPaidInto(
  tx: Tx,
  ctx: Pick<Ctx, 'clock' | 'rails'>,
  merchant: PaidMerchant,
  frozen: string | null,
): Promise<Account | null> {
  const { merchant_id, rail } = merchant;
  if (ctx.rails.kind(rail).traits.seller === 'configured') {
    const id = frozen ?? merchant.live_account_id;
    return id === null || (await isGivenAway(tx, id)) ? null : readAccount(tx, id);
  }
  // What the merchant consented to stands in its connection, which the release before this one writes alone.
  const provider_account = merchant.wallet_merchant_id;
  if (provider_account === null) return null;
  const isKnown = merchant.live_account_id !== null && merchant.live_provider_account === provider_account;
  const account = isKnown
    ? { id: merchant.live_account_id!, provider_account }
    : (await linkAccount(tx, ctx, { merchant_id, rail, provider_account }))!;
  return frozen === null || frozen === account.id ? account : null;
}
