import type { Ctx } from '../../context.ts';
import { AS_JSON, ok, readingRoute, type Route, route } from '../../http/route.ts';
import { Refusal } from '../../refusals.ts';
import { orThrow } from '../../refused.ts';
import { mintClientToken } from './mint-client-token.ts';
import { newSessionRoute } from './new-session-routes.ts';
import { publicSessions, type PublicSessionRow } from './read-public.ts';
import { publicView } from './view.ts';

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
    readingRoute(
      'sessions.read',
      ({ checkout_session_id }) => readSession(checkout_session_id),
      (session) => {
        if (!session) throw new Refusal('session_not_found');
        return { status: 200, body: answerOf(session), headers: AS_JSON };
      },
    ),
    route('sessions.client_token', async ({ params }) => {
      const { client_token } = orThrow(await mintClientToken(ctx, params.checkout_session_id));
      return ok({ client_token });
    }),
  ];
}
