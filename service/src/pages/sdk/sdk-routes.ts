import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ctx } from '../../context.ts';
import { allowOrigin } from '../../http/cors.ts';
import { sendFile } from '../../http/kept-file.ts';
import type { OperationId } from '../../http/operations.ts';
import { isSessionId } from '../../lib/ids.ts';
import { kitOf, publicView, readPublicSession } from '../../modules/sessions/index.ts';
import { Refusal } from '../../refusals.ts';
import { channelPolicies, sessionPolicies } from './channel-policy.ts';
import { chooseLocale } from '../locales/choose.ts';
import type { SessionView } from '../state/page-state.ts';
import { readSdkFiles } from './sdk-files.ts';
import { sdkWords } from './sdk-words.ts';

const KEEP_SECONDS = 31_536_000;
// What a channel's page names without a version may be old for this long after a release.
const FRESH_SECONDS = 300;

interface Site {
  ctx: Ctx;
  admit: (request: FastifyRequest, operation: OperationId) => Promise<void>;
}

/** Serves what pages of channels load: the SDK's files, for any page, and where the provider's script is for a session,
 *  which the files of every version ask for. */
export function serveSdk(app: FastifyInstance, site: Site): void {
  const { versions } = readSdkFiles();
  app.get<{ Params: { version: string; file: string } }>('/sdk/:version/:file', async (request, reply) => {
    const { version, file } = request.params;
    const found = versions.get(version)?.get(file);
    if (!found) return reply.callNotFound();
    const isExact = !version.startsWith('v');
    void reply.header(
      'cache-control',
      isExact ? `public, max-age=${KEEP_SECONDS}, immutable` : `public, max-age=${FRESH_SECONDS}`,
    );
    return sendFile(found, request, reply);
  });
  const policies = channelPolicies(site.ctx);
  app.get<{ Querystring: Record<string, unknown> }>('/sdk/policy', async (request, reply) => {
    const { session } = request.query;
    if (session === undefined)
      return reply.headers({ 'cache-control': `public, max-age=${FRESH_SECONDS}` }).send(policies);
    void reply.header('cache-control', 'no-store');
    const { kit } = await readView(site, request, session);
    return reply.send(sessionPolicies(site.ctx, kit));
  });
  app.get<OfKit>('/sdk/sessions/:id/kit', async (request, reply) => {
    allowOrigin(request, reply);
    void reply.header('cache-control', 'no-store');
    const { view, kit } = await readView(site, request, request.params.id);
    const { locale } = request.query;
    const spoken = chooseLocale(
      typeof locale === 'string' ? locale : null,
      request.headers['accept-language'],
    );
    return reply.send({
      kit: kit?.kit ?? null,
      script: kit?.script ?? null,
      ...sdkWords(view, kit?.kit ?? null, spoken),
    });
  });
}

type OfKit = { Params: { id: string }; Querystring: Record<string, unknown> };

async function readView(
  { ctx, admit }: Site,
  request: FastifyRequest,
  id: unknown,
): Promise<{ view: SessionView; kit: ReturnType<typeof kitOf> }> {
  await admit(request, 'sessions.read');
  const session = typeof id === 'string' && isSessionId(id) ? await readPublicSession(ctx.db, id) : null;
  if (!session) throw new Refusal('session_not_found');
  const view = publicView(ctx, session);
  const { supported_funding } = view;
  return { view, kit: kitOf(ctx, { ...session, supported_funding }) };
}
