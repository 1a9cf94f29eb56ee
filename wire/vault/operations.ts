import { DASHBOARD_OR_FOR_MERCHANT, type Operations } from '../operation.ts';
import { NewVaultCharge, VaultCharged, VaultTokens, VaultTokensQuery } from './schemas.ts';

export const VAULT_OPERATIONS = {
  'vault.tokens': {
    method: 'GET',
    path: '/api/vault/tokens',
    accepts: DASHBOARD_OR_FOR_MERCHANT,
    budget: 120,
    tag: 'Saved instruments',
    permission: 'finance.manage',
    summary: 'List saved instruments',
    notes:
      'Newest first, and of each customer only the newest that can be charged: one that was removed at the ' +
      'provider, or saved for an account that the merchant no longer uses, is not listed.',
    query: VaultTokensQuery,
    responses: { 200: VaultTokens },
  },
  'vault.charge': {
    method: 'POST',
    path: '/api/vault/charge',
    accepts: DASHBOARD_OR_FOR_MERCHANT,
    budget: 10,
    tag: 'Saved instruments',
    permission: 'finance.manage',
    summary: 'Charge a saved instrument',
    notes:
      "Charges a customer by the newest instrument they saved. `idempotency_key` is the merchant's own and kept for " +
      'ever: used again, with whatever body, it answers as the first call did and charges nothing. After a 503 ' +
      'repeat the call with the same key. The transaction has no session, and its events tell the rest.',
    body: NewVaultCharge,
    refusals: [
      'payments_not_allowed',
      'vault_not_offered',
      'charge_currency_not_settled',
      'customer_not_found',
      'payment_declined',
      'seller_unverified',
      'seller_refused',
      'payment_refused',
      'provider_unavailable',
      'outcome_unknown',
      'rail_not_configured',
    ],
    responses: { 200: VaultCharged },
  },
} as const satisfies Operations;
