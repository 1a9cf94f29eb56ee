import { Type } from 'typebox';
import { CapabilityStatusName } from '../onboarding/schemas.ts';
import { PayLater } from '../merchants/operator.ts';
import type { Notes } from '../notes.ts';
import { Amount, closed, Country, Currency, DateTime, Email, nullable, oneOf, Prose } from '../shapes.ts';

// Texts have no bound but that of the body; what is sent to a provider is shortened there.
const line = Type.Optional(nullable(Prose()));

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
    name: Prose({ minLength: 1 }),
    unit_amount: Amount({ positive: true }),
    category: Type.Optional(Type.String({ minLength: 1, default: 'DIGITAL_GOODS' })),
    description: line,
    quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
    sku: Type.Optional(nullable(Type.String())),
  },
  closed,
);

// What a channel keeps with a session, in its own words. Its ids are not looked at: `customer_ref` may be any digits.
const Metadata = Type.Unsafe<Record<string, unknown>>({
  ...Type.Record(Type.String(), Type.Unknown()),
  cardless: { but: ['customer_ref'] },
});

/** How long a session can be open at the most. */
export const OPEN_MINUTES_MAX = 1_440;

export const NewSession = Type.Object(
  {
    amount: Amount({ positive: false }),
    currency: Type.Optional(Currency),
    expires_in_minutes: Type.Optional(Type.Integer({ minimum: 5, maximum: OPEN_MINUTES_MAX, default: 30 })),
    external_order_id: Type.Optional(nullable(Type.String({ maxLength: 120 }))),
    description: Type.Optional(nullable(Prose({ maxLength: 500 }))),
    buyer_email: Type.Optional(nullable(Email)),
    success_url: Type.Optional(nullable(Type.String({ maxLength: 1000, format: 'return-url' }))),
    cancel_url: Type.Optional(nullable(Type.String({ maxLength: 1000, format: 'return-url' }))),
    allowed_origins: Type.Optional(
      nullable(Type.Array(Type.String({ format: 'origin', maxLength: 300 }), { maxItems: 10 })),
    ),
    items: Type.Optional(nullable(Type.Array(OrderItem, { maxItems: 100 }))),
    metadata: Type.Optional(Metadata),
    requires_shipping: Type.Optional(nullable(Type.Boolean())),
    shipping_address: Type.Optional(nullable(ShippingAddress)),
    shipping_amount_cents: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 99_999_999_999 }))),
  },
  closed,
);

const SESSION_STATUSES = ['open', 'capturing', 'completed', 'expired'] as const;

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
    items: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          unit_amount: Type.String(),
          category: Type.String(),
          description: nullable(Type.String()),
          quantity: Type.Integer(),
          sku: nullable(Type.String()),
        },
        closed,
      ),
    ),
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

/** What fields mean. */
export const NOTES = {
  'NewSession.amount': '0 makes a session that saves an instrument.',
  'NewSession.currency':
    "USD when left out. A wallet payment needs the merchant's `wallet_primary_currency`.",
  'NewSession.expires_in_minutes': 'Counted from the creation.',
  'NewSession.external_order_id': 'Your own order number; it comes back on answers and events.',
  'NewSession.allowed_origins': 'The pages that may embed the checkout and pay. Null: any.',
  'NewSession.items': 'For the buyer to see. They need not sum to the amount.',
  'NewSession.metadata': 'Anything of yours. On a session of amount 0, `customer_ref` names the customer.',
  'NewSession.shipping_amount_cents':
    "In the currency's minor units; 0 says free shipping. Send `shipping_address` with it.",
  'NewSession.success_url': 'Where the hosted page leads after the payment.',
  'NewSession.cancel_url': 'Where the hosted page leads when the buyer turns away.',
  'OrderItem.unit_amount': 'The price of one.',
  'CreatedSession.amount': 'Without trailing zeros: 10.00 comes back as 10.',
  'PublicSession.payment':
    "The session's captured payment, else the one that is being taken, else its newest.",
  'PublicSession.vault_setup': 'The session saves an instrument and takes no money.',
  'PublicSession.wallet_client_id': "For the wallet provider's script.",
  'CreatedSession.checkout_url': 'The hosted page. It is never shown in a frame.',
  'CreatedSession.embed_url': 'The page for a frame.',
  'PublicSession.user_id_token':
    'For the provider’s script on a session of amount 0; ten minutes good, renewed with each client token.',
  'CreatedSession.id': 'Whoever knows it may pay the session.',
  'CreatedSession.checkout_session_id': 'The same as `id`.',
  'CreatedSession.status':
    'open: it can be paid. capturing: a payment is being taken. completed and expired are for good.',
  'CreatedSession.description': 'What is paid for, for the buyer to read.',
  'CreatedSession.allowed_origins': 'The pages that may embed the checkout and pay; null for any.',
  'OrderItem.sku': 'Your own number of the article.',
  'OrderItem.name': 'What is sold.',
  'PublicSession.collect_buyer_email': 'Whether the page asks for an email where the session names none.',
  'PublicSession.preselect_wallet': 'Whether the page puts the wallet first.',
  'PublicSession.supported_funding': 'The ways to pay that the page offers.',
  'PublicSession.items': 'What the buyer sees listed.',
  'PublicSession.items.unit_amount': 'The price of one, without trailing zeros.',
  'PublicSession.items.category': 'What kind of thing it is; `DIGITAL_GOODS` where nothing was said.',
  'PublicSession.items.description': 'What else there is to know of it; null where nothing was said.',
  'PublicSession.items.quantity': 'How many of it.',
  'PublicSession.items.sku': 'The channel’s own number of the article; null where it has none.',
  'PublicSession.payment.status': 'Where that payment stands.',
  'PublicSession.payment_provider': 'The rail that it is paid through, by its code.',
  'PublicSession.pay_later_messaging':
    'How the provider’s message about paying later looks; null where that was not set.',
  'PublicSession.wallet_merchant_id':
    'The merchant’s account at the wallet provider, for its script; null where there is none.',
  'PublicSession.wallet_partner_attribution_id': 'Names the platform to the wallet provider, for its script.',
  'PublicSession.shipping_amount_cents':
    'What is asked for shipping, in minor units; null where nothing is said of it.',
  'NewSession.shipping_address': 'Where the goods go.',
  'CreatedSession.expires_at': 'Until when it can be paid.',
  'OrderItem.description': 'What else the buyer is to know of it.',
  'ShippingAddress.address_line_1': 'Street and number.',
  'ShippingAddress.address_line_2': 'What the first line has no room for.',
  'ShippingAddress.admin_area_1': 'The state or province.',
  'ShippingAddress.admin_area_2': 'The city.',
  'ShippingAddress.postal_code': 'As it is written in that country.',
} as const satisfies Notes;
