import { type Static, Type } from 'typebox';
import {
  ONBOARDING_STATUSES,
  WALLET_CONNECTION_STATUSES,
  WALLET_STATUS_REASONS,
} from '../merchants/schemas.ts';
import { nullable } from '../shapes.ts';
import { MERCHANT } from './one-shop.ts';
import { flag, from, merchant, of, text, word, type EventDefinition } from './shapes.ts';

export const MerchantOnboardingUpdatedObject = Type.Object(
  {
    id: text('The merchant.'),
    ...merchant,
    onboarding_status: word(ONBOARDING_STATUSES, 'How far onboarding is.'),
    wallet_connection_status: word(WALLET_CONNECTION_STATUSES, 'Only `connected` can be charged.'),
    wallet_status_reason: nullable(word(WALLET_STATUS_REASONS, 'What blocks the merchant, or null.')),
    payments_enabled: flag('Whether payments may be taken.'),
    checkout_enabled: flag('Whether a payment may be created.'),
  },
  of('merchant.onboarding_updated'),
);

export const DISABLED_REASONS = [
  'wallet_consent_revoked',
  'wallet_status_not_ready',
  'merchant_disconnected',
  'wallet_capture_payee_not_verified',
  'admin_wallet_link_released',
] as const;

export const MerchantPaymentsDisabledObject = Type.Object(
  {
    id: text('The merchant.'),
    ...merchant,
    reason: word(DISABLED_REASONS, 'What stopped them.'),
    wallet_merchant_id: Type.Optional(text('The connection that stopped; with a released link only.')),
  },
  of('merchant.payments_disabled'),
);

const MERCHANT_ONBOARDING_UPDATED: Static<typeof MerchantOnboardingUpdatedObject> = {
  ...MERCHANT,
  id: MERCHANT.merchant_id,
  onboarding_status: 'completed',
  wallet_connection_status: 'connected',
  wallet_status_reason: null,
  payments_enabled: true,
  checkout_enabled: true,
};

const MERCHANT_PAYMENTS_DISABLED: Static<typeof MerchantPaymentsDisabledObject> = {
  ...MERCHANT,
  id: MERCHANT.merchant_id,
  reason: 'admin_wallet_link_released',
  wallet_merchant_id: 'K7TQ2ZB4XCN5E',
};

const ONBOARDING =
  'Something about a merchant moved: onboarding began, or a state of the connection changed. Read the status.';
const DISABLED = 'A merchant can no longer take payments; `reason` says what stopped them.';

export const ONBOARDING_EVENTS = {
  'merchant.onboarding_updated': {
    ...from('onboarding', 'none', ONBOARDING),
    object: MerchantOnboardingUpdatedObject,
    example: MERCHANT_ONBOARDING_UPDATED,
  },
  'merchant.payments_disabled': {
    ...from('onboarding', 'none', DISABLED),
    object: MerchantPaymentsDisabledObject,
    example: MERCHANT_PAYMENTS_DISABLED,
  },
} as const satisfies Record<string, EventDefinition>;
