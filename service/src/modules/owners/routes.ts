import type { Ctx } from '../../context.ts';
import { created, ok, type Route, route } from '../../http/route.ts';
import { withValueAt } from '../../http/values.ts';
import { inviteNewChannel, type IssuedInvitation, replaceInvitation } from './invite.ts';
import { personRoutes } from './person-routes.ts';
import { redeemInvitation } from './redeem.ts';

export function ownerRoutes(ctx: Ctx): Route[] {
  return [
    ...personRoutes(ctx),
    route('operator.channels.create', async ({ body }) => {
      const { channel, invitation } = await inviteNewChannel(ctx, body);
      const { id, name, active } = channel;
      return created({ channel_id: id, name, active, ...invitationView(invitation) });
    }),
    route('operator.channels.invite', async ({ params }) =>
      created(invitationView(await replaceInvitation(ctx, params.channel_id))),
    ),
    route('activation.redeem', async ({ params, body }) => {
      const redeemed = await withValueAt(['body', 'password'], () =>
        redeemInvitation(ctx, { token: params.token, password: body.password }),
      );
      if (redeemed.kind === 'dashboard') {
        return ok({ email: redeemed.email, merchant_id: redeemed.merchant_id });
      }
      const { key, channel_id } = redeemed;
      const recoverable_until = redeemed.recoverable_until.toISOString();
      return ok({ key, base_url: ctx.config.base_url, channel_id, recoverable_until });
    }),
  ];
}

function invitationView(invitation: IssuedInvitation) {
  return { ...invitation, activation_expires_at: invitation.activation_expires_at.toISOString() };
}
