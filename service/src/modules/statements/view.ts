import { uuidFrom } from '../../lib/ids.ts';
import { minor, toDecimal } from '../../lib/money.ts';
import { boundsOf, lastDayOf } from './period.ts';
import type { LineRow, StatementRow } from './queries.ts';

const SHARE_BASIS: Readonly<Record<string, string>> = {
  fee_share: 'platform_fee_accrued_net',
  per_transaction: 'transaction_count',
  fee_share_and_per_transaction: 'platform_fee_accrued_net_and_transaction_count',
};

/** A statement as it was issued. Amounts are minor units, and beside each the same as text. Spec: Statements. */
export function statementView(row: StatementRow) {
  const shown = displayIn(row.currency);
  const net = row.platform_fee_accrued_cents - row.platform_fee_refunded_cents;
  return {
    id: row.id,
    channel_id: row.channel_id,
    currency: row.currency,
    status: row.superseded_by_statement_id === null ? 'issued' : 'superseded',
    period_start: boundsOf(row.period).from.toISOString().slice(0, 10),
    period_end: lastDayOf(row.period),
    generated_at: row.generated_at.toISOString(),
    generated_by: row.generated_by,
    volume_basis: 'capture',
    share_basis: SHARE_BASIS[row.terms_type]!,
    terms_type: row.terms_type,
    terms_description: row.terms_description,
    terms_fee_share_basis_points: row.terms_fee_share_basis_points,
    terms_per_transaction_minor_units: row.terms_per_transaction_minor_units,
    terms_per_transaction_currency: row.terms_per_transaction_currency,
    accounted_transaction_count: row.accounted_transaction_count,
    ...amount('accounted_captured_amount', row.accounted_captured_amount_cents, shown),
    ...amount('platform_fee_accrued', row.platform_fee_accrued_cents, shown),
    ...amount('platform_fee_refunded', row.platform_fee_refunded_cents, shown),
    ...amount('platform_fee_accrued_net', net, shown),
    ...amount('platform_fee_collected', row.platform_fee_collected_cents, shown),
    ...amount('channel_share', row.channel_share_cents, shown),
    excluded_transaction_count: row.excluded_transaction_count,
    ...amount('excluded_captured_amount', row.excluded_captured_amount_cents, shown),
    rail_summaries: row.rail_summaries.map(
      ({ captured_amount_cents, platform_fee_accrued_cents, ...summary }) => ({
        ...summary,
        ...amount('captured_amount', captured_amount_cents, shown),
        ...amount('platform_fee_accrued', platform_fee_accrued_cents, shown),
      }),
    ),
    supersedes_statement_id: row.supersedes_statement_id,
    superseded_by_statement_id: row.superseded_by_statement_id,
    correction_reason: row.correction_reason,
  };
}

/** A line as it was issued. Its id is made of where it stands, and so the same whenever it is read. */
export function lineView(row: LineRow, currency: string) {
  const shown = displayIn(currency);
  return {
    id: uuidFrom('statement_line', row.statement_id, String(row.n)),
    entry_type: row.entry_type,
    provider: row.provider,
    transaction_id: row.transaction_id,
    merchant_id: row.merchant_id,
    merchant_name: row.merchant_name,
    provider_capture_id: row.provider_capture_id,
    captured_at: row.captured_at.toISOString(),
    ...amount('amount', row.amount_cents, shown),
    platform_fee_accrued_cents: row.platform_fee_accrued_cents,
    platform_fee_refunded_cents: row.platform_fee_refunded_cents,
    platform_fee_net_cents: row.platform_fee_accrued_cents - row.platform_fee_refunded_cents,
    platform_fee_collected_cents: row.platform_fee_collected_cents,
    applied_fee_share_basis_points: row.applied_fee_share_basis_points,
    applied_per_transaction_minor_units: row.applied_per_transaction_minor_units,
    per_transaction_amount_cents: row.per_transaction_amount_cents,
    ...amount('channel_share', row.channel_share_cents, shown),
  };
}

type Display = (cents: number) => string;

function displayIn(currency: string): Display {
  return (cents) => `${toDecimal(minor(cents), currency)} ${currency}`;
}

function amount(name: string, cents: number | null, shown: Display): Record<string, number | string | null> {
  return { [`${name}_cents`]: cents, [`${name}_display`]: cents === null ? null : shown(cents) };
}
