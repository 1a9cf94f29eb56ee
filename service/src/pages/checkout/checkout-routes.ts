import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSessionId } from '../../lib/ids.ts';
import { kitOf, publicView, readPublicSession } from '../../modules/sessions/index.ts';
import { Refusal } from '../../refusals.ts';
import type { Assets } from '../shell/assets.ts';
import { checkoutPage } from './checkout-page.ts';
import { chooseLocale, type Locale } from '../locales/choose.ts';
import { type SessionView, stateOf } from '../state/page-state.ts';
import type { Pages } from '../shell/pages.ts';
import { payableBy } from './payable.ts';
import { payLaterLine, withMessages } from './pay-later.ts';
import { captureByForm, payByForm, WRONG_EMAIL } from './pay-form.ts';
import { newNonce, pageHeaders } from '../shell/security.ts';
import { themeOf } from '../shell/theme.ts';
import { orderOf, wayOn } from './way-on.ts';

/** The payment page in a frame of a channel's own page. */
export const EMBED = '/embed/:id';

type Site = Omit<Pages, 'send'> & { assets: Assets };
type OfSession = { Params: { id: string }; Querystring: Record<string, unknown> };
type OfOrder = { Params: { id: string; order: string } };

/** The payment page, alone and in a frame, and its forms for browsers without scripting. */
export function serveCheckout(pages: FastifyInstance, site: Site): void {
  const { ctx, paths } = site;
  pages.get<OfSession>('/checkout/:id', (request, reply) => sendCheckout(site, request, reply, 'hosted'));
  pages.get<OfSession>('/checkout/:id/return', (request, reply) =>
    sendCheckout(site, request, reply, 'returned'),
  );
  pages.get<OfSession>(EMBED, (request, reply) => sendCheckout(site, request, reply, 'embedded'));
  pages.post<OfSession & { Body: string | null }>('/checkout/:id/pay', async (request, reply) => {
    await site.admit(request, 'buyer.order');
    const { origin } = request.headers;
    const buyer_email = new URLSearchParams(request.body ?? '').get('buyer_email')?.trim() ?? null;
    const posted = { session_id: sessionIdOf(request.params.id), origin, buyer_email };
    return reply.redirect(await payByForm(ctx, paths, { ...posted, locale: localeOf(request) }), 303);
  });
  pages.post<OfOrder>('/checkout/:id/orders/:order/capture', async (request, reply) => {
    await site.admit(request, 'buyer.capture');
    const { id, order } = request.params;
    const { origin } = request.headers;
    const posted = { session_id: sessionIdOf(id), order_id: order, origin, locale: localeOf(request) };
    return reply.redirect(await captureByForm(ctx, paths, posted), 303);
  });
  // A browser that is opened again asks for the address of a form whose answer it showed.
  for (const form of ['/checkout/:id/pay', '/checkout/:id/orders/:order/capture']) {
    pages.get(form, (request, reply) => {
      const way = wayOn(request, paths, localeOf(request));
      if (way === null) throw new Refusal('session_not_found');
      return reply.redirect(way, 303);
    });
  }
}

async function sendCheckout(
  site: Site,
  request: FastifyRequest<OfSession>,
  reply: FastifyReply,
  as: 'hosted' | 'returned' | 'embedded',
): Promise<FastifyReply> {
  await site.admit(request, 'sessions.read');
  const { ctx, paths, assets } = site;
  const session = await readPublicSession(ctx.db, sessionIdOf(request.params.id));
  if (!session) throw new Refusal('session_not_found');
  const view = publicView(ctx, session);
  const { query } = request;
  const isCanceled = textOf(query['canceled']) !== null;
  const state = stateOf(view, {
    returned_order: as === 'returned' ? orderOf(query) : null,
    outcome: isCanceled ? 'canceled' : textOf(query['outcome']),
    ...(await payableBy(ctx, session, view)),
  });
  const nonce = newNonce();
  const kit = kitOf(ctx, { ...session, supported_funding: view.supported_funding });
  const pay_later = payLaterLine(view, kit?.kit ?? null);
  const script = kit?.script ?? null;
  const document = checkoutPage({
    view,
    state,
    locale: localeOf(request),
    expires_in_ms: session.expires_at.getTime() - ctx.clock.now().getTime(),
    kit: kit?.kit ?? null,
    provider_script: script !== null && pay_later !== null ? withMessages(script) : script,
    pay_later,
    is_email_wrong: query['outcome'] === WRONG_EMAIL,
    is_embedded: as === 'embedded',
    theme: as === 'embedded' ? themeOf(textOf(query['theme'])) : 'auto',
    nonce,
    paths,
    assets,
  });
  const policy = {
    nonce,
    provider: kit?.source || null,
    provider_sources: kit?.sources ?? [],
    framed_by: as === 'embedded' ? (view.allowed_origins ?? 'anyone') : 'nobody',
    image_origins: logoOrigins(view),
    referrer: 'to_ourselves',
    opener: as === 'returned' || isCanceled ? 'kept' : 'popups_only',
  } as const;
  return reply.headers(pageHeaders(ctx.config.base_url, policy)).send(document);
}

/** The language of a buyer's page. */
export function localeOf({ query, headers }: FastifyRequest): Locale {
  return chooseLocale(textOf((query as Record<string, unknown>)['locale']), headers['accept-language']);
}

// A test deployment may have its logos on this machine, without TLS.
function logoOrigins(view: SessionView): string[] {
  const { logo_url } = view.branding;
  const isPlain = view.environment === 'test' && logo_url !== null && logo_url.startsWith('http:');
  return isPlain ? [new URL(logo_url).origin] : [];
}

function sessionIdOf(text: string): string {
  if (!isSessionId(text)) throw new Refusal('session_not_found');
  return text;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
