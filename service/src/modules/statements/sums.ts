import type { Db } from '../../db/tx.ts';

/** What a statement counts of one provider, by what is known of the platform's fee there. Amounts are minor units. */
export interface Sum {
  provider: string;
  fee_visibility: string;
  transactions: number;
  captured_cents: number;
  accrued_cents: number;
  refunded_cents: number;
  collected_cents: number;
  collected_unknown: number;
  share_cents: number;
}

export interface RailSummaryRow {
  provider: string;
  fee_visibility: string;
  transaction_count: number;
  captured_amount_cents: number;
  platform_fee_accrued_cents: number | null;
  included_in_settlement: boolean;
  exclusion_reason: string | null;
}

export async function readSums(db: Db, statementId: string): Promise<Sum[]> {
  return db
    .selectFrom('statement_sums')
    .select(['provider', 'fee_visibility', 'transactions', 'captured_cents', 'accrued_cents'])
    .select(['refunded_cents', 'collected_cents', 'collected_unknown', 'share_cents'])
    .where('statement_id', '=', statementId)
    .orderBy('provider')
    .orderBy('fee_visibility')
    .execute();
}

/** What was taken by each provider. A fee that nobody knows is null, and what it would be of is left out of the settlement. */
export function railSummaries(sums: readonly Sum[]): RailSummaryRow[] {
  return sums
    .filter(({ transactions }) => transactions > 0)
    .map((sum) => {
      const isKnown = sum.fee_visibility !== 'unknown';
      return {
        provider: sum.provider,
        fee_visibility: sum.fee_visibility,
        transaction_count: sum.transactions,
        captured_amount_cents: sum.captured_cents,
        platform_fee_accrued_cents: isKnown ? sum.accrued_cents : null,
        included_in_settlement: isKnown,
        exclusion_reason: isKnown ? null : 'fee_not_recorded',
      };
    });
}

/** The sums of a statement. What was collected is known only if it is of every transaction that is accounted. */
export function totalsOf(sums: readonly Sum[]) {
  const known = sums.filter(({ fee_visibility }) => fee_visibility !== 'unknown');
  const unknown = sums.filter(({ fee_visibility }) => fee_visibility === 'unknown');
  const isCollectedKnown = known.every(({ collected_unknown }) => collected_unknown === 0);
  return {
    accounted_transaction_count: total(known, 'transactions'),
    accounted_captured_amount_cents: total(known, 'captured_cents'),
    platform_fee_accrued_cents: total(known, 'accrued_cents'),
    platform_fee_refunded_cents: total(known, 'refunded_cents'),
    platform_fee_collected_cents: isCollectedKnown ? total(known, 'collected_cents') : null,
    channel_share_cents: total(known, 'share_cents'),
    excluded_transaction_count: total(unknown, 'transactions'),
    excluded_captured_amount_cents: total(unknown, 'captured_cents'),
  };
}

function total(sums: readonly Sum[], column: Exclude<keyof Sum, 'provider' | 'fee_visibility'>): number {
  return sums.reduce((sum, row) => sum + row[column], 0);
}
