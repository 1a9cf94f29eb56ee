import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../context.ts';
import { fileOf, once, sendFile, SHARED } from '../http/kept-file.ts';
import { readVersion } from '../lib/release.ts';
import { documentOf } from './document.ts';
import { llmsText } from './llms-text.ts';
import { serveReference } from './reference/reference-serve.ts';

// Tools in a browser may read the document from anywhere: it holds nothing that is not public.
const OPEN = { ...SHARED, 'access-control-allow-origin': '*' };

/** Serves the contract from the deployment itself: `/openapi.json` for programs, `/docs` for people,
 *  `/llms.txt` for whoever reads only a little. Each is made once, when it is first asked for, and is public.
 *  */
export function registerContract(app: FastifyInstance, ctx: Ctx): void {
  const document = once(() => {
    const { base_url, environment } = ctx.config;
    return documentOf({ base_url, environment, version: readVersion() });
  });
  const json = once(() => fileOf('application/json; charset=utf-8', JSON.stringify(document()), OPEN));
  const llms = once(() => fileOf('text/plain; charset=utf-8', llmsText(document()), OPEN));
  app.get('/openapi.json', (request, reply) => sendFile(json(), request, reply));
  app.get('/llms.txt', (request, reply) => sendFile(llms(), request, reply));
  serveReference(app, ctx, document);
}
