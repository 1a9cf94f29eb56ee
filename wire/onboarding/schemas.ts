import { Type } from 'typebox';
import {
  OnboardingStatusName,
  WalletConnectionStatusName,
  WalletStatusReason,
} from '../merchants/schemas.ts';
import { closed, nullable, oneOf } from '../shapes.ts';

export const CAPABILITY_STATUSES = [
  'unavailable',
  'in_review',
  'need_more_data',
  'denied',
  'active',
] as const;
export const CapabilityStatusName = nullable(oneOf(CAPABILITY_STATUSES));

export const OnboardingStart = Type.Object({ reconnect: Type.Optional(Type.Boolean()) }, closed);
export const OnboardingStarted = Type.Object({ action_url: Type.String() }, closed);

export const ScopeFeatureStatus = Type.Object(
  {
    checkout_platform_fee: Type.Boolean(),
    disputes: Type.Boolean(),
    transaction_search: Type.Boolean(),
    reporting_reconciliation: Type.Boolean(),
    merchant_info: Type.Boolean(),
    advanced_card_checkout: Type.Boolean(),
  },
  closed,
);

export const OnboardingStatus = Type.Object(
  {
    merchant_id: Type.String(),
    onboarding_status: OnboardingStatusName,
    wallet_connection_status: WalletConnectionStatusName,
    payments_enabled: Type.Boolean(),
    checkout_enabled: Type.Boolean(),
    wallet_status_reason: WalletStatusReason,
    wallet_status_reason_fresh: Type.Boolean(),
    wallet_missing_scopes: Type.Array(oneOf(['PAYMENT', 'REFUND', 'PARTNER_FEE'])),
    wallet_scope_feature_status: Type.Optional(ScopeFeatureStatus),
    wallet_acdc_status: CapabilityStatusName,
    wallet_apple_pay_status: CapabilityStatusName,
    wallet_google_pay_status: CapabilityStatusName,
    wallet_primary_currency: nullable(Type.String()),
  },
  closed,
);
