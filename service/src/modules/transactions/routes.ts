import { defaultOf, firstPage } from '../../../../wire/shapes.ts';
import { DailyRevenueQuery } from '../../../../wire/transactions/figures.ts';
import { TransactionQuery } from '../../../../wire/transactions/schemas.ts';
import type { Ctx } from '../../context.ts';
import { prefersCsv } from '../../http/accepts.ts';
import { AS_CSV, ok, type Route, route } from '../../http/route.ts';
import { streamed } from '../../http/streamed.ts';
import { endOf, startOf } from '../../lib/filter-dates.ts';
import { Refusal } from '../../refusals.ts';
import { transactionView } from '../payments/index.ts';
import { refundsOf, refundView } from '../returns/index.ts';
import { readDailyRevenue } from './daily-revenue.ts';
import { exportTransactions } from './export.ts';
import { readFilterOptions } from './filter-options.ts';
import { readProviderDetail } from './provider-detail.ts';
import { listTransactions, readTransaction } from './queries.ts';
import { readStats } from './stats.ts';

const PAGE = firstPage(TransactionQuery);
const REVENUE_DAYS = defaultOf(DailyRevenueQuery.properties.days);
const CSV_HEADERS = {
  ...AS_CSV,
  'content-disposition': 'attachment; filename="transactions.csv"',
};

export function transactionRoutes(ctx: Ctx): Route[] {
  return [
    route('transactions.list', async ({ scope, query, headers }) => {
      const { from_date, to_date, limit = PAGE.limit, offset = PAGE.offset, ...kinds } = query;
      const span = { from: startOf(from_date), to: endOf(to_date) };
      const filter = { merchant_id: scope.merchant_id, ...kinds, ...span };
      if (prefersCsv(headers['accept'])) {
        const table = await streamed('transactions.export', exportTransactions(ctx.db, filter));
        return { status: 200, body: table, headers: CSV_HEADERS };
      }
      const { items, total } = await listTransactions(ctx.db, filter, { limit, offset });
      return ok({ items: items.map(transactionView), total, limit, offset });
    }),
    route('transactions.stats', async ({ scope }) => ok(await readStats(ctx, scope))),
    route('transactions.daily_revenue', async ({ scope, query: { days = REVENUE_DAYS } }) =>
      ok(await readDailyRevenue(ctx, { ...scope, days })),
    ),
    route('transactions.filter_options', async ({ scope }) =>
      ok(await readFilterOptions(ctx, scope.merchant_id)),
    ),
    route('transactions.read', async ({ scope, params }) => {
      const { transaction_id } = params;
      const transaction = await readTransaction(ctx.db, { merchant_id: scope.merchant_id, transaction_id });
      if (!transaction) throw new Refusal('transaction_not_found');
      const refunds = await refundsOf(ctx.db, transaction.id);
      return ok({ ...transactionView(transaction), refunds: refunds.map(refundView) });
    }),
    route('transactions.provider_detail', async ({ scope, params }) => {
      const { merchant_id } = scope;
      return ok(await readProviderDetail(ctx, { merchant_id, ...params }));
    }),
  ];
}
