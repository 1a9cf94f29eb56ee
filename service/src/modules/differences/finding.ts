import type { DIFFERENCE_CAUSES } from '../../../../wire/reconciliation/schemas.ts';
import type { EntryKind } from '../../rails/rail.ts';

export type Cause = (typeof DIFFERENCE_CAUSES)[number];
export type FindingKind = Exclude<EntryKind, 'other'>;

/** What does not agree. */
export interface Finding {
  cause: Cause;
  kind: FindingKind;
  provider_id: string;
  payment: { id: string; merchant_id: string; channel_id: string | null } | null;
  ours: Shown | null;
  theirs: Shown | null;
}

/** Of either side, as far as it matters: amounts are minor units. */
export interface Shown {
  amount_cents: number | null;
  currency: string | null;
  fee_cents?: number | null;
  state: string;
  at: string | null;
}

/** The day of an account in which it was found. */
export interface ComparedDay {
  id: string;
  provider: string;
  provider_account: string;
  merchant_id: string;
  /** As `YYYY-MM-DD`. */
  day: string;
  begun_at: Date | null;
}
