import { Type } from 'typebox';
import { CapabilityStatusName } from '../onboarding/schemas.ts';
import { PayLater } from '../merchants/operator.ts';
import { Amount, closed, Country, Currency, DateTime, Email, nullable, oneOf } from '../shapes.ts';

// Texts have no bound but that of the body; what is sent to a provider is shortened there.
const line = Type.Optional(nullable(Type.String()));

export const ShippingAddress = Type.Object(
  {
    country_code: Country,
    address_line_1: line,
    address_line_2: line,
    admin_area_1: line,
    admin_area_2: line,
    postal_code: line,
  },
  closed,
);

export const OrderItem = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    unit_amount: Amount({ positive: true }),
    category: Type.Optional(Type.String({ minLength: 1, default: 'DIGITAL_GOODS' })),
    description: line,
    quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
    sku: line,
  },
  closed,
);

export const NewSession = Type.Object(
  {
    amount: Amount({ positive: false }),
    currency: Type.Optional(Currency),
    expires_in_minutes: Type.Optional(Type.Integer({ minimum: 5, maximum: 1440, default: 30 })),
    external_order_id: Type.Optional(nullable(Type.String({ maxLength: 120 }))),
    description: Type.Optional(nullable(Type.String({ maxLength: 500 }))),
    buyer_email: Type.Optional(nullable(Email)),
    success_url: Type.Optional(nullable(Type.String({ maxLength: 1000, format: 'return-url' }))),
    cancel_url: Type.Optional(nullable(Type.String({ maxLength: 1000, format: 'return-url' }))),
    allowed_origins: Type.Optional(
      nullable(Type.Array(Type.String({ format: 'origin', maxLength: 300 }), { maxItems: 10 })),
    ),
    items: Type.Optional(nullable(Type.Array(OrderItem, { maxItems: 100 }))),
    metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    requires_shipping: Type.Optional(nullable(Type.Boolean())),
    shipping_address: Type.Optional(nullable(ShippingAddress)),
    shipping_amount_cents: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 99_999_999_999 }))),
  },
  closed,
);

export const SESSION_STATUSES = ['open', 'capturing', 'completed', 'expired'] as const;

const core = {
  id: Type.String(),
  checkout_session_id: Type.String(),
  merchant_name: Type.String(),
  amount: Type.String(),
  currency: Type.String(),
  environment: oneOf(['test', 'live']),
  status: oneOf(SESSION_STATUSES),
  expires_at: DateTime,
  checkout_url: Type.String(),
  embed_url: Type.String(),
};

export const CreatedSession = Type.Object(
  {
    ...core,
    created_at: DateTime,
    allowed_origins: nullable(Type.Array(Type.String())),
    cancel_url: nullable(Type.String()),
    success_url: nullable(Type.String()),
    description: nullable(Type.String()),
    external_order_id: nullable(Type.String()),
  },
  closed,
);

const SessionPayment = Type.Object(
  {
    provider_order_id: Type.String(),
    status: Type.String(),
    captured_at: Type.Optional(DateTime),
    provider_capture_id: Type.Optional(Type.String()),
  },
  closed,
);

export const PublicSession = Type.Object(
  {
    ...core,
    allowed_origins: nullable(Type.Array(Type.String())),
    cancel_url: nullable(Type.String()),
    description: nullable(Type.String()),
    external_order_id: nullable(Type.String()),
    branding: Type.Object(
      { brand_color: nullable(Type.String()), logo_url: nullable(Type.String()) },
      closed,
    ),
    collect_buyer_email: Type.Boolean(),
    items: Type.Array(Type.Object({})),
    pay_later_messaging: nullable(PayLater),
    payment: nullable(SessionPayment),
    payment_provider: Type.String(),
    wallet_acdc_status: CapabilityStatusName,
    wallet_apple_pay_status: CapabilityStatusName,
    wallet_google_pay_status: CapabilityStatusName,
    wallet_client_id: nullable(Type.String()),
    wallet_merchant_id: nullable(Type.String()),
    wallet_partner_attribution_id: nullable(Type.String()),
    preselect_wallet: Type.Boolean(),
    requires_shipping: nullable(Type.Boolean()),
    shipping_amount_cents: nullable(Type.Integer()),
    success_url: nullable(Type.String()),
    supported_funding: Type.Array(Type.String()),
    user_id_token: nullable(Type.String()),
    vault_setup: Type.Boolean(),
  },
  closed,
);

export const ClientToken = Type.Object({ client_token: Type.String() }, closed);
export const SessionPath = Type.Object(
  { checkout_session_id: Type.String({ pattern: '^cs_[A-Za-z0-9_-]{1,64}$' }) },
  closed,
);
