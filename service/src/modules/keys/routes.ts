import { Type } from 'typebox';
import { CreatedKey, Key, NewKey } from '../../../../wire/key.ts';
import { closed, Uuid } from '../../../../wire/shapes.ts';
import type { Ctx } from '../../context.ts';
import { channelRoute, created, ok, type Route } from '../../http/route.ts';
import { createKey, keyView, revealKey } from './create-key.ts';
import { listKeys } from './queries.ts';
import { revokeKey } from './revoke-key.ts';

const KeyPath = Type.Object({ key_id: Uuid }, closed);

export function keyRoutes(ctx: Ctx): Route[] {
  return [
    channelRoute(
      'keys.list',
      { summary: 'List API keys', responses: { 200: Type.Array(Key) } },
      async ({ scope }) => {
        const keys = await listKeys(ctx.db, scope.channel_id);
        return ok(keys.map((key) => keyView(ctx, key)));
      },
    ),
    channelRoute(
      'keys.create',
      {
        summary: 'Mint an API key',
        refusals: ['too_many_keys'],
        body: NewKey,
        responses: { 201: CreatedKey },
      },
      async ({ scope, body }) => {
        const actor = `key:${scope.key_id}`;
        return created(
          revealKey(ctx, await createKey(ctx, { channel_id: scope.channel_id, actor, name: body.name })),
        );
      },
    ),
    channelRoute(
      'keys.revoke',
      { summary: 'Revoke an API key', refusals: ['key_not_found'], params: KeyPath, responses: { 200: Key } },
      async ({ scope, params }) => {
        const actor = `key:${scope.key_id}`;
        const key = await revokeKey(ctx, {
          channel_id: scope.channel_id,
          actor,
          key_id: params.key_id.toLowerCase(),
        });
        return ok(keyView(ctx, key));
      },
    ),
  ];
}
