import { ClientToken, PublicSession, SessionPath } from '../../../../wire/session.ts';
import type { Ctx } from '../../context.ts';
import { ok, publicRoute, type Route } from '../../http/route.ts';
import { Refusal } from '../../refusals.ts';
import { mintClientToken } from './mint-client-token.ts';
import { newSessionRoute } from './new-session-routes.ts';
import { publicSessions, type PublicSessionRow } from './read-public.ts';
import { publicView } from './view.ts';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

// Readers who share a row of one statement share its text.
function publicAnswers(ctx: Ctx): (session: PublicSessionRow) => string {
  const texts = new WeakMap<PublicSessionRow, string>();
  return (session) => {
    const text = texts.get(session) ?? JSON.stringify(publicView(ctx, session));
    texts.set(session, text);
    return text;
  };
}

export function sessionRoutes(ctx: Ctx): Route[] {
  const readSession = publicSessions(ctx.db);
  const answerOf = publicAnswers(ctx);
  return [
    newSessionRoute(ctx),
    publicRoute(
      'sessions.read',
      {
        summary: 'Read the buyer-safe view of a session',
        refusals: ['session_not_found'],
        params: SessionPath,
        responses: { 200: PublicSession },
      },
      async ({ params }) => {
        const session = await readSession(params.checkout_session_id);
        if (!session) throw new Refusal('session_not_found');
        return { status: 200, body: answerOf(session), headers: JSON_TYPE };
      },
    ),
    publicRoute(
      'sessions.client_token',
      {
        summary: "Mint a token for the provider's script",
        refusals: [
          'session_not_found',
          'session_completed',
          'session_capturing',
          'session_expired',
          'session_other_rail',
          'wallet_not_connected',
          'rail_not_configured',
          'provider_unavailable',
        ],
        params: SessionPath,
        responses: { 200: ClientToken },
      },
      async ({ params }) => ok(await mintClientToken(ctx, params.checkout_session_id)),
    ),
  ];
}
