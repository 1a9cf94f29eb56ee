import type { Json } from '../../lib/canonical-json.ts';

// The first one that an object names. A dispute of a payment without a session is told of by the provider's id of it alone.
const NAMES = ['checkout_session_id', 'transaction_id', 'id', 'dispute_id'] as const;

/** What an event tells of, from its `data.object`: the session of a payment, or where it has none its transaction, or what else
 *  it names. Null where that is the merchant itself. */
export function aboutOf(object: Json, merchant_id: string): string | null {
  const members = object as { readonly [key: string]: Json };
  const about = NAMES.map((name) => members[name]).find((value) => typeof value === 'string');
  return typeof about === 'string' && about !== merchant_id ? about : null;
}
