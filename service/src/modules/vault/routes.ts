import { firstPage } from '../../../../wire/shapes.ts';
import { VaultTokensQuery } from '../../../../wire/vault/schemas.ts';
import type { Ctx } from '../../context.ts';
import { ok, type Route, route } from '../../http/route.ts';
import { listTokens } from './queries.ts';
import { tokenView } from './view.ts';

const PAGE = firstPage(VaultTokensQuery);

export function vaultRoutes(ctx: Ctx): Route[] {
  return [
    route('vault.tokens', async ({ scope, query }) => {
      const { merchant_id } = scope;
      const { code: onboarding } = ctx.rails.onboarding();
      const tokens = await listTokens(ctx.db, { ...PAGE, ...query, merchant_id, onboarding });
      return ok(tokens.map(tokenView));
    }),
  ];
}
