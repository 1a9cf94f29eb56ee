import type { Ctx } from '../../context.ts';
import { earlier } from '../../lib/time.ts';
import type { Seller } from '../../rails/rail.ts';
import { knownOf, type KnownFor } from '../accounts/index.ts';
import { SKEW_MS } from '../doubt/index.ts';
import { takenBetween, type TransactionRow } from '../payments/index.ts';
import { wantedOrder } from './wanted-order.ts';

/** Why what was asked for stays in doubt, in words for whoever has to settle it. */
export const OTHER_KEYS =
  'the credentials of the account were replaced since, and what it was paid before is not shown by these';

type Asked = Pick<TransactionRow, 'merchant_id' | 'provider' | 'rail_account_id'> & {
  at: Date;
  seller: Seller;
};

/** Whether a provider's not showing what was asked for at a time says that it was not done. Where the keys of then and of today do
 *  not say which account they are of, it does if they are the same, or if those of today show a payment that was taken by
 *  those of then. Gap G78. */
export async function isSilenceBelieved(ctx: Ctx, asked: Asked): Promise<boolean> {
  const { provider, rail_account_id, at } = asked;
  if (rail_account_id === null || ctx.rails.kind(provider).traits.seller === 'onboarded') return true;
  const known = await knownOf(ctx.db, rail_account_id);
  const then = known.find(({ until }) => until === null || at < until)!;
  if (then.known_by === known.at(-1)!.known_by) return true;
  return showsWhatWasTaken(ctx, { ...asked, rail_account_id }, then);
}

async function showsWhatWasTaken(
  ctx: Ctx,
  { merchant_id, provider, rail_account_id, seller }: Asked & { rail_account_id: string },
  then: KnownFor,
): Promise<boolean> {
  const payments = ctx.rails.get(provider)?.payments;
  const from = new Date((then.from?.getTime() ?? 0) + SKEW_MS);
  const until = earlier(then.until!, SKEW_MS);
  const taken = await takenBetween(ctx.db, { merchant_id, rail_account_id, from, until });
  if (!taken?.provider_order_id || !payments) return false;
  const read = await payments.find(wantedOrder(taken, taken.provider_order_id, seller));
  return read.kind === 'found';
}
