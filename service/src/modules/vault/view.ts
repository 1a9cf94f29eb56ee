import type { TokenRow } from './queries.ts';

/** A saved instrument as a merchant may know it. Spec: Saved instruments. */
export function tokenView(token: TokenRow) {
  return {
    id: token.id,
    customer_ref: token.customer_ref,
    source_type: token.source_type,
    label: token.label,
    created_at: token.created_at.toISOString(),
  };
}
