import { Type } from 'typebox';
import {
  DashboardInvitation,
  DashboardLogin,
  DashboardToken,
  NewDashboardUser,
} from '../../../../wire/dashboard.ts';
import { closed, Uuid } from '../../../../wire/shapes.ts';
import type { Ctx } from '../../context.ts';
import { created, ok, operatorRoute, publicRoute, type Route } from '../../http/route.ts';
import { inviteUser } from './invite-user.ts';
import { signIn } from './sign-in.ts';

const MerchantPath = Type.Object({ merchant_id: Uuid }, closed);

export function dashboardRoutes(ctx: Ctx): Route[] {
  return [
    operatorRoute(
      'operator.merchants.dashboard_user',
      {
        summary: "Invite a user to a merchant's dashboard, or change the user's permissions",
        params: MerchantPath,
        body: NewDashboardUser,
        refusals: ['merchant_not_found', 'dashboard_email_taken'],
        responses: { 201: DashboardInvitation },
      },
      async ({ params, body }) => created(await inviteUser(ctx, { ...params, ...body })),
    ),
    publicRoute(
      'dashboard.login',
      {
        summary: 'Sign in to the dashboard',
        body: DashboardLogin,
        refusals: ['sign_in_failed'],
        responses: { 200: DashboardToken },
      },
      async ({ body, address }) => {
        const { access_token, expires_at } = await signIn(ctx, { ...body, address });
        return ok({ access_token, expires_at: expires_at.toISOString() });
      },
    ),
  ];
}
