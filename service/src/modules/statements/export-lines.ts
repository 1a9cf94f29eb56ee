import type { Db } from '../../db/tx.ts';
import { type Cell, csvLine } from '../../lib/csv.ts';
import { minor, toDecimal } from '../../lib/money.ts';
import { type LineRow, readLines, type StatementRow } from './queries.ts';
import { lineView } from './view.ts';

const LINES_PER_PIECE = 1_000;

/** All lines of a statement in their order, as the pieces of a CSV: times in UTC, amounts as decimals and in minor units. No more
 *  than one piece is held at a time. */
export async function* exportLines(db: Db, statement: StatementRow): AsyncGenerator<string, void> {
  yield csvLine(Object.keys(COLUMNS));
  for (let after = 0; after < statement.line_count; after += LINES_PER_PIECE) {
    const lines = await readLines(db, { statement_id: statement.id, after, limit: LINES_PER_PIECE });
    yield lines.map((line) => lineOf(line, statement.currency)).join('');
  }
}

type Shown = LineRow & { id: string; currency: string; platform_fee_net_cents: number };

function lineOf(line: LineRow, currency: string): string {
  const { id, platform_fee_net_cents } = lineView(line, currency);
  const shown = { ...line, id, currency, platform_fee_net_cents };
  return csvLine(Object.values(COLUMNS).map((cellOf) => cellOf(shown)));
}

const COLUMNS: Readonly<Record<string, (line: Shown) => Cell>> = {
  id: (line) => line.id,
  entry_type: (line) => line.entry_type,
  captured_at: (line) => line.captured_at.toISOString(),
  time_zone: () => 'UTC',
  provider: (line) => line.provider,
  transaction_id: (line) => line.transaction_id,
  merchant_id: (line) => line.merchant_id,
  merchant_name: (line) => line.merchant_name,
  provider_capture_id: (line) => line.provider_capture_id,
  currency: (line) => line.currency,
  amount: (line) => decimal(line, line.amount_cents),
  amount_minor_units: (line) => line.amount_cents,
  platform_fee_accrued: (line) => decimal(line, line.platform_fee_accrued_cents),
  platform_fee_accrued_minor_units: (line) => line.platform_fee_accrued_cents,
  platform_fee_refunded: (line) => decimal(line, line.platform_fee_refunded_cents),
  platform_fee_refunded_minor_units: (line) => line.platform_fee_refunded_cents,
  platform_fee_net: (line) => decimal(line, line.platform_fee_net_cents),
  platform_fee_net_minor_units: (line) => line.platform_fee_net_cents,
  platform_fee_collected: (line) => decimal(line, line.platform_fee_collected_cents),
  platform_fee_collected_minor_units: (line) => line.platform_fee_collected_cents,
  applied_fee_share_basis_points: (line) => line.applied_fee_share_basis_points,
  applied_per_transaction: (line) => decimal(line, line.applied_per_transaction_minor_units),
  per_transaction_amount: (line) => decimal(line, line.per_transaction_amount_cents),
  per_transaction_amount_minor_units: (line) => line.per_transaction_amount_cents,
  channel_share: (line) => decimal(line, line.channel_share_cents),
  channel_share_minor_units: (line) => line.channel_share_cents,
};

function decimal({ currency }: Shown, cents: number | null): Cell {
  return cents === null ? null : { decimal: toDecimal(minor(cents), currency) };
}
