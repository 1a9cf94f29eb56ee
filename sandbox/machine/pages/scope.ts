import type { FastifyInstance } from 'fastify';
import { withoutNul } from '../http/nul.ts';
import { requireOwnForm, requireOwnHost } from '../http/own-page.ts';
import type { World } from '../world.ts';
import { serveAssets } from './assets.ts';
import { sendRefusal } from './layout.ts';

/** Gives pages what they have in common: forms, the refusal of foreign forms, and style sheets. */
export function makePageScope(app: FastifyInstance, world: World): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => done(null, withoutNul(text.toString())),
  );
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.addHook('onRequest', async (request) => {
    if (request.method !== 'POST') return;
    requireOwnHost(world, request);
    requireOwnForm(request);
  });
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    request.log.debug({ err: error }, 'page refused');
    return sendRefusal(reply, error);
  });
  serveAssets(app);
}
