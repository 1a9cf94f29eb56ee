import { Type } from 'typebox';
import type { Notes } from '../notes.ts';
import { Amount, closed, Currency, DateTime, nullable, page, Prose, Uuid } from '../shapes.ts';

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
    description: Type.Optional(nullable(Prose({ maxLength: 127 }))),
  },
  closed,
);
export const VaultCharged = Type.Object({ transaction_id: Uuid }, closed);

/** What fields mean. */
export const NOTES = {
  'VaultToken.customer_ref': 'Names the customer to be charged.',
  'VaultToken.source_type': 'What kind of instrument it is, in the provider’s words.',
  'VaultToken.label': 'By which a person recognises it.',
  'NewVaultCharge.idempotency_key': 'Charges once, for ever, whatever else is sent with it.',
  'NewVaultCharge.currency': "USD when left out; the merchant's `wallet_primary_currency`.",
  'NewVaultCharge.customer_ref': 'Whose saved instrument is charged.',
  'VaultCharged.transaction_id': 'The charge, a transaction like others.',
  'NewVaultCharge.description': 'What is charged for.',
} as const satisfies Notes;
