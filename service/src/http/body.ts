import type { FastifyInstance, FastifyRequest } from 'fastify';
import { JsonProblem, parseStrictJson } from '../lib/strict-json.ts';
import { Refusal } from '../refusals.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** JSON is the only content type. What arrives stays bytes until its caller was admitted and its operation wants it:
 *  reading it costs many times what receiving it does. The server bounds its size. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, raw, done) => {
    if (request.headers['content-encoding'] === undefined) done(null, raw);
    else done(new Refusal('content_type_unsupported'));
  });
}

/** The bytes of a request's body; null when it has none. */
export function bytesOf(request: FastifyRequest): Buffer | null {
  const { body } = request;
  return Buffer.isBuffer(body) && body.length > 0 ? body : null;
}

/** Reads a body as JSON. Throws JsonProblem. */
export function readJson(raw: Buffer): unknown {
  let text: string;
  try {
    text = decoder.decode(raw);
  } catch {
    throw new JsonProblem('Body is not UTF-8 text', 0);
  }
  return parseStrictJson(text);
}
