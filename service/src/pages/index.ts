import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../context.ts';
import { presentedBy, trustedProxies } from '../http/admission.ts';
import type { ShowNothingHere } from '../http/front-door.ts';
import { type OperationId, OPERATIONS } from '../http/operations.ts';
import type { Admit } from '../scope.ts';
import { serveActivation } from './people/activation-routes.ts';
import { type Assets, readAssets, type ScriptName } from './shell/assets.ts';
import { EMBED, localeOf, serveCheckout } from './checkout/checkout-routes.ts';
import { brandColors } from './shell/colors.ts';
import { compressPages } from './shell/compress.ts';
import type { Html } from '../../../markup/html.ts';
import { documentOf } from './shell/layout.ts';
import type { Locale } from './locales/choose.ts';
import { serveOwner } from './people/owner-routes.ts';
import { nothingHerePage } from './nothing-here.ts';
import { onboardingReturnPage } from './people/onboarding-return.ts';
import type { Pages } from './shell/pages.ts';
import { type Paths, pathsBelow } from './shell/paths.ts';
import { homePage, messagePage, type Place } from './shell/plain-pages.ts';
import { inBuyersWords, problemOf } from './problem-page.ts';
import { serveSdk } from './sdk/sdk-routes.ts';
import { wayOn } from './checkout/way-on.ts';
import { newNonce, pageHeaders } from './shell/security.ts';

const FORM_BYTES_MAX = 4_096;
// The way back from onboarding is a page and no operation: an address may look at it as often as at a session, the other thing
// that is read here without a credential, and from the same budget.
const RETURN_COUNTED_AS = 'sessions.read';
const BUYERS = ['/checkout/', EMBED];
// What may be otherwise a moment later.
const CAN_PASS: ReadonlySet<number> = new Set([429, 500, 503]);
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

/** The pages that people see: payment, activation, the way back from onboarding, the base address, and what is shown where
 *  there is none. `admit` is that of the operations. */
export function pagesOf(
  ctx: Ctx,
  admit: Admit,
): { register(app: FastifyInstance): void; showNothingHere: ShowNothingHere } {
  const trusted = trustedProxies(ctx.config.trusted_proxies);
  const site: Site = {
    ctx,
    paths: pathsBelow(ctx.config.base_url),
    assets: readAssets(),
    admit: async (request, operation) => {
      await admit({ id: operation, ...OPERATIONS[operation] }, presentedBy(request, trusted));
    },
  };
  return {
    register: (app) => registerPages(app, site),
    showNothingHere: (request, reply, way) => showNothingHere(site, request, reply, way),
  };
}

// Only here are forms read; pages have errors of their own, in words.
function registerPages(app: FastifyInstance, site: Site): void {
  const { ctx } = site;
  serveSdk(app, site);
  void app.register(async (pages) => {
    acceptForms(pages);
    pages.setErrorHandler((error, request, reply) => {
      const { url = '' } = request.routeOptions;
      const locale = BUYERS.some((path) => url.startsWith(path)) ? localeOf(request) : null;
      const problem = problemOf(error, request, ctx.log);
      const { status, heading, text } = locale ? inBuyersWords(problem, locale, request) : problem;
      const way = locale && CAN_PASS.has(status) ? wayOn(request, site.paths, locale) : null;
      const link = locale && way !== null ? { href: way, words: locale.words.actions.check_again } : null;
      const body = messagePage(heading, text, { status, link });
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

function showNothingHere(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  way: string | null,
): FastifyReply {
  const { paths } = site;
  if (way !== null) return reply.redirect(paths.at(way) + (/\?.*/.exec(request.url)?.[0] ?? ''), 308);
  request.refused = 'route_not_found';
  return sendPlain(site, reply.status(404), nothingHerePage(request, paths));
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
    await site.admit(request, RETURN_COUNTED_AS);
    // The provider's name for the id under which onboarding was begun.
    const { merchantId } = request.query;
    const body = await onboardingReturnPage(ctx, typeof merchantId === 'string' ? merchantId : null);
    return sendPlain(site, reply, { title: 'Back from the payment provider', body });
  });
}

type OfReturn = { Querystring: Record<string, unknown> };

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
    style: 'common/plain.css',
    colors: brandColors(null),
    nonce,
    assets,
    environment,
  } as const;
  const document = documentOf({ ...page, ...shell });
  const policy = {
    nonce,
    provider: null,
    provider_sources: [],
    framed_by,
    image_origins: [],
    referrer: 'none',
    opener: 'popups_only',
  } as const;
  return reply.headers(pageHeaders(ctx.config.base_url, policy)).send(document);
}
