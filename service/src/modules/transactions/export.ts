import type { Db } from '../../db/tx.ts';
import { type Cell, csvLine } from '../../lib/csv.ts';
import { minor, toDecimal } from '../../lib/money.ts';
import type { TransactionRow } from '../payments/index.ts';
import type { TransactionFilter } from './filter.ts';
import { followingReader } from './following.ts';

const ROWS_PER_PIECE = 1_000;

/** All transactions that match, newest first, as the pieces of a CSV: times in UTC, amounts as decimals and in minor units.
 *  No more than one piece is held at a time. */
export async function* exportTransactions(db: Db, filter: TransactionFilter): AsyncGenerator<string, void> {
  const readAfter = await followingReader(db, filter, ROWS_PER_PIECE);
  let rows = await readAfter(null);
  yield csvLine(Object.keys(COLUMNS)) + rows.map(lineOf).join('');
  while (rows.length === ROWS_PER_PIECE) {
    rows = await readAfter(rows.at(-1)!.id);
    if (rows.length > 0) yield rows.map(lineOf).join('');
  }
}

function lineOf(row: TransactionRow): string {
  return csvLine(Object.values(COLUMNS).map((cellOf) => cellOf(row)));
}

const COLUMNS: Readonly<Record<string, (row: TransactionRow) => Cell>> = {
  id: (row) => row.id,
  created_at: (row) => row.created_at.toISOString(),
  captured_at: (row) => instant(row.captured_at),
  refunded_at: (row) => instant(row.refunded_at),
  time_zone: () => 'UTC',
  status: (row) => row.status,
  payment_method: (row) => row.payment_method,
  processor: (row) => row.processor,
  currency: (row) => row.currency,
  amount: (row) => decimal(row, row.amount_cents),
  amount_minor_units: (row) => row.amount_cents,
  platform_fee: (row) => decimal(row, row.platform_fee_cents),
  platform_fee_minor_units: (row) => row.platform_fee_cents,
  provider_fee: (row) => decimal(row, row.provider_fee_cents),
  provider_fee_minor_units: (row) => row.provider_fee_cents,
  net_amount: (row) => decimal(row, row.net_amount_cents),
  net_amount_minor_units: (row) => row.net_amount_cents,
  refunded_amount: (row) => decimal(row, row.refunded_amount_cents),
  refunded_amount_minor_units: (row) => row.refunded_amount_cents,
  refunded_platform_fee: (row) => decimal(row, row.refunded_platform_fee_cents),
  refunded_platform_fee_minor_units: (row) => row.refunded_platform_fee_cents,
  buyer_email: (row) => row.buyer_email,
  description: (row) => row.description,
  external_order_id: (row) => row.external_order_id,
  checkout_session_id: (row) => row.checkout_session_id,
  provider: (row) => row.provider,
  provider_order_id: (row) => row.provider_order_id,
  provider_capture_id: (row) => row.provider_capture_id,
  failure_code: (row) => row.failure_code,
  failure_message: (row) => row.failure_message,
};

function instant(at: Date | null): Cell {
  return at?.toISOString() ?? null;
}

// With all of the currency's digits, so that a column is aligned; a net amount may be below zero.
function decimal({ currency }: TransactionRow, cents: number | null): Cell {
  return cents === null ? null : { decimal: toDecimal(minor(cents), currency) };
}
