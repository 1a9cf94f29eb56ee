import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import type { Db } from '../../db/tx.ts';
import type { PaidMerchant } from '../accounts/index.ts';

/** What decides whether and how a payment to a merchant may be begun, in one row. */
export interface PayingMerchant extends PaidMerchant {
  channel_id: string | null;
  /** False while the operator has its channel switched off; true without a channel. */
  channel_active: boolean;
  business_name: string;
  country_code: string;
  payment_hold: boolean;
  platform_fee_percent_millionths: number;
  platform_fee_fixed_minor_units: number;
  /** The operator ended the connection; the account is kept in mind until another is linked. */
  is_disconnected: boolean;
  wallet_primary_currency: string | null;
  checkout_enabled: boolean;
}

/** A merchant on a rail; a null rail is that which it is routed to. */
export async function readPayingMerchant(
  db: Db,
  merchantId: string,
  rail: string | null,
): Promise<PayingMerchant> {
  const onRail = sql<string>`coalesce(${rail}::text, m.payment_provider)`;
  const row = await db
    .selectFrom('merchants as m')
    .leftJoin('wallet_connections as w', 'w.merchant_id', 'm.id')
    .leftJoin('channels as c', 'c.id', 'm.channel_id')
    .leftJoin('rail_accounts as a', (join) =>
      join.onRef('a.merchant_id', '=', 'm.id').on('a.rail', '=', onRail).on('a.retired_at', 'is', null),
    )
    .select(sql<boolean>`coalesce(c.active, true)`.as('channel_active'))
    .select(onRail.as('rail'))
    .select(['a.id as live_account_id', 'a.provider_account as live_provider_account'])
    .select(['m.id as merchant_id', 'm.channel_id', 'm.business_name', 'm.country_code', 'm.payment_hold'])
    .select(['m.platform_fee_percent_millionths', 'm.platform_fee_fixed_minor_units', 'w.wallet_merchant_id'])
    .select('w.primary_currency as wallet_primary_currency')
    .select(sql<boolean>`w.disconnected_at is not null`.as('is_disconnected'))
    .select(sql<boolean>`coalesce(w.checkout_enabled, false)`.as('checkout_enabled'))
    .where('m.id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return row;
}

/** Why no payment to the merchant may be begun, the first reason of those that there are; null when one may. The operator has not
 *  switched its channel off and does not hold it, and one that consents to an account at the provider is ready there. Which account it
 *  is paid into is told by `accountPaidInto`. */
export function whyNotPaid(
  { rails }: Pick<Ctx, 'rails'>,
  merchant: Pick<PayingMerchant, 'rail' | 'channel_active' | 'payment_hold' | 'checkout_enabled'>,
): 'channel_inactive' | 'payments_not_allowed' | null {
  if (!merchant.channel_active) return 'channel_inactive';
  if (merchant.payment_hold) return 'payments_not_allowed';
  const isReady = rails.kind(merchant.rail).traits.seller === 'configured' || merchant.checkout_enabled;
  return isReady ? null : 'payments_not_allowed';
}
