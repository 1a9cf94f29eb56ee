import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ownerTokenIn, passkeySite } from '../../lib/own-site.ts';
import { hasOwnerSession } from '../../modules/owners/index.ts';
import { Refusal } from '../../refusals.ts';
import { OWNER_SCRIPT, ownerPage, recoveryPage } from './owner-page.ts';
import type { Pages } from '../shell/pages.ts';

const TOKEN = /^[A-Za-z0-9_-]{20,200}$/;

/** The owner's pages. Both are shown where passkeys work: this machine's own address is left for its name. */
export function serveOwner(app: FastifyInstance, pages: Pages): void {
  const { ctx, paths } = pages;
  app.get('/owner', async (request, reply) => {
    const elsewhere = placeOf(pages, request, '/owner');
    if (elsewhere) return reply.redirect(elsewhere, 302);
    const token = ownerTokenIn(ctx.config.base_url, request.headers.cookie ?? null);
    if (token !== null) await pages.admit(request, 'owner.sign_in.passkey_options');
    const isSignedIn = token !== null && (await hasOwnerSession(ctx, token));
    return show(pages, reply, { title: 'Owner account', body: ownerPage(paths, { isSignedIn }) });
  });
  app.get<{ Params: { token: string } }>('/owner/recover/:token', async (request, reply) => {
    const { token } = request.params;
    if (!TOKEN.test(token)) throw new Refusal('recovery_not_found');
    const elsewhere = placeOf(pages, request, `/owner/recover/${token}`);
    if (elsewhere) return reply.redirect(elsewhere, 302);
    return show(pages, reply, { title: 'Recover your account', body: recoveryPage(paths, token) });
  });
}

function show(pages: Pages, reply: FastifyReply, page: Parameters<Pages['send']>[1]): FastifyReply {
  return pages.send(reply, { ...page, script: OWNER_SCRIPT });
}

// Browsers bind no passkey to an address in numbers.
function placeOf({ ctx, paths }: Pages, request: FastifyRequest, path: string): string | null {
  const base = new URL(ctx.config.base_url);
  const site = passkeySite(ctx.config.base_url);
  if (site === null || site.origin === base.origin || request.headers.host !== base.host) return null;
  return site.origin + paths.at(path);
}
