import type { Refusals } from '../refusal.ts';

export const VAULT_REFUSALS = {
  customer_not_found: [404, 'No saved instrument for this customer'],
  vault_not_offered: [409, "This merchant's payment provider cannot save an instrument"],
  charge_currency_not_settled: [400, "The currency differs from the merchant's wallet settlement currency"],
} as const satisfies Refusals;
