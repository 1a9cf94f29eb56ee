import type { RowOf } from '../../db/tx.ts';
import type { ShownAction } from '../../rails/rail.ts';

export type LifeCycleEvent = 'dispute.created' | 'dispute.updated' | 'dispute.resolved';

/** The columns of a dispute. */
export const DISPUTE_COLUMNS = [
  'id',
  'merchant_id',
  'channel_id',
  'provider',
  'provider_account',
  'rail_account_id',
  'provider_dispute_id',
  'provider_transaction_id',
  'transaction_id',
  'checkout_session_id',
  'external_order_id',
  'match_at',
  'status',
  'is_resolved',
  'reason',
  'amount_cents',
  'currency',
  'response_deadline',
  'outcome',
  'available_actions',
  'answered',
  'provider_payload',
  'opened_at',
  'provider_updated_at',
  'reads_begun',
  'read_recorded',
  'last_event',
  // What the ledger holds for it, or held until `released_at`, in minor units; null when nothing was ever held.
  'held_cents',
  // When it ended, and what was held was given back: it is never held again.
  'released_at',
  'created_at',
  'updated_at',
] as const;

/** What is known of columns beyond their types. */
interface Known {
  answered: ShownAction[];
  provider_payload: Record<string, unknown>;
  last_event: LifeCycleEvent;
}

export type DisputeRow = Omit<RowOf<'disputes', (typeof DISPUTE_COLUMNS)[number]>, keyof Known> & Known;
