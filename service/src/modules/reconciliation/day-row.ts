import type { RowOf } from '../../db/tx.ts';

/** The columns of a day but the day itself, which is read as `YYYY-MM-DD`. */
export const DAY_COLUMNS = [
  'id',
  'provider',
  'provider_account',
  'rail_account_id',
  'merchant_id',
  'phase',
  'read_until',
  'span_seconds',
  'page',
  // What the page before gave to go on by; of the page that is due alone, and of none that is the first.
  'page_mark',
  'behind',
  'begun_at',
  'refreshed_at',
  'looks',
  'entries',
  'is_whole',
  'is_daily',
  'failures',
  // What stood in the way when it was tried last.
  'problem',
] as const;

/** A day of an account, and how far it is compared. */
export type DayRow = RowOf<'reconciliation_days', (typeof DAY_COLUMNS)[number] | 'day'>;
