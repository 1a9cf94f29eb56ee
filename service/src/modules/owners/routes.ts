import { Type } from 'typebox';
import { DashboardActivated } from '../../../../wire/dashboard.ts';
import { Invitation, InvitedChannel, NewChannel } from '../../../../wire/operator.ts';
import { Activation, Activated } from '../../../../wire/owner.ts';
import { closed, Uuid } from '../../../../wire/shapes.ts';
import type { Ctx } from '../../context.ts';
import { created, ok, operatorRoute, publicRoute, type Route } from '../../http/route.ts';
import { inviteNewChannel, type IssuedInvitation, replaceInvitation } from './invite.ts';
import { personRoutes } from './person-routes.ts';
import { redeemInvitation } from './redeem.ts';

const ChannelPath = Type.Object({ channel_id: Uuid }, closed);
const TokenPath = Type.Object({ token: Type.String({ pattern: '^[A-Za-z0-9_-]{1,200}$' }) }, closed);

export function ownerRoutes(ctx: Ctx): Route[] {
  return [
    ...personRoutes(ctx),
    operatorRoute(
      'operator.channels.create',
      {
        summary: 'Create a channel and invite its owner',
        body: NewChannel,
        responses: { 201: InvitedChannel },
      },
      async ({ body }) => {
        const { channel, invitation } = await inviteNewChannel(ctx, body);
        const { id, name, active } = channel;
        return created({ channel_id: id, name, active, ...invitationView(invitation) });
      },
    ),
    operatorRoute(
      'operator.channels.invite',
      {
        summary: 'Issue a replacement invitation',
        refusals: ['channel_not_found'],
        params: ChannelPath,
        responses: { 201: Invitation },
      },
      async ({ params }) => created(invitationView(await replaceInvitation(ctx, params.channel_id))),
    ),
    publicRoute(
      'activation.redeem',
      {
        summary: 'Redeem an activation link',
        refusals: ['activation_not_found', 'activation_gone', 'password_wrong', 'too_many_keys'],
        params: TokenPath,
        body: Activation,
        responses: { 200: Type.Union([Activated, DashboardActivated]) },
      },
      async ({ params, body }) => {
        const redeemed = await redeemInvitation(ctx, { token: params.token, password: body.password });
        if (redeemed.kind === 'dashboard') {
          return ok({ email: redeemed.email, merchant_id: redeemed.merchant_id });
        }
        const { key, channel_id } = redeemed;
        const recoverable_until = redeemed.recoverable_until.toISOString();
        return ok({ key, base_url: ctx.config.base_url, channel_id, recoverable_until });
      },
    ),
  ];
}

function invitationView(invitation: IssuedInvitation) {
  return { ...invitation, activation_expires_at: invitation.activation_expires_at.toISOString() };
}
