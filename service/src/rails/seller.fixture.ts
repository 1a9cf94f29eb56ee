import { randomUUID } from 'node:crypto';
import type { Seller } from './rail.ts';

/** A seller who is reached by the deployment's own credentials. */
export function sellerNamed(provider_account: string): Seller {
  return { account_id: randomUUID(), provider_account, shown: {}, secrets: {} };
}
