import { firstPage, OperatorPageQuery } from '../../../../wire/shapes.ts';
import type { Ctx } from '../../context.ts';
import { ok, type Route, route } from '../../http/route.ts';
import { listAudit } from './trail.ts';

export function auditRoutes(ctx: Ctx): Route[] {
  return [
    route('operator.audit.list', async ({ query }) => {
      const { limit, offset } = { ...firstPage(OperatorPageQuery), ...query };
      const found = await listAudit(ctx.db, { limit, offset });
      const items = found.items.map((entry) => ({ ...entry, created_at: entry.created_at.toISOString() }));
      return ok({ items, total: found.total, limit, offset });
    }),
  ];
}
