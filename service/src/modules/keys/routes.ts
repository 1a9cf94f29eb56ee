import { firstPage, OperatorPageQuery } from '../../../../wire/shapes.ts';
import type { Ctx } from '../../context.ts';
import { created, ok, type Route, route } from '../../http/route.ts';
import { actorOf } from '../../scope.ts';
import { createKey, keyView, revealKey } from './create-key.ts';
import { listKeys } from './queries.ts';
import { readMerchantKeys } from './read-merchant-keys.ts';
import { revokeKey } from './revoke-key.ts';

export function keyRoutes(ctx: Ctx): Route[] {
  return [
    route('keys.list', async ({ scope }) => {
      const keys = await listKeys(ctx.db, scope.channel_id);
      return ok(keys.map((key) => keyView(key)));
    }),
    route('keys.create', async ({ scope, body }) => {
      const owner = { channel_id: scope.channel_id };
      return created(revealKey(await createKey(ctx, { owner, actor: actorOf(scope), name: body.name })));
    }),
    route('keys.revoke', async ({ scope, params }) => {
      const owner = { channel_id: scope.channel_id };
      const key_id = params.key_id.toLowerCase();
      return ok(keyView(await revokeKey(ctx, { owner, actor: actorOf(scope), key_id })));
    }),
    ...operatorKeyRoutes(ctx),
  ];
}

function operatorKeyRoutes(ctx: Ctx): Route[] {
  const actor = 'operator';
  return [
    route('operator.merchants.keys', async ({ params, query }) => {
      const { limit, offset } = { ...firstPage(OperatorPageQuery), ...query };
      const found = await readMerchantKeys(ctx, { merchant_id: params.merchant_id, limit, offset });
      return ok({ items: found.items.map((key) => keyView(key)), total: found.total, limit, offset });
    }),
    route('operator.merchants.key', async ({ params, body }) => {
      const owner = { merchant_id: params.merchant_id.toLowerCase() };
      return created(revealKey(await createKey(ctx, { owner, actor, name: body.name })));
    }),
    route('operator.merchants.revoke_key', async ({ params }) => {
      const owner = { merchant_id: params.merchant_id.toLowerCase() };
      return ok(keyView(await revokeKey(ctx, { owner, actor, key_id: params.key_id.toLowerCase() })));
    }),
  ];
}
