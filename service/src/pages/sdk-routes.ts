import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../context.ts';
import { allowOrigin } from '../http/cors.ts';
import type { OperationId } from '../http/operations.ts';
import { isSessionId } from '../lib/ids.ts';
import { kitOf, publicView, readPublicSession } from '../modules/sessions/index.ts';
import { Refusal } from '../refusals.ts';
import { sendAsset } from './assets.ts';
import { channelPolicies } from './channel-policy.ts';
import { readSdkFiles } from './sdk-files.ts';

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
    void reply.headers({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': isExact
        ? `public, max-age=${KEEP_SECONDS}, immutable`
        : `public, max-age=${FRESH_SECONDS}`,
    });
    return sendAsset(request, reply, found);
  });
  const policies = channelPolicies(site.ctx);
  app.get('/sdk/policy', async (_request, reply) =>
    reply.headers({ 'cache-control': `public, max-age=${FRESH_SECONDS}` }).send(policies),
  );
  app.get<{ Params: { id: string } }>('/sdk/sessions/:id/kit', async (request, reply) => {
    allowOrigin(request, reply);
    void reply.header('cache-control', 'no-store');
    return sendKit(site, request, reply);
  });
}

async function sendKit(
  { ctx, admit }: Site,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await admit(request, 'sessions.read');
  const { id } = request.params;
  const session = isSessionId(id) ? await readPublicSession(ctx.db, id) : null;
  if (!session) throw new Refusal('session_not_found');
  const { supported_funding } = publicView(ctx, session);
  return reply.send({ script: kitOf(ctx, { ...session, supported_funding })?.script ?? null });
}
