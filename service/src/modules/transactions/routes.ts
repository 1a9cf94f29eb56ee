import type { Ctx } from '../../context.ts';
import { ok, type Route, route } from '../../http/route.ts';
import { endOf, startOf } from '../../lib/dates.ts';
import { Refusal } from '../../refusals.ts';
import { transactionView } from '../payments/index.ts';
import { refundsOf, refundView } from '../refunds/index.ts';
import { listTransactions, readTransaction } from './queries.ts';

const PAGE = { limit: 20, offset: 0 };

export function transactionRoutes(ctx: Ctx): Route[] {
  return [
    route('transactions.list', async ({ scope, query }) => {
      const { from_date, to_date, ...filter } = query;
      const { limit, offset } = { ...PAGE, ...query };
      const dates = { from: startOf(from_date), to: endOf(to_date) };
      const { merchant_id } = scope;
      const { items, total } = await listTransactions(ctx.db, {
        ...filter,
        ...dates,
        merchant_id,
        limit,
        offset,
      });
      return ok({ items: items.map(transactionView), total, limit, offset });
    }),
    route('transactions.read', async ({ scope, params }) => {
      const { transaction_id } = params;
      const transaction = await readTransaction(ctx.db, { merchant_id: scope.merchant_id, transaction_id });
      if (!transaction) throw new Refusal('transaction_not_found');
      const refunds = await refundsOf(ctx.db, transaction.id);
      return ok({ ...transactionView(transaction), refunds: refunds.map(refundView) });
    }),
  ];
}
