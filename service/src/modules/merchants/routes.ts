import { MerchantQuery } from '../../../../wire/merchants/schemas.ts';
import { firstPage, OperatorPageQuery } from '../../../../wire/shapes.ts';
import type { Ctx } from '../../context.ts';
import { created, ok, type Route, route } from '../../http/route.ts';
import { orThrow } from '../../refused.ts';
import { actorOf } from '../../scope.ts';
import { createMerchant, foldEmail } from './create-merchant.ts';
import { findMerchant, listMerchants } from './queries.ts';
import { listedView, operatorMerchantView } from './view.ts';

const PAGE = firstPage(MerchantQuery);
const OPERATOR_PAGE = firstPage(OperatorPageQuery);

export function merchantRoutes(ctx: Ctx): Route[] {
  return [...channelMerchantRoutes(ctx), ...operatorMerchantRoutes(ctx)];
}

function channelMerchantRoutes(ctx: Ctx): Route[] {
  return [
    route('merchants.list', async ({ scope, query }) => {
      const { limit, offset } = { ...PAGE, ...query };
      const { total, merchants } = await listMerchants(ctx.db, {
        channel_id: scope.channel_id,
        onboarding_status: query.onboarding_status,
        search: query.search,
        email_folded: query.email === undefined ? undefined : foldEmail(query.email),
        limit,
        offset,
      });
      return ok({ total, limit, offset, merchants: merchants.map(listedView) });
    }),
    route('merchants.create', async ({ scope, body }) => {
      const owner = { channel_id: scope.channel_id, actor: actorOf(scope) };
      const { merchant } = orThrow(await createMerchant(ctx, { ...body, ...owner }));
      return created({
        merchant_id: merchant.id,
        business_name: merchant.business_name,
        email: merchant.email,
        channel_id: scope.channel_id,
        country_code: merchant.country_code,
        onboarding_status: 'pending',
        created_at: merchant.created_at.toISOString(),
      });
    }),
  ];
}

function operatorMerchantRoutes(ctx: Ctx): Route[] {
  return [
    route('operator.merchants.create', async ({ body }) => {
      const asked = { ...body, channel_id: null, actor: 'operator' };
      const made = orThrow(await createMerchant(ctx, asked)).merchant;
      const merchant = (await findMerchant(ctx.db, made.id))!;
      const state = { onboarding_status: 'pending', wallet_connection_status: 'not_linked' };
      return created(operatorMerchantView({ ...merchant, ...state }));
    }),
    route('operator.merchants.list', async ({ query }) => {
      const { limit, offset } = { ...OPERATOR_PAGE, ...query };
      const { total, merchants } = await listMerchants(ctx.db, { channel_id: null, limit, offset });
      return ok({ items: merchants.map(operatorMerchantView), total, limit, offset });
    }),
  ];
}
