import { isTaken, minorOf } from '../../amounts.ts';
import type { Ctx } from '../../context.ts';
import type { Minor } from '../../lib/money.ts';
import { Refusal } from '../../refusals.ts';
import { findDispute } from './queries.ts';

/** An offered amount in the dispute's currency; null leaves it to the provider. Refuses: dispute_not_found,
 *  rail_not_configured; UnfitAmount. */
export async function offerOf(
  ctx: Ctx,
  of: { merchant_id: string; dispute_id: string },
  decimal: string | null,
): Promise<{ amount: Minor; currency: string } | null> {
  if (decimal === null) return null;
  const dispute = await findDispute(ctx.db, of);
  if (!dispute) throw new Refusal('dispute_not_found');
  const rail = ctx.rails.get(dispute.provider);
  if (!rail) throw new Refusal('rail_not_configured');
  const amount = minorOf(decimal, dispute.currency);
  const { currency } = dispute;
  isTaken(rail, { amount, currency, settles: null });
  return { amount, currency };
}
