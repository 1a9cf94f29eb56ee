import type { FastifyInstance } from 'fastify';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { takesGzip } from '../../http/encodings.ts';

const compress = promisify(gzip);

// Less than this fits into one packet anyway.
const WORTH_IT_CHARACTERS = 1_400;

/** Sends pages compressed to who takes them so. What a stranger could guess by their length is their address, which he needs to ask
 *  for them at all. */
export function compressPages(pages: FastifyInstance): void {
  pages.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < WORTH_IT_CHARACTERS) return payload;
    void reply.header('vary', 'Accept-Encoding');
    if (!takesGzip(request)) return payload;
    void reply.header('content-encoding', 'gzip').removeHeader('content-length');
    return compress(payload);
  });
}
