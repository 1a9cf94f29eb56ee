import type { ShownAnswer } from '../../rails/rail.ts';

export type LifeCycleEvent = 'dispute.created' | 'dispute.updated' | 'dispute.resolved';

export interface DisputeRow {
  id: string;
  merchant_id: string;
  channel_id: string | null;
  provider: string;
  provider_account: string;
  rail_account_id: string | null;
  provider_dispute_id: string;
  provider_transaction_id: string | null;
  transaction_id: string | null;
  checkout_session_id: string | null;
  external_order_id: string | null;
  match_at: Date | null;
  status: string;
  is_resolved: boolean;
  reason: string | null;
  amount_cents: number | null;
  currency: string;
  response_deadline: Date | null;
  outcome: string | null;
  available_actions: string[];
  answered: ShownAnswer[];
  provider_payload: Record<string, unknown>;
  opened_at: Date;
  provider_updated_at: Date;
  reads_begun: number;
  read_recorded: number;
  last_event: LifeCycleEvent;
  /** What was posted as held, in minor units; null when nothing was. */
  held_cents: number | null;
  released_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const NAMED: Record<keyof DisputeRow, true> = {
  id: true,
  merchant_id: true,
  channel_id: true,
  provider: true,
  provider_account: true,
  rail_account_id: true,
  provider_dispute_id: true,
  provider_transaction_id: true,
  transaction_id: true,
  checkout_session_id: true,
  external_order_id: true,
  match_at: true,
  status: true,
  is_resolved: true,
  reason: true,
  amount_cents: true,
  currency: true,
  response_deadline: true,
  outcome: true,
  available_actions: true,
  answered: true,
  provider_payload: true,
  opened_at: true,
  provider_updated_at: true,
  reads_begun: true,
  read_recorded: true,
  last_event: true,
  held_cents: true,
  released_at: true,
  created_at: true,
  updated_at: true,
};

/** The columns of a dispute. */
export const DISPUTE_COLUMNS = Object.keys(NAMED) as (keyof DisputeRow)[];
