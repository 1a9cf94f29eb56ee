import { minorOf, whyUnfit } from '../../amounts.ts';
import type { Ctx } from '../../context.ts';
import type { Minor } from '../../lib/money.ts';
import { refused, type Refused, type Unfit } from '../../refused.ts';
import { findDispute } from '../disputes/index.ts';

/** An amount that a seller offers. */
interface Offer {
  readonly kind: 'offer';
  readonly amount: Minor;
  readonly currency: string;
}

/** An offered amount in the dispute's currency. Refused: dispute_not_found, rail_not_configured. Throws UnfitAmount
 *  for digits that are none of the currency. */
export async function offerOf(
  ctx: Ctx,
  of: { merchant_id: string; dispute_id: string },
  decimal: string,
): Promise<Offer | Refused | Unfit> {
  const dispute = await findDispute(ctx.db, of);
  if (!dispute) return refused('dispute_not_found');
  const rail = ctx.rails.get(dispute.provider);
  if (!rail) return refused('rail_not_configured');
  const { currency } = dispute;
  const amount = minorOf(decimal, currency);
  return whyUnfit(rail, { amount, currency }) ?? { kind: 'offer', amount, currency };
}
