import type { Ctx } from '../../context.ts';
import type { Notice } from '../../rails/rail.ts';
import type { NoticeSource } from '../accounts/index.ts';
import { settleChargeByOrder } from '../charges/index.ts';
import { hearOfDispute } from '../disputes/index.ts';
import { merchantOfSeller, merchantOfTracking, refreshMerchant } from '../onboarding/index.ts';
import { type FindByNews, settleOrder, type TransactionRow } from '../payments/index.ts';
import { type Dealt, recordProviderRefund, recordReversal } from '../refunds/index.ts';
import { removeInstrument, settleSetupsOf } from '../vault/index.ts';

/** Acts on what a genuine notice says, as a hint only: every branch reads the thing back from the provider before
 *  anything moves, so that a repeated, late or shuffled notice changes nothing that is not so. */
export async function actOn(
  ctx: Ctx,
  of: { from: NoticeSource; heardAt: Date; find: FindByNews },
  notice: Notice,
): Promise<Dealt> {
  const { from } = of;
  switch (notice.about) {
    case 'seller_onboarded':
      return refresh(ctx, await merchantOfTracking(ctx.db, notice.tracking_id));
    case 'seller_changed':
    case 'consent_revoked':
      return refresh(ctx, await merchantOfSeller(ctx.db, notice.provider_account));
    case 'order_approved':
    case 'approval_reversed':
      return settle(
        ctx,
        await of.find({ ...from, provider_order_id: notice.provider_order_id, provider_capture_id: null }),
        of.heardAt,
      );
    case 'capture_changed': {
      const captured = await of.find({ ...from, ...notice });
      if (captured) return settle(ctx, captured, of.heardAt);
      return (await settleChargeByOrder(ctx, { ...from, ...notice })) ? 'done' : 'later';
    }
    case 'capture_refunded': {
      const { provider_refund_id } = notice.refund;
      const { provider_capture_id } = notice;
      return recordProviderRefund(ctx, { ...from, provider_capture_id, provider_refund_id });
    }
    case 'refund_changed': {
      const { provider_refund_id, provider_capture_id } = notice;
      if (provider_capture_id === null) return 'done';
      return recordProviderRefund(ctx, { ...from, provider_capture_id, provider_refund_id });
    }
    case 'capture_reversed':
      return recordReversal(ctx, { ...from, ...notice });
    case 'dispute_changed':
      return (await hearOfDispute(ctx, { ...from, ...notice })) ? 'done' : 'later';
    case 'instrument_saved':
      return (await settleSetupsOf(ctx, { ...from, ...notice })) ? 'done' : 'later';
    case 'instrument_removed':
      return (await removeInstrument(ctx, { ...from, ...notice })) ? 'done' : 'later';
  }
}

// A seller that no merchant of ours is linked to is somebody else's, or is not linked yet; the status read finds it.
async function refresh(ctx: Ctx, merchantId: string | null): Promise<Dealt> {
  if (merchantId === null) return 'done';
  const { fresh } = await refreshMerchant(ctx, merchantId);
  return fresh ? 'done' : 'later';
}

// The notice may be quicker than our own record of the order, so an unknown order is looked for again.
async function settle(ctx: Ctx, transaction: TransactionRow | undefined, heardAt: Date): Promise<Dealt> {
  if (!transaction) return 'later';
  const settled = await settleOrder(ctx, transaction, heardAt);
  return settled === 'unreachable' || settled === 'missing' ? 'later' : 'done';
}
