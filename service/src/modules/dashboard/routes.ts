import type { Ctx } from '../../context.ts';
import { created, ok, type Route, route } from '../../http/route.ts';
import { inviteUser } from './invite-user.ts';
import { signIn } from './sign-in.ts';

export function dashboardRoutes(ctx: Ctx): Route[] {
  return [
    route('operator.merchants.dashboard_user', async ({ params, body }) =>
      created(await inviteUser(ctx, { ...params, ...body })),
    ),
    route('dashboard.login', async ({ body, address }) => {
      const { access_token, expires_at } = await signIn(ctx, { ...body, address });
      return ok({ access_token, expires_at: expires_at.toISOString() });
    }),
  ];
}
