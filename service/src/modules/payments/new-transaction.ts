import type { Ctx } from '../../context.ts';
import { uuidAt } from '../../lib/ids.ts';
import { minor, platformFee } from '../../lib/money.ts';
import type { Account } from '../accounts/index.ts';
import type { PayingMerchant } from '../merchants/index.ts';
import type { NewTransactionRow } from './queries.ts';

/** The row of a payment that is about to be asked for, or that was made elsewhere at a time that is told, with the merchant's
 *  fee terms of this moment. Amounts are minor units. */
export function newTransaction(
  ctx: Ctx,
  { merchant, account }: { merchant: PayingMerchant; account: Account },
  of: Pick<
    NewTransactionRow,
    | 'checkout_session_id'
    | 'external_order_id'
    | 'amount_cents'
    | 'currency'
    | 'provider_client_metadata_id'
    | 'buyer_email'
    | 'description'
    | 'payment_method'
  >,
  created_at: Date = ctx.clock.now(),
): NewTransactionRow {
  const { accounts, traits } = ctx.rails.kind(merchant.rail);
  const terms = {
    percent_millionths: merchant.platform_fee_percent_millionths,
    fixed_minor_units: minor(merchant.platform_fee_fixed_minor_units),
    step: accounts.stepOf(of.currency),
  };
  return {
    ...of,
    id: uuidAt(created_at),
    merchant_id: merchant.merchant_id,
    channel_id: merchant.channel_id,
    provider: merchant.rail,
    platform_fee_cents: platformFee(minor(of.amount_cents), terms),
    platform_fee_percent_millionths: terms.percent_millionths,
    platform_fee_fixed_minor_units: terms.fixed_minor_units,
    rail_account_id: account.id,
    wallet_merchant_id: traits.seller === 'onboarded' ? account.provider_account : null,
    created_at,
  };
}
