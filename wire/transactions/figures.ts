import { Type } from 'typebox';
import type { Notes } from '../notes.ts';
import { closed, nullable } from '../shapes.ts';

const money = Type.Number();
const count = Type.Integer();
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'A day in UTC.' });

const totals = {
  total_revenue: money,
  avg_order_value: money,
  platform_fees: money,
  total_fees: money,
  total_refunded: money,
  transaction_count: count,
  captured_count: count,
  refunded_count: count,
  disputed_count: count,
};

/** The figures of one currency beside the main one. */
export const CurrencyTotals = Type.Object({ currency: Type.String(), ...totals }, closed);

export const HistoryFilter = Type.Object(
  {
    provider: Type.String(),
    methods: nullable(Type.Array(Type.String())),
    backfill_pending: Type.Boolean(),
    retained_methods: Type.Array(Type.String()),
  },
  closed,
);

export const TransactionStats = Type.Object(
  {
    ...totals,
    currency: Type.String(),
    by_currency: Type.Array(CurrencyTotals),
    history_filter: Type.Optional(nullable(HistoryFilter)),
  },
  closed,
);

const taken = { revenue: money, platform_fees: money, captured_count: count };

export const CurrencyRevenue = Type.Object({ currency: Type.String(), ...taken }, closed);

/** What was captured on a day, the main currency first. */
export const DailyRevenue = Type.Object(
  { date: Day, currency: Type.String(), ...taken, by_currency: Type.Array(CurrencyRevenue) },
  closed,
);

export const DailyRevenueQuery = Type.Object(
  { days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, default: 30 })) },
  closed,
);

/** Something to narrow the list by, and how many transactions that leaves. */
export const FilterOption = Type.Object({ value: Type.String(), label: Type.String(), count }, closed);

export const FilterOptions = Type.Object(
  { payment_methods: Type.Array(FilterOption), processors: Type.Array(FilterOption) },
  closed,
);

/** What fields mean. */
export const NOTES = {
  'TransactionStats.currency': 'What all amounts beside it are in.',
  'TransactionStats.total_revenue': 'What was captured, refunds not taken off.',
  'TransactionStats.avg_order_value': 'Of what was captured, half up.',
  'TransactionStats.platform_fees': 'Accrued on what was captured; what refunds gave back is not taken off.',
  'TransactionStats.total_fees': 'Those of the platform and, as far as they are known, of the provider.',
  'TransactionStats.captured_count': 'Those whose money was taken, also where it was returned since.',
  'TransactionStats.refunded_count': 'Those of which something was returned.',
  'TransactionStats.disputed_count': 'Those that were disputed or taken back by the provider.',
  'TransactionStats.by_currency': 'The other currencies; no two are ever added.',
  'TransactionStats.history_filter': 'Left out where the rail keeps the whole history.',
  'DailyRevenue.revenue': 'What was captured on the day, refunds not taken off.',
  'DailyRevenue.by_currency': 'What was captured in other currencies.',
  'FilterOption.value': 'What the filter takes.',
  'FilterOption.label': 'For people.',
  'FilterOption.count': 'How many transactions have it.',
  'TransactionStats.transaction_count': 'All of them, whatever their state.',
  'TransactionStats.total_refunded': 'What was given back or taken back.',
  'DailyRevenue.platform_fees': 'Accrued on what was captured on the day.',
  'DailyRevenue.captured_count': 'How many were captured on the day.',
  'HistoryFilter.methods': 'The ways to pay that the rail keeps; null for all.',
  'HistoryFilter.backfill_pending': 'Older ones are still being read from the provider.',
  'HistoryFilter.retained_methods': 'Those that are kept although the rail keeps them no more.',
  'FilterOptions.payment_methods': 'The ways to pay that there are transactions of.',
  'FilterOptions.processors': 'The processors that there are transactions of.',
} as const satisfies Notes;
