import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../context.ts';
import { presentedBy, trustedProxies } from '../http/admission.ts';
import { type OperationId, OPERATIONS } from '../http/operations.ts';
import { isSessionId } from '../lib/ids.ts';
import { admitWith } from '../modules/keys/index.ts';
import { kitOf, publicView, readPublicSession } from '../modules/sessions/index.ts';
import { Refusal } from '../refusals.ts';
import { type Pages, serveActivation } from './activation-routes.ts';
import { type Assets, readAssets, type ScriptName } from './assets.ts';
import { checkoutPage } from './checkout-page.ts';
import { brandColors } from './colors.ts';
import { compressPages } from './compress.ts';
import type { Html } from '../../../markup/html.ts';
import { documentOf } from './layout.ts';
import { chooseLocale, type Locale } from './locales/choose.ts';
import { serveOwner } from './owner-routes.ts';
import { onboardingReturnPage } from './onboarding-return.ts';
import { type SessionView, stateOf } from './page-state.ts';
import { type Paths, pathsBelow } from './paths.ts';
import { payableBy } from './payable.ts';
import { payLaterLine, withMessages } from './pay-later.ts';
import { captureByForm, payByForm, WRONG_EMAIL } from './pay-form.ts';
import { homePage, messagePage, type Place } from './plain-pages.ts';
import { inBuyersWords, problemOf } from './problem-page.ts';
import { serveSdk } from './sdk-routes.ts';
import { newNonce, type PagePolicy, pageHeaders } from './security.ts';
import { themeOf } from './theme.ts';

const FORM_BYTES_MAX = 4_096;
const EMBED = '/embed/:id';
const BUYERS = ['/checkout/', EMBED];
const FRAMED_PROBLEM = {
  script: 'checkout/refused.js',
  framed_by: 'anyone',
} as const;

const PLACES: readonly Place[] = [
  { path: '/docs', name: 'Reference', what: 'every operation, field and error' },
  { path: '/openapi.json', name: 'OpenAPI document', what: 'the same for programs' },
  { path: '/healthz', name: 'Health', what: 'whether this process answers' },
  { path: '/readyz', name: 'Readiness', what: 'whether it can do its work' },
];

interface Site {
  ctx: Ctx;
  paths: Paths;
  assets: Assets;
  admit: (request: FastifyRequest, operation: OperationId) => Promise<void>;
}

/** Adds the pages that people see: payment, activation, the way back from onboarding and the base
 *  address. Only here  are forms read; pages have errors of their own, in words. */
export function registerPages(app: FastifyInstance, ctx: Ctx): void {
  const admitted = admitWith(ctx);
  const trusted = trustedProxies(ctx.config.trusted_proxies);
  const site: Site = {
    ctx,
    paths: pathsBelow(ctx.config.base_url),
    assets: readAssets(),
    admit: async (request, operation) => {
      await admitted({ id: operation, ...OPERATIONS[operation] }, presentedBy(request, trusted));
    },
  };
  serveSdk(app, site);
  void app.register(async (pages) => {
    acceptForms(pages);
    pages.setErrorHandler((error, request, reply) => {
      const { url = '' } = request.routeOptions;
      const locale = BUYERS.some((path) => url.startsWith(path)) ? localeOf(request) : null;
      const problem = problemOf(error, request, ctx.log);
      const { status, heading, text } = locale ? inBuyersWords(problem, locale, request) : problem;
      const body = messagePage(heading, text, status);
      const page = { title: heading, body, ...(locale && { locale }) };
      // Nothing can be done on it, so a frame may show it: the page around hears from it what is wrong.
      const isFramed = url === EMBED;
      return sendPlain(site, reply.status(status), isFramed ? { ...page, ...FRAMED_PROBLEM } : page);
    });
    compressPages(pages);
    servePlainPages(pages, app, site);
    const group: Pages = { ...site, send: (reply, page) => sendPlain(site, reply, page) };
    serveActivation(pages, group);
    serveOwner(pages, group);
    serveCheckout(pages, site);
  });
}

// Most of our forms carry everything in their address; what is posted stays text until its route reads it.
function acceptForms(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers();
  const options = { parseAs: 'string', bodyLimit: FORM_BYTES_MAX } as const;
  pages.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, text, done) =>
    done(null, text),
  );
}

function servePlainPages(pages: FastifyInstance, app: FastifyInstance, site: Site): void {
  const { ctx, paths } = site;
  pages.get('/', async (_request, reply) => {
    const places = PLACES.filter(({ path }) => app.hasRoute({ method: 'GET', url: path }));
    const body = homePage({ environment: ctx.config.environment, places, paths });
    return sendPlain(site, reply, { title: 'Fairway', body });
  });
  pages.get<OfReturn>('/onboarding/return', async (request, reply) => {
    await site.admit(request, 'sessions.read');
    // The provider's name for the id under which onboarding was begun.
    const body = await onboardingReturnPage(ctx, textOf(request.query['merchantId']));
    return sendPlain(site, reply, { title: 'Back from the payment provider', body });
  });
}

type OfReturn = { Querystring: Record<string, unknown> };
type OfSession = { Params: { id: string }; Querystring: Record<string, unknown> };
type OfOrder = { Params: { id: string; order: string } };

function serveCheckout(pages: FastifyInstance, site: Site): void {
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
    // What was saved comes back under a name of its own.
    returned_order: as === 'returned' ? (textOf(query['token']) ?? textOf(query['approval_token_id'])) : null,
    outcome: isCanceled ? 'canceled' : textOf(query['outcome']),
    ...payableBy(ctx, session, view),
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
  return send(site, reply, document, {
    nonce,
    provider: kit?.source || null,
    provider_sources: kit?.sources ?? [],
    framed_by: as === 'embedded' ? (view.allowed_origins ?? 'anyone') : 'nobody',
    image_origins: logoOrigins(view),
    referrer: 'to_ourselves',
    opener: as === 'returned' || isCanceled ? 'kept' : 'popups_only',
  });
}

function localeOf({ query, headers }: FastifyRequest): Locale {
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

interface PlainPage {
  title: string;
  body: Html;
  locale?: Locale;
  script?: ScriptName;
  framed_by?: 'nobody' | 'anyone';
}

function sendPlain(
  site: Site,
  reply: FastifyReply,
  { framed_by = 'nobody', ...page }: PlainPage,
): FastifyReply {
  const nonce = newNonce();
  const { assets, ctx } = site;
  const { environment } = ctx.config;
  const shell = {
    style: 'kit/plain.css',
    colors: brandColors(null),
    nonce,
    assets,
    environment,
  } as const;
  const document = documentOf({ ...page, ...shell });
  return send(site, reply, document, {
    nonce,
    provider: null,
    provider_sources: [],
    framed_by,
    image_origins: [],
    referrer: 'none',
    opener: 'popups_only',
  });
}

function send(site: Site, reply: FastifyReply, document: string, policy: PagePolicy): FastifyReply {
  return reply.headers(pageHeaders(site.ctx.config.base_url, policy)).send(document);
}
