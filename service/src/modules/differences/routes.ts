import { DifferenceQuery } from '../../../../wire/reconciliation/schemas.ts';
import { firstPage } from '../../../../wire/shapes.ts';
import type { Ctx } from '../../context.ts';
import { ok, type Route, route } from '../../http/route.ts';
import { listDifferences } from './queries.ts';
import { settleDifference } from './settle-difference.ts';
import { differenceView } from './view.ts';

const PAGE = firstPage(DifferenceQuery);

export function differenceRoutes(ctx: Ctx): Route[] {
  return [
    route('operator.reconciliation.differences', async ({ query }) => {
      const { limit, offset, ...filter } = { ...PAGE, ...query };
      const { items, total } = await listDifferences(ctx.db, filter, { limit, offset });
      return ok({ items: items.map(differenceView), total, limit, offset });
    }),
    route('operator.reconciliation.settle', async ({ params, body }) =>
      ok(differenceView(await settleDifference(ctx, { ...params, ...body }))),
    ),
  ];
}
