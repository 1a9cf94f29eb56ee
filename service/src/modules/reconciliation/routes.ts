import { ReconciledDayQuery } from '../../../../wire/reconciliation/schemas.ts';
import { firstPage } from '../../../../wire/shapes.ts';
import type { Ctx } from '../../context.ts';
import { ok, type Route, route } from '../../http/route.ts';
import { askForDays } from './ask-for-days.ts';
import { listDays, type ListedDay } from './list-days.ts';

const PAGE = firstPage(ReconciledDayQuery);

export function reconciliationRoutes(ctx: Ctx): Route[] {
  return [
    route('operator.reconciliation.ask', async ({ body }) => {
      const { from, to = from, merchant_id = null } = body;
      return ok({ days: await askForDays(ctx, { from, to, merchant_id }) });
    }),
    route('operator.reconciliation.days', async ({ query }) => {
      const { limit, offset, ...filter } = { ...PAGE, ...query };
      const { items, total } = await listDays(ctx.db, filter, { limit, offset });
      return ok({ items: items.map(dayView), total, limit, offset });
    }),
  ];
}

function dayView({ id: _id, looked_at, due_at, ...day }: ListedDay) {
  return { ...day, looked_at: looked_at?.toISOString() ?? null, due_at: due_at?.toISOString() ?? null };
}
