import type { Ctx } from '../../context.ts';
import { created, ok, type Route, route } from '../../http/route.ts';
import { actorOf } from '../../scope.ts';
import { createKey, keyView, revealKey } from './create-key.ts';
import { listKeys } from './queries.ts';
import { revokeKey } from './revoke-key.ts';

export function keyRoutes(ctx: Ctx): Route[] {
  return [
    route('keys.list', async ({ scope }) => {
      const keys = await listKeys(ctx.db, scope.channel_id);
      return ok(keys.map((key) => keyView(key)));
    }),
    route('keys.create', async ({ scope, body }) => {
      const actor = actorOf(scope);
      return created(
        revealKey(await createKey(ctx, { channel_id: scope.channel_id, actor, name: body.name })),
      );
    }),
    route('keys.revoke', async ({ scope, params }) => {
      const actor = actorOf(scope);
      const key = await revokeKey(ctx, {
        channel_id: scope.channel_id,
        actor,
        key_id: params.key_id.toLowerCase(),
      });
      return ok(keyView(key));
    }),
  ];
}
