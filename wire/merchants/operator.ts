import { Type } from 'typebox';
import type { Notes } from '../notes.ts';
import { closed, Country, DateTime, Email, nullable, oneOf, pageOf } from '../shapes.ts';

/** Whom a merchant can be paid by. */
export const PAYMENT_PROVIDERS = ['ppcp', 'gravy', 'nmi'] as const;

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

const Funding = oneOf(['paypal', 'venmo', 'paylater', 'card', 'applepay', 'googlepay']);

export const MerchantChange = Type.Object(
  {
    payment_hold: Type.Optional(Type.Boolean()),
    payment_provider: Type.Optional(oneOf(PAYMENT_PROVIDERS)),
    rail_credentials: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    platform_fee_percent: Type.Optional(Type.Number({ minimum: 0, maximum: 100, multipleOf: 0.0001 })),
    platform_fee_fixed_minor_units: Type.Optional(Type.Integer({ minimum: 0, maximum: 99_999_999 })),
    branding: Type.Optional(Branding),
    pay_later: Type.Optional(nullable(PayLater)),
    collect_buyer_email: Type.Optional(Type.Boolean()),
    preselect_wallet: Type.Optional(Type.Boolean()),
    supported_funding: Type.Optional(
      nullable(Type.Array(Funding, { minItems: 1, maxItems: 6, uniqueItems: true })),
    ),
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
    rail_credentials: nullable(Type.Record(Type.String(), Type.String())),
    payment_hold: Type.Boolean(),
    platform_fee_percent: Type.Number(),
    platform_fee_fixed_minor_units: Type.Integer(),
    branding: Type.Object(
      { brand_color: nullable(Type.String()), logo_url: nullable(Type.String()) },
      closed,
    ),
    pay_later: nullable(PayLater),
    collect_buyer_email: Type.Boolean(),
    preselect_wallet: Type.Boolean(),
    supported_funding: nullable(Type.Array(Type.String())),
    onboarding_status: Type.String(),
    wallet_connection_status: Type.String(),
    created_at: DateTime,
  },
  closed,
);

export const OperatorMerchantPage = pageOf(OperatorMerchant);

/** What fields mean. */
export const NOTES = {
  'MerchantChange.rail_credentials':
    'Of its account on the rail that it is routed to. gravy: instance_id, merchant_account_id, private_key, webhook_secret and, ' +
    'if need be, api_base. nmi: security_key, tokenization_key, webhook_signing_key and, if need be, api_base. On ppcp an account ' +
    'is connected by consenting.',
  'OperatorMerchant.rail_credentials': 'What may be shown of them; null where there are none.',
  'MerchantChange.collect_buyer_email':
    'Whether its payment pages ask for an email that the session does not name.',
  'MerchantChange.preselect_wallet':
    'Whether its payment pages put the wallet first, with the other ways behind it.',
  'MerchantChange.supported_funding':
    'The ways to pay that are offered, of those that its rail has; null for all. The own way of the rail stays among them.',
  'MerchantChange.payment_hold': 'Stops payments until it is lifted here.',
  'MerchantChange.platform_fee_percent': '2.9 means 2.9 %; up to four decimals.',
  'Branding.brand_color': 'The color of its payment pages, `#rrggbb`; null for the standard one.',
  'Branding.logo_url': 'The picture above the payment; null for none.',
  'MerchantChange.payment_provider': 'The rail that it is routed to from now on.',
  'OperatorMerchant.payment_provider': 'The rail that it is routed to.',
  'MerchantChange.platform_fee_fixed_minor_units':
    'The fixed part of the platform’s fee on each payment, in minor units.',
  'PayLater.enabled': 'Whether the message is shown.',
  'PayLater.logo_type': 'Which logo the message has.',
  'PayLater.logo_position': 'Where the logo stands beside the text.',
  'PayLater.text_color': 'The color of the text.',
  'PayLater.text_align': 'How the text is set.',
  'PayLater.text_size': 'The height of the text, in pixels.',
} as const satisfies Notes;
