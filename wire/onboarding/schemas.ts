import { Type } from 'typebox';
import {
  OnboardingStatusName,
  WalletConnectionStatusName,
  WalletStatusReason,
} from '../merchants/schemas.ts';
import type { Notes } from '../notes.ts';
import { closed, nullable, oneOf } from '../shapes.ts';

const CAPABILITY_STATUSES = ['unavailable', 'in_review', 'need_more_data', 'denied', 'active'] as const;
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

/** What fields mean. */
export const NOTES = {
  'OnboardingStart.reconnect': 'Grant missing access, or change the account, of a connected merchant.',
  'OnboardingStarted.action_url': 'Open it for the merchant. Keep it: another call begins another attempt.',
  'OnboardingStatus.payments_enabled':
    'The provider reports the seller ready, all access is granted, and there is no hold.',
  'OnboardingStatus.checkout_enabled':
    'A payment can be created. Not a permission to charge: it stays true beside an unconfirmed email ' +
    '(`email_unverified`), and then no buyer should be charged. Look at `wallet_connection_status` for that.',
  'OnboardingStatus.wallet_connection_status': 'Only `connected` means that a buyer can be charged.',
  'OnboardingStatus.wallet_status_reason_fresh':
    'True: this very read asked the provider, or has nothing to ask it. False: it answers from the last time the ' +
    'provider was asked, a few seconds ago as a rule; when the provider does not answer, longer ago.',
  'OnboardingStatus.wallet_missing_scopes':
    'Access that is not granted; also empty while no account is attached.',
  'OnboardingStatus.wallet_primary_currency':
    'The only currency of wallet sessions; null until an account is attached.',
  'ScopeFeatureStatus.checkout_platform_fee': 'Taking payments with a fee of the platform.',
  'ScopeFeatureStatus.disputes': 'Reading disputes and answering them.',
  'ScopeFeatureStatus.transaction_search': 'Searching what the account was paid.',
  'ScopeFeatureStatus.reporting_reconciliation': 'Reading the account’s own books, to compare them.',
  'ScopeFeatureStatus.merchant_info': 'Reading how the account stands.',
  'ScopeFeatureStatus.advanced_card_checkout': 'Card fields on a page of one’s own.',
  'OnboardingStatus.wallet_scope_feature_status': 'Which access the merchant has granted, one by one.',
} as const satisfies Notes;
