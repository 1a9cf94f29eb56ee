import type { Ctx } from '../../context.ts';
import type { Seller } from '../../rails/rail.ts';
import { rekeyedAt } from '../accounts/index.ts';
import { takenBefore, type TransactionRow } from '../payments/index.ts';
import { wantedOrder } from './wanted-order.ts';

/** Why what was asked for stays in doubt, in words for whoever has to settle it. */
export const OTHER_KEYS =
  'the credentials of the account were replaced since, and what it was paid before is not shown by these';

/** Whether a provider's not showing what was asked for at a time says that it was not done. By credentials that were replaced since
 *  and do not say which account they are of, it says so when they show something that the account was paid before. Gap G78. */
export async function isSilenceBelieved(
  ctx: Ctx,
  asked: Pick<TransactionRow, 'merchant_id' | 'provider' | 'rail_account_id'> & { at: Date; seller: Seller },
): Promise<boolean> {
  const { merchant_id, provider, rail_account_id, at, seller } = asked;
  if (rail_account_id === null || ctx.rails.kind(provider).traits.seller === 'onboarded') return true;
  const before = await rekeyedAt(ctx.db, rail_account_id);
  if (before === null || before <= at) return true;
  const known = await takenBefore(ctx.db, { merchant_id, rail_account_id, before });
  const payments = ctx.rails.get(provider)?.payments;
  if (!known || known.provider_order_id === null || !payments) return false;
  const read = await payments.find(wantedOrder(known, known.provider_order_id, seller));
  return read.kind === 'found';
}
