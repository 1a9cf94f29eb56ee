import type { Json } from '../../lib/canonical-json.ts';

/** What of a statement its hash is of, beside its lines. */
export interface Head {
  id: string;
  channel_id: string;
  currency: string;
  period: string;
  terms_version: number;
  terms_type: string;
  terms_description: string;
  terms_fee_share_basis_points: number | null;
  terms_per_transaction_minor_units: number | null;
  terms_per_transaction_currency: string | null;
  accounted_transaction_count: number;
  accounted_captured_amount_cents: number;
  platform_fee_accrued_cents: number;
  platform_fee_refunded_cents: number;
  platform_fee_collected_cents: number | null;
  channel_share_cents: number;
  excluded_transaction_count: number;
  excluded_captured_amount_cents: number;
  rail_summaries: readonly object[];
  line_count: number;
  supersedes_statement_id: string | null;
  correction_reason: string | null;
  generated_by: string;
  generated_at: Date;
}

/** The head of a statement as it is hashed and exported. */
export function hashedHead(head: Head) {
  const { generated_at, rail_summaries, ...rest } = head;
  return {
    ...named(rest),
    generated_at: generated_at.toISOString(),
    rail_summaries: rail_summaries as readonly Json[],
  };
}

// A row that is read has more columns than are hashed.
function named(rest: Omit<Head, 'generated_at' | 'rail_summaries'>) {
  return {
    id: rest.id,
    channel_id: rest.channel_id,
    currency: rest.currency,
    period_start: rest.period,
    terms_version: rest.terms_version,
    terms_type: rest.terms_type,
    terms_description: rest.terms_description,
    terms_fee_share_basis_points: rest.terms_fee_share_basis_points,
    terms_per_transaction_minor_units: rest.terms_per_transaction_minor_units,
    terms_per_transaction_currency: rest.terms_per_transaction_currency,
    accounted_transaction_count: rest.accounted_transaction_count,
    accounted_captured_amount_cents: rest.accounted_captured_amount_cents,
    platform_fee_accrued_cents: rest.platform_fee_accrued_cents,
    platform_fee_refunded_cents: rest.platform_fee_refunded_cents,
    platform_fee_collected_cents: rest.platform_fee_collected_cents,
    channel_share_cents: rest.channel_share_cents,
    excluded_transaction_count: rest.excluded_transaction_count,
    excluded_captured_amount_cents: rest.excluded_captured_amount_cents,
    line_count: rest.line_count,
    supersedes_statement_id: rest.supersedes_statement_id,
    correction_reason: rest.correction_reason,
    generated_by: rest.generated_by,
  };
}
