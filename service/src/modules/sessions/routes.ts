import {
  ClientToken,
  CreatedSession,
  NewSession,
  PublicSession,
  SessionPath,
} from '../../../../wire/session.ts';
import type { Ctx } from '../../context.ts';
import { readIdempotencyKey } from '../../http/idempotency.ts';
import { merchantRoute, ok, publicRoute, type Route } from '../../http/route.ts';
import { Refusal } from '../../refusals.ts';
import { createSession } from './create-session.ts';
import { mintClientToken } from './mint-client-token.ts';
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
    merchantRoute(
      'sessions.create',
      {
        summary: 'Create a checkout session',
        takes_idempotency_key: true,
        refusals: ['currency_not_settled'],
        body: NewSession,
        responses: { 201: CreatedSession },
      },
      async ({ scope, body, headers }) => {
        const idempotency_key = readIdempotencyKey(headers);
        // The answer is text already: the same bytes that are kept for a repeated call.
        return {
          status: 201,
          body: await createSession(ctx, scope, { body, idempotency_key }),
          headers: JSON_TYPE,
        };
      },
    ),
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
