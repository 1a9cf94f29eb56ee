import type { Ctx } from '../../context.ts';
import { isUuid } from '../../lib/ids.ts';
import { outcomeShown } from '../../rails/rail.ts';
import { type Dealt, type NoticeSource, sellerOf } from '../accounts/index.ts';
import { wantedOrder } from '../captures/index.ts';
import { findTransaction, settledMeanwhile } from '../payments/index.ts';
import { readCharge } from './queries.ts';
import { recordCharge } from './record-charge.ts';

/** The provider tells of a capture whose order we do not know but which carries the id of a charge of ours: the order is
 *  read back, and is that charge's. This is how an answer that was lost for good is learned. Later when the order could not
 *  be read, or does not show the outcome yet; `not_ours` when there is no such charge. */
export async function hearOfCharge(
  ctx: Ctx,
  heard: NoticeSource & { provider_order_id: string | null; transaction_id: string | null },
): Promise<Dealt | 'not_ours'> {
  const { provider_order_id, transaction_id } = heard;
  if (provider_order_id === null || transaction_id === null || !isUuid(transaction_id)) return 'not_ours';
  const charge = await readCharge(ctx.db, transaction_id);
  const transaction = charge && (await findTransaction(ctx.db, transaction_id));
  if (!charge || transaction?.provider !== heard.provider) return 'not_ours';
  const { rail_account_id } = heard;
  if (rail_account_id !== null && transaction.rail_account_id !== rail_account_id) return 'not_ours';
  const payments = ctx.rails.get(heard.provider)?.payments;
  if (!payments) return 'later';
  const seller = await sellerOf(ctx, transaction);
  const read = await payments.find(wantedOrder(transaction, provider_order_id, seller));
  if (read.kind !== 'found') return 'later';
  if (read.order.transaction_id !== transaction_id) return 'not_ours';
  const outcome = outcomeShown(read.order);
  if (outcome) await recordCharge(ctx, charge, outcome);
  if (outcome?.kind === 'captured')
    await settledMeanwhile(ctx, (await findTransaction(ctx.db, transaction_id))!);
  return outcome === null ? 'later' : 'done';
}
