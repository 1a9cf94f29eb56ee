import { firstPage, OperatorPageQuery } from '../../../../wire/shapes.ts';
import type { Ctx } from '../../context.ts';
import { created, ok, type Route, route } from '../../http/route.ts';
import { inviteUser } from './invite-user.ts';
import type { ShownUser } from './queries.ts';
import { readUsers } from './read-users.ts';
import { removeUser } from './remove-user.ts';
import { signIn } from './sign-in.ts';

export function dashboardRoutes(ctx: Ctx): Route[] {
  return [
    route('operator.merchants.dashboard_user', async ({ params, body }) =>
      created(await inviteUser(ctx, { ...params, ...body })),
    ),
    route('operator.merchants.dashboard_users', async ({ params, query }) => {
      const page = { ...firstPage(OperatorPageQuery), ...query };
      const found = await readUsers(ctx, { merchant_id: params.merchant_id, ...page });
      return ok({ items: found.items.map(userView), total: found.total, ...page });
    }),
    route('operator.merchants.remove_dashboard_user', async ({ params }) => {
      const [merchant_id, user_id] = [params.merchant_id.toLowerCase(), params.user_id.toLowerCase()];
      return ok(userView(await removeUser(ctx, { merchant_id, user_id })));
    }),
    route('dashboard.login', async ({ body, address }) => {
      const { access_token, expires_at } = await signIn(ctx, { ...body, address });
      return ok({ access_token, expires_at: expires_at.toISOString() });
    }),
  ];
}

function userView({ id, email, permissions, password_hash, created_at }: ShownUser) {
  const status = password_hash === null ? ('invited' as const) : ('active' as const);
  return { id, email, permissions, status, created_at: created_at.toISOString() };
}
