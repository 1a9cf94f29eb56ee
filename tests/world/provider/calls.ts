import type { Described } from './described.ts';
import { DISPUTE_CALLS } from './disputes.ts';
import { GRAVY_CALLS } from './gravy.ts';
import { INVOICING_CALLS } from './invoicing.ts';
import { ORDER_CALLS } from './orders.ts';
import { PAYMENT_CALLS } from './payments.ts';
import { REPORTING_CALLS } from './reporting.ts';
import { SELLER_CALLS } from './sellers.ts';
import { NOTIFICATION_CALLS, TOKEN_CALLS } from './tokens.ts';
import { VAULT_CALLS } from './vault.ts';

/** Every call of the providers' interfaces that the service may make. What is new goes into the file of its noun. */
export const CALLS: readonly Described[] = [
  ...TOKEN_CALLS,
  ...SELLER_CALLS,
  ...ORDER_CALLS,
  ...PAYMENT_CALLS,
  ...NOTIFICATION_CALLS,
  ...VAULT_CALLS,
  ...DISPUTE_CALLS,
  ...REPORTING_CALLS,
  ...INVOICING_CALLS,
  ...GRAVY_CALLS,
];
