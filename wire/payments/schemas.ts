import { Type } from 'typebox';
import type { Notes } from '../notes.ts';
import { closed, DateTime, Email, nullable, oneOf } from '../shapes.ts';

const MetadataId = Type.Optional(
  nullable(Type.String({ minLength: 1, maxLength: 68, pattern: '^[A-Za-z0-9\\-{}(),]+$' })),
);
const FundingSource = Type.Optional(nullable(Type.String()));

// What a gateway's fields made of a card, which is what its sessions are paid by.
const PaymentToken = Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 500 })));

export const CaptureOrder = Type.Object(
  { funding_source: FundingSource, wallet_client_metadata_id: MetadataId },
  closed,
);

export const BuyerOrder = Type.Object(
  {
    funding_source: FundingSource,
    wallet_client_metadata_id: MetadataId,
    buyer_email: Type.Optional(nullable(Email)),
    payment_token: PaymentToken,
  },
  closed,
);

const SessionId = Type.String({ pattern: '^cs_[A-Za-z0-9_-]{1,64}$' });

export const MerchantOrder = Type.Object(
  {
    checkout_session_id: SessionId,
    funding_source: FundingSource,
    wallet_client_metadata_id: MetadataId,
    payment_token: PaymentToken,
  },
  closed,
);

export const CreatedOrder = Type.Object(
  {
    order_id: Type.String(),
    transaction_id: nullable(Type.String()),
    status: Type.String(),
    provider: Type.String(),
    approve_url: nullable(Type.String()),
  },
  closed,
);

export const BuyerCapture = Type.Object(
  { order_id: Type.String(), status: Type.String(), provider_capture_id: nullable(Type.String()) },
  closed,
);

// The provider's own ids: letters and digits, in practice 17 of them.
export const ProviderId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });
export const OrderPath = Type.Object({ order_id: ProviderId }, closed);
export const BuyerOrderPath = Type.Object(
  { checkout_session_id: Type.String({ pattern: '^cs_[A-Za-z0-9_-]{1,64}$' }), order_id: ProviderId },
  closed,
);

export const PageCredential = Type.Object({ checkout_session_id: SessionId }, closed);

export const EmbedToken = Type.Object(
  {
    token: Type.String(),
    expires_at: DateTime,
    gr4vy_id: Type.String(),
    environment: oneOf(['sandbox', 'production'] as const),
    script: Type.String(),
    merchant_account_id: Type.String(),
    amount: Type.Integer(),
    currency: Type.String(),
    country: Type.String(),
    metadata: Type.Record(Type.String(), Type.String()),
  },
  closed,
);

export const TokenizationKey = Type.Object(
  { tokenization_key: Type.String(), script: Type.String() },
  closed,
);

/** What fields mean. */
export const NOTES = {
  'CreatedOrder.order_id': "The provider's order. Capture addresses it.",
  'CreatedOrder.transaction_id': 'Null on a session of amount 0.',
  'BuyerCapture.provider_capture_id':
    'Null when an instrument was saved. A payment that the provider holds back has one too, where the provider tells it.',
  'EmbedToken.amount': 'In minor units, as the form is set up with them.',
  'EmbedToken.environment': "What the form's `environment` is set to.",
  'EmbedToken.metadata': 'What the form is set up with; the token allows no other.',
  'EmbedToken.script': 'The address of the provider’s script.',
  'TokenizationKey.tokenization_key': 'Public: what the fields are set up with.',
  'TokenizationKey.script': 'The address of the provider’s script.',
  'CreatedOrder.approve_url': 'Where the buyer approves, for pages without the provider’s script.',
  'CreatedOrder.status': '`created`, or `approved` where the buyer has agreed already.',
  'BuyerCapture.status': 'Where the payment stands after the call.',
  'BuyerCapture.order_id': 'The order that was captured.',
  'EmbedToken.token': 'Sets the form up for this payment alone.',
  'EmbedToken.gr4vy_id': 'The instance of the provider that the form talks to.',
  'EmbedToken.merchant_account_id': 'The merchant’s account within it.',
  'EmbedToken.country': 'Of the merchant; the form offers what is usual there.',
  'EmbedToken.currency': 'What the form charges in.',
} as const satisfies Notes;
