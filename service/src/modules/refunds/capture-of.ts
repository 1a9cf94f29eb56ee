import type { Ctx } from '../../context.ts';
import { NO_CURRENCY } from '../../lib/currency.ts';
import { type Dealt, type NoticeSource, sellerOfAccount } from '../accounts/index.ts';

/** The capture of a refund, where its notice names the refund alone: the provider is asked. */
export async function captureOf(
  ctx: Ctx,
  { provider, rail_account_id }: NoticeSource,
  provider_refund_id: string,
): Promise<{ provider_capture_id: string; provider_order_id: null } | Dealt> {
  const refunds = ctx.rails.get(provider)?.refunds;
  if (!refunds || rail_account_id === null) return 'done';
  const seller = await sellerOfAccount(ctx, rail_account_id);
  // That of the capture, which is not known yet.
  const read = await refunds.read({ provider_refund_id, seller, currency: NO_CURRENCY });
  if (read.kind !== 'found') return 'later';
  const { provider_capture_id } = read.refund;
  return provider_capture_id === null ? 'done' : { provider_capture_id, provider_order_id: null };
}
