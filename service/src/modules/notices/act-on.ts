import type { Ctx } from '../../context.ts';
import type { Notice } from '../../rails/rail.ts';
import type { Dealt, NoticeSource } from '../accounts/index.ts';
import { readBackOrder, type Settled } from '../captures/index.ts';
import { hearOfCharge } from '../charges/index.ts';
import { hearOfDispute } from '../disputes/index.ts';
import { merchantOfSeller, merchantOfTracking, refreshMerchant } from '../onboarding/index.ts';
import {
  findTransaction,
  type FindByNews,
  hearOfSettlement,
  type TransactionRow,
} from '../payments/index.ts';
import { hearOfBatch } from './hear-of-batch.ts';
import { captureOf, hearOfRefund } from '../refunds/index.ts';
import { hearOfReversal, type TellingSide } from '../reversals/index.ts';
import { hearOfInvoice } from '../payment-requests/index.ts';
import { hearOfRemovedInstrument, hearOfSavedInstrument } from '../vault/index.ts';

/** Acts on what a genuine notice says, as a hint only: it is read back from the provider before anything moves, so that a
 *  repeated, late or shuffled notice changes nothing that is not so. A reversal alone is believed as it is told, once: by its notice,
 *  or by the provider's search where that is who told it. */
export async function actOn(
  ctx: Ctx,
  of: { from: NoticeSource; heardAt: Date; find: FindByNews; isOld?: boolean; told_by?: TellingSide },
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
    case 'approval_reversed': {
      const { provider_order_id } = notice;
      const isSeen = notice.about === 'order_approved' ? isApproved : isAnything;
      const ordered = await of.find({ ...from, provider_order_id, provider_capture_id: null });
      return ordered ? settle(ctx, ordered, of.heardAt, isSeen) : 'later';
    }
    case 'capture_changed': {
      const captured = await of.find({ ...from, ...notice });
      const isSeen = notice.is_taken ? holding(notice.provider_capture_id) : isAnything;
      if (captured) return settle(ctx, captured, of.heardAt, isSeen);
      const charged = await hearOfCharge(ctx, { ...from, ...notice });
      // What it tells of may not be recorded here yet.
      return charged === 'not_ours' ? 'later' : charged;
    }
    case 'capture_settled': {
      const captured = await of.find({ ...from, ...notice });
      return captured ? hearOfSettlement(ctx, captured) : unknownHere(ctx, of);
    }
    case 'captures_settled':
      return hearOfBatch(ctx, of, notice.provider_capture_ids);
    case 'several':
      return actOnEach(ctx, of, notice.notices);
    case 'capture_refunded': {
      const { provider_refund_id } = notice.refund;
      const { provider_capture_id } = notice;
      const captured = await of.find({ ...from, provider_capture_id, provider_order_id: null });
      return captured ? hearOfRefund(ctx, captured, provider_refund_id) : 'later';
    }
    case 'refund_changed':
      return actOnRefund(ctx, of, notice);
    case 'capture_reversed':
      return hearOfReversal(ctx, { ...from, ...notice, told_by: of.told_by ?? 'notice' });
    case 'dispute_changed':
      return hearOfDispute(ctx, { ...from, ...notice });
    case 'invoice_changed':
      return hearOfInvoice(ctx, { ...from, ...notice });
    case 'instrument_saved':
      return hearOfSavedInstrument(ctx, { ...from, ...notice });
    case 'instrument_removed':
      return hearOfRemovedInstrument(ctx, { ...from, ...notice, isOld: of.isOld ?? false });
  }
}

async function actOnRefund(
  ctx: Ctx,
  of: Parameters<typeof actOn>[1],
  notice: Extract<Notice, { about: 'refund_changed' }>,
): Promise<Dealt> {
  const { from, find } = of;
  const { provider_refund_id, provider_capture_id, provider_order_id = null } = notice;
  const isNamed = provider_capture_id !== null || provider_order_id !== null;
  const named = isNamed
    ? { provider_capture_id, provider_order_id }
    : await captureOf(ctx, from, provider_refund_id);
  if (named === 'done' || named === 'later') return named;
  const captured = await find({ ...from, ...named });
  return captured ? hearOfRefund(ctx, captured, provider_refund_id) : unknownHere(ctx, of);
}

// It may be quicker than our own record. On an account of the merchant's own stands what is nothing of ours.
function unknownHere(ctx: Ctx, { from, isOld = false }: Parameters<typeof actOn>[1]): Dealt {
  const isShared = ctx.rails.kind(from.provider).traits.seller === 'configured';
  return isShared && isOld ? 'done' : 'later';
}

// As of one by one: what was acted on changes nothing when it is acted on again.
async function actOnEach(
  ctx: Ctx,
  of: Parameters<typeof actOn>[1],
  notices: readonly Notice[],
): Promise<Dealt> {
  let dealt: Dealt = 'done';
  for (const notice of notices) if ((await actOn(ctx, of, notice)) === 'later') dealt = 'later';
  return dealt;
}

// A seller that no merchant of ours is linked to is somebody else's, or is not linked yet; the status read finds it.
async function refresh(ctx: Ctx, merchantId: string | null): Promise<Dealt> {
  if (merchantId === null) return 'done';
  const { fresh } = await refreshMerchant(ctx, merchantId);
  return fresh ? 'done' : 'later';
}

const UNSEEN: ReadonlySet<Settled> = new Set(['unreachable', 'missing', 'rekeyed']);

/** Whether a transaction is by now as the notice says. */
type IsSeen = (transaction: TransactionRow) => boolean;

const isAnything: IsSeen = () => true;
const isApproved: IsSeen = ({ status }) => status !== 'created';
const holding =
  (captureId: string | null): IsSeen =>
  ({ provider_capture_id: held }) =>
    held !== null && (captureId === null || captureId === held);

// The notice may be quicker than what is read of the order: what it does not show of it yet is read again later. What was declined
// since is over, and other money than was asked for is watched by itself.
async function settle(ctx: Ctx, transaction: TransactionRow, heardAt: Date, isSeen: IsSeen): Promise<Dealt> {
  const settled = await readBackOrder(ctx, transaction, heardAt);
  if (UNSEEN.has(settled)) return 'later';
  if (settled === 'declined' || settled === 'differs' || isSeen(transaction)) return 'done';
  return isSeen((await findTransaction(ctx.db, transaction.id))!) ? 'done' : 'later';
}
