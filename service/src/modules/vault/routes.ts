import { VaultTokens, VaultTokensQuery } from '../../../../wire/vault.ts';
import type { Ctx } from '../../context.ts';
import { merchantRoute, ok, type Route } from '../../http/route.ts';
import { listTokens } from './queries.ts';
import { tokenView } from './view.ts';

const PAGE = { limit: 100, offset: 0 };

export function vaultRoutes(ctx: Ctx): Route[] {
  return [
    merchantRoute(
      'vault.tokens',
      { summary: 'List saved instruments', query: VaultTokensQuery, responses: { 200: VaultTokens } },
      async ({ scope, query }) => {
        const { merchant_id } = scope;
        const tokens = await listTokens(ctx.db, { ...PAGE, ...query, merchant_id });
        return ok(tokens.map(tokenView));
      },
    ),
  ];
}
