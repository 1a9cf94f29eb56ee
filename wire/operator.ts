import { Type } from 'typebox';
import { closed, DateTime, Email, nullable, oneOf, Country } from './shapes.ts';

const channel = { channel_id: Type.String(), name: Type.String(), active: Type.Boolean() };
const channelSettings = {
  onboarding_return_url: nullable(Type.String()),
  budget_factor: Type.Integer({ minimum: 1, maximum: 1000 }),
};

export const NewChannel = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 255 }), owner_email: Email },
  closed,
);
export const Invitation = Type.Object(
  { activation_url: Type.String(), activation_expires_at: DateTime },
  closed,
);
export const InvitedChannel = Type.Object(
  { ...channel, activation_url: Type.String(), activation_expires_at: DateTime },
  closed,
);
export const Channel = Type.Object({ ...channel, ...channelSettings, created_at: DateTime }, closed);
export const ChannelChange = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    active: Type.Optional(Type.Boolean()),
    onboarding_return_url: Type.Optional(nullable(Type.String({ format: 'return-url', maxLength: 1000 }))),
    budget_factor: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  },
  closed,
);

export function pageOf<T extends Type.TSchema>(item: T) {
  return Type.Object(
    { items: Type.Array(item), total: Type.Integer(), limit: Type.Integer(), offset: Type.Integer() },
    closed,
  );
}

/** By the owner's id the operator starts the recovery of a lost device. */
export const ListedChannel = Type.Object(
  {
    ...channel,
    ...channelSettings,
    created_at: DateTime,
    owner_id: nullable(Type.String()),
    owner_email: nullable(Type.String()),
  },
  closed,
);
export const ChannelPage = pageOf(ListedChannel);

export const NewDirectMerchant = Type.Object(
  { business_name: Type.String({ minLength: 1, maxLength: 255 }), email: Email, country_code: Country },
  closed,
);

export const Branding = Type.Object(
  {
    brand_color: Type.Optional(nullable(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }))),
    logo_url: Type.Optional(nullable(Type.String({ format: 'web-url', maxLength: 1000 }))),
  },
  closed,
);

export const PayLater = Type.Object(
  {
    enabled: Type.Boolean(),
    logo_type: oneOf(['primary', 'alternative', 'inline', 'none']),
    logo_position: oneOf(['left', 'right', 'top']),
    text_color: oneOf(['black', 'white', 'monochrome', 'grayscale']),
    text_align: oneOf(['left', 'center', 'right']),
    text_size: Type.Integer({ minimum: 10, maximum: 16 }),
  },
  closed,
);

export const MerchantChange = Type.Object(
  {
    payment_hold: Type.Optional(Type.Boolean()),
    payment_provider: Type.Optional(oneOf(['ppcp', 'gravy', 'nmi'])),
    platform_fee_percent: Type.Optional(Type.Number({ minimum: 0, maximum: 100, multipleOf: 0.0001 })),
    platform_fee_fixed_minor_units: Type.Optional(Type.Integer({ minimum: 0, maximum: 99_999_999 })),
    branding: Type.Optional(Branding),
    pay_later: Type.Optional(nullable(PayLater)),
  },
  closed,
);

export const OperatorMerchant = Type.Object(
  {
    merchant_id: Type.String(),
    channel_id: nullable(Type.String()),
    business_name: Type.String(),
    email: Type.String(),
    country_code: Type.String(),
    payment_provider: Type.String(),
    payment_hold: Type.Boolean(),
    platform_fee_percent: Type.Number(),
    platform_fee_fixed_minor_units: Type.Integer(),
    branding: Type.Object(
      { brand_color: nullable(Type.String()), logo_url: nullable(Type.String()) },
      closed,
    ),
    pay_later: nullable(PayLater),
    onboarding_status: Type.String(),
    wallet_connection_status: Type.String(),
    created_at: DateTime,
  },
  closed,
);

export const OperatorMerchantPage = pageOf(OperatorMerchant);

export const Clock = Type.Object({ now: DateTime, offset_seconds: Type.Number() }, closed);
export const ClockAdvance = Type.Object(
  { seconds: Type.Integer({ minimum: 0, maximum: 315_360_000 }) },
  closed,
);

export const AuditEntry = Type.Object(
  {
    id: Type.String(),
    actor: Type.String(),
    action: Type.String(),
    subject: Type.String(),
    detail: Type.Object({}, { additionalProperties: true }),
    created_at: DateTime,
  },
  closed,
);
export const AuditPage = pageOf(AuditEntry);

export const Unsettled = Type.Object(
  {
    id: Type.String(),
    kind: oneOf(['capture', 'charge', 'refund', 'saving']),
    state: oneOf(['sending', 'requested', 'saving', 'unknown', 'pending']),
    transaction_id: nullable(Type.String()),
    merchant_id: Type.String(),
    channel_id: nullable(Type.String()),
    amount_cents: Type.Integer(),
    currency: Type.String(),
    since: DateTime,
    checks: Type.Integer(),
    next_check_at: DateTime,
    last_problem: nullable(Type.String()),
    needs_person: Type.Boolean(),
  },
  closed,
);
export const UnsettledPage = pageOf(Unsettled);
export const AbandonedNotice = Type.Object(
  {
    id: Type.String(),
    rail: Type.String(),
    provider_notice_id: Type.String(),
    notice_type: Type.String(),
    attempts: Type.Integer(),
    last_problem: nullable(Type.String()),
    received_at: DateTime,
    abandoned_at: nullable(DateTime),
  },
  closed,
);
export const AbandonedNoticePage = pageOf(AbandonedNotice);
export const NoticeRetried = Type.Object({ id: Type.String(), retried: Type.Boolean() }, closed);

export const UnsettledChecked = Type.Object({ id: Type.String(), settled: Type.Boolean() }, closed);

export const ProviderCheck = Type.Object(
  {
    name: oneOf(['settings', 'token', 'partner', 'webhook', 'events']),
    status: oneOf(['ok', 'failed', 'skipped']),
    detail: Type.String(),
  },
  closed,
);
export const ProviderSettings = Type.Object(
  {
    provider: Type.String(),
    environment: oneOf(['test', 'live']),
    api_base: nullable(Type.String()),
    ok: Type.Boolean(),
    checks: Type.Array(ProviderCheck),
  },
  closed,
);
