import { Type } from 'typebox';
import { Amount, closed, Currency, DateTime, nullable, page, Uuid } from '../shapes.ts';

export const CUSTOMER_REF_MAX = 255;

export const VaultToken = Type.Object(
  {
    id: Uuid,
    customer_ref: Type.String(),
    source_type: Type.String(),
    label: nullable(Type.String()),
    created_at: nullable(DateTime),
  },
  closed,
);
export const VaultTokens = Type.Array(VaultToken);
export const VaultTokensQuery = Type.Object(page({ default: 100, max: 100 }), closed);

export const NewVaultCharge = Type.Object(
  {
    customer_ref: Type.String({ minLength: 1, maxLength: CUSTOMER_REF_MAX }),
    amount: Amount({ positive: true }),
    idempotency_key: Type.String({ minLength: 1, maxLength: 128 }),
    currency: Type.Optional(Currency),
    description: Type.Optional(nullable(Type.String({ maxLength: 127 }))),
  },
  closed,
);
export const VaultCharged = Type.Object({ transaction_id: Uuid }, closed);
