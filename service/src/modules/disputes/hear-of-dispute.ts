import type { Ctx } from '../../context.ts';
import { type Dealt, sellerOf } from '../accounts/index.ts';
import { merchantOfSeller } from '../onboarding/index.ts';
import { addressOf } from './address.ts';
import { ensureListed, findAccount, type ListedAccount } from './account-queries.ts';
import { type AtProvider, findByProvider } from './queries.ts';
import { readBackDispute } from './read-back.ts';

/** The provider tells that a dispute moved: it is read back. Later when it could not be. What may
 *  not be read any more is found by the account's list, once it may. */
export async function hearOfDispute(
  ctx: Ctx,
  heard: AtProvider & { provider_account: string | null },
): Promise<Dealt> {
  const { provider, provider_dispute_id, provider_account } = heard;
  const known = await findByProvider(ctx.db, heard);
  const unlisted =
    known || provider_account === null ? null : await accountOf(ctx, { provider, provider_account });
  const account = known ?? unlisted;
  // It is against somebody else's.
  if (!account) return 'done';
  const back = await readBackDispute(ctx, { ...addressOf(account), provider_dispute_id });
  if (unlisted) await ensureListed(ctx.db, [unlisted], ctx.clock.now());
  return back.kind === 'unreachable' || back.kind === 'unknown' ? 'later' : 'done';
}

// Whose account it is, by its name alone.
async function accountOf(
  ctx: Ctx,
  of: { provider: string; provider_account: string },
): Promise<ListedAccount | null> {
  const found = await findAccount(ctx.db, of);
  if (found) return found;
  // The release before this one connects a merchant without writing down the account.
  const merchant_id = await merchantOfSeller(ctx.db, of.provider_account);
  if (merchant_id === null) return null;
  const seller = await sellerOf(ctx, {
    merchant_id,
    provider: of.provider,
    rail_account_id: null,
    wallet_merchant_id: of.provider_account,
  });
  return { ...of, merchant_id, rail_account_id: seller.account_id };
}
