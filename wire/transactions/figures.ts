import { Type } from 'typebox';
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
