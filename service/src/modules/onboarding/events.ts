import type { DISABLED_REASONS } from '../../../../wire/events/onboarding.ts';
import type { Connection } from './queries.ts';

export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** `data.object` of merchant.onboarding_updated. */
export function onboardingUpdated(connection: Connection) {
  return {
    id: connection.merchant_id,
    merchant_id: connection.merchant_id,
    onboarding_status: connection.onboarding_status,
    wallet_connection_status: connection.wallet_connection_status,
    wallet_status_reason: connection.wallet_status_reason,
    payments_enabled: connection.payments_enabled,
    checkout_enabled: connection.checkout_enabled,
  };
}

/** `data.object` of merchant.payments_disabled; a released link names the account that stopped. */
export function paymentsDisabled(connection: Connection, reason: DisabledReason, account: string | null) {
  const object = { id: connection.merchant_id, merchant_id: connection.merchant_id, reason };
  return reason === 'admin_wallet_link_released' ? { ...object, wallet_merchant_id: account } : object;
}
