import type { Ctx } from '../../context.ts';
import { ok, type Route, route } from '../../http/route.ts';
import { orThrow } from '../../refused.ts';
import type { DoubtKind } from '../doubt/index.ts';
import { lookUp } from './look-up.ts';

export function lookupRoutes(ctx: Ctx, doubts: readonly DoubtKind[]): Route[] {
  return [
    route('operator.lookup.read', async ({ query }) => {
      const { id } = query;
      const merchant_id = query.merchant_id?.toLowerCase();
      return ok(orThrow(await lookUp(ctx, doubts, { id, merchant_id })).answer);
    }),
  ];
}
