import { Type } from 'typebox';
import { closed, Email, nullable } from '../shapes.ts';

const MetadataId = Type.Optional(
  nullable(Type.String({ minLength: 1, maxLength: 68, pattern: '^[A-Za-z0-9\\-{}(),]+$' })),
);
const FundingSource = Type.Optional(nullable(Type.String({ maxLength: 50 })));

export const CaptureOrder = Type.Object(
  { funding_source: FundingSource, wallet_client_metadata_id: MetadataId },
  closed,
);

export const BuyerOrder = Type.Object(
  {
    funding_source: FundingSource,
    wallet_client_metadata_id: MetadataId,
    buyer_email: Type.Optional(nullable(Email)),
    payment_token: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 500 }))),
  },
  closed,
);

export const MerchantOrder = Type.Object(
  {
    checkout_session_id: Type.String({ pattern: '^cs_[A-Za-z0-9_-]{1,64}$' }),
    funding_source: FundingSource,
    wallet_client_metadata_id: MetadataId,
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
