import type { FastifyReply, FastifyRequest } from 'fastify';
import { REQUEST_ID_HEADER } from '../../../wire/problem.ts';

const PREFLIGHT_SECONDS = 600;

/** Buyer calls come from pages of any shop. They carry no cookie, and the answer may be read by the page that asked;
 *  whether that page may pay is decided against the session's own list of origins. */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers;
  if (origin)
    void reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', REQUEST_ID_HEADER);
  void reply.header('vary', 'Origin');
}

export function answerPreflight(request: FastifyRequest, reply: FastifyReply, method: string): FastifyReply {
  allowOrigin(request, reply);
  return reply
    .status(204)
    .header('access-control-allow-methods', method)
    .header('access-control-allow-headers', 'content-type')
    .header('access-control-max-age', String(PREFLIGHT_SECONDS))
    .send();
}
