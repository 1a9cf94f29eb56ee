import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { Refusal } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { findMerchant, updateMerchant } from '../merchants/index.ts';
import { moveConnection } from './move.ts';
import { lockConnection } from './queries.ts';

const MILLIONTHS_PER_PERCENT = 10_000;

export interface MerchantChangeInput {
  payment_hold?: boolean;
  payment_provider?: string;
  platform_fee_percent?: number;
  platform_fee_fixed_minor_units?: number;
  branding?: { brand_color?: string | null; logo_url?: string | null };
  pay_later?: object | null;
}

/** The operator's changes of a merchant: hold, rail, pricing, branding. A hold moves the stored states at once and
 *  raises merchant.onboarding_updated only. Refuses: merchant_not_found. */
export async function changeMerchant(ctx: Ctx, merchantId: string, change: MerchantChangeInput) {
  return inTransaction(ctx.db, async (tx) => {
    const connection = await lockConnection(tx, merchantId);
    if (!connection) throw new Refusal('merchant_not_found');
    await updateMerchant(tx, merchantId, columnsOf(change));
    const detail = { changed: Object.keys(change) };
    await recordAudit(tx, ctx.clock, {
      actor: 'operator',
      action: 'merchant.changed',
      subject: merchantId,
      detail,
    });
    const hold = change.payment_hold ?? connection.payment_hold;
    const moved =
      hold === connection.payment_hold
        ? connection
        : await moveConnection(tx, ctx, connection, {
            facts: { payment_hold: hold },
            if_disabled: 'wallet_status_not_ready',
          });
    return { merchant: (await findMerchant(tx, merchantId))!, connection: moved };
  });
}

function columnsOf(change: MerchantChangeInput) {
  const { platform_fee_percent: percent, branding, pay_later, ...same } = change;
  return {
    ...same,
    ...branding,
    ...(percent === undefined
      ? {}
      : { platform_fee_percent_millionths: Math.round(percent * MILLIONTHS_PER_PERCENT) }),
    ...(pay_later === undefined ? {} : { pay_later: pay_later === null ? null : JSON.stringify(pay_later) }),
  };
}
