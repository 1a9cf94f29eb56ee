import { Type } from 'typebox';
import type { Notes } from '../notes.ts';
import { closed, Country, DateTime, Email, nullable, oneOf, page } from '../shapes.ts';

export const ONBOARDING_STATUSES = ['pending', 'in_progress', 'completed', 'revoked'] as const;
export const WALLET_CONNECTION_STATUSES = [
  'not_linked',
  'linked_pending',
  'connected',
  'restricted',
] as const;
export const WALLET_STATUS_REASONS = [
  'email_unverified',
  'payments_not_receivable',
  'missing_checkout_capability',
  'missing_wallet_scopes',
  'wallet_scope_refresh_required',
  'wallet_account_already_linked',
  'admin_payment_hold',
  'revoked',
] as const;

export const OnboardingStatusName = oneOf(ONBOARDING_STATUSES);
export const WalletConnectionStatusName = oneOf(WALLET_CONNECTION_STATUSES);
export const WalletStatusReason = nullable(oneOf(WALLET_STATUS_REASONS));

export const NewMerchant = Type.Object(
  { business_name: Type.String({ minLength: 1, maxLength: 255 }), email: Email, country_code: Country },
  closed,
);

export const CreatedMerchant = Type.Object(
  {
    merchant_id: Type.String(),
    business_name: Type.String(),
    email: Type.String(),
    channel_id: Type.String(),
    country_code: Type.String(),
    onboarding_status: OnboardingStatusName,
    created_at: DateTime,
  },
  closed,
);

export const MerchantRow = Type.Object(
  {
    merchant_id: Type.String(),
    business_name: Type.String(),
    email: Type.String(),
    country_code: Type.String(),
    onboarding_status: OnboardingStatusName,
    wallet_connection_status: WalletConnectionStatusName,
    wallet_status_reason: Type.Optional(WalletStatusReason),
    payments_enabled: Type.Boolean(),
    created_at: DateTime,
  },
  closed,
);

export const MerchantQuery = Type.Object(
  {
    onboarding_status: Type.Optional(Type.Array(OnboardingStatusName, { maxItems: 20 })),
    search: Type.Optional(Type.String({ minLength: 1, maxLength: 255, 'x-strip': true })),
    email: Type.Optional(Email),
    ...page({ default: 50, max: 200 }),
  },
  closed,
);

export const MerchantPage = Type.Object(
  {
    total: Type.Integer(),
    limit: Type.Integer(),
    offset: Type.Integer(),
    merchants: Type.Array(MerchantRow),
  },
  closed,
);

/** What fields mean. */
export const NOTES = {
  'NewMerchant.email': 'Unique on the whole platform, in any letter case.',
  'NewMerchant.country_code': "The merchant's real country.",
  'CreatedMerchant.email': 'Where the merchant is reached.',
  'CreatedMerchant.country_code': 'Where the merchant does business, by its ISO 3166-1 code.',
  'MerchantRow.payments_enabled':
    'As it was last known: the seller is ready, all access is granted, and there is no hold.',
  'MerchantPage.merchants': 'This page of the list.',
} as const satisfies Notes;
