import type { Connection } from './queries.ts';

/** The onboarding status as it is published. Keys that are not known yet are left out, never null,
 *  except where null is the value. */
export function statusView(connection: Connection, fresh: boolean) {
  // What the provider said of an account whose seller took the consent back holds no longer.
  const seller = connection.consent_withdrawn ? null : connection.seller;
  return {
    merchant_id: connection.merchant_id,
    onboarding_status: connection.onboarding_status,
    wallet_connection_status: connection.wallet_connection_status,
    payments_enabled: connection.payments_enabled,
    checkout_enabled: connection.checkout_enabled,
    wallet_status_reason: connection.wallet_status_reason,
    wallet_status_reason_fresh: fresh,
    wallet_missing_scopes: seller?.granted?.missing_scopes ?? [],
    wallet_scope_feature_status: seller?.granted?.features ?? NOTHING_GRANTED,
    wallet_acdc_status: seller?.acdc_status ?? null,
    wallet_apple_pay_status: seller?.apple_pay_status ?? null,
    wallet_google_pay_status: seller?.google_pay_status ?? null,
    wallet_primary_currency: connection.primary_currency,
  };
}

const NOTHING_GRANTED = {
  checkout_platform_fee: false,
  disputes: false,
  transaction_search: false,
  reporting_reconciliation: false,
  merchant_info: false,
  advanced_card_checkout: false,
};
