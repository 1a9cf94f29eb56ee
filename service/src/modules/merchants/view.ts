import { MILLIONTHS_PER_PERCENT } from '../../lib/money.ts';
import type { ListedMerchant, MerchantRow } from './queries.ts';

/** A row of the channel's list: stored state, never a live call. Spec: Merchants. */
export function listedView(merchant: ListedMerchant) {
  return {
    merchant_id: merchant.id,
    business_name: merchant.business_name,
    email: merchant.email,
    country_code: merchant.country_code,
    onboarding_status: merchant.onboarding_status,
    wallet_connection_status: merchant.wallet_connection_status,
    wallet_status_reason: merchant.wallet_status_reason,
    payments_enabled: merchant.payments_enabled,
    created_at: merchant.created_at.toISOString(),
  };
}

/** A merchant as the operator reads it. */
export function operatorMerchantView(
  merchant: MerchantRow & { onboarding_status: string; wallet_connection_status: string },
) {
  return {
    merchant_id: merchant.id,
    channel_id: merchant.channel_id,
    business_name: merchant.business_name,
    email: merchant.email,
    country_code: merchant.country_code,
    payment_provider: merchant.payment_provider,
    rail_credentials: merchant.rail_credentials,
    payment_hold: merchant.payment_hold,
    platform_fee_percent: merchant.platform_fee_percent_millionths / MILLIONTHS_PER_PERCENT,
    platform_fee_fixed_minor_units: merchant.platform_fee_fixed_minor_units,
    branding: { brand_color: merchant.brand_color, logo_url: merchant.logo_url },
    pay_later: merchant.pay_later,
    collect_buyer_email: merchant.collect_buyer_email,
    preselect_wallet: merchant.preselect_wallet,
    supported_funding: merchant.supported_funding,
    onboarding_status: merchant.onboarding_status,
    wallet_connection_status: merchant.wallet_connection_status,
    created_at: merchant.created_at.toISOString(),
  };
}
