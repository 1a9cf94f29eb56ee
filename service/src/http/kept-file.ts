import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { takesGzip } from './encodings.ts';

const FRESH_SECONDS = 300;

/** What is public and changes with a release only. */
export const SHARED = {
  'cache-control': `public, max-age=${FRESH_SECONDS}`,
  'referrer-policy': 'no-referrer',
};

/** Something that is sent as it is, over and over. */
export interface KeptFile {
  headers: Record<string, string>;
  plain: Buffer;
  gzip: Buffer;
}

/** Compressed once, and named by what it holds: whoever has it already is told so. */
export function fileOf(type: string, text: string, headers: Record<string, string>): KeptFile {
  const plain = Buffer.from(text, 'utf8');
  const kept = {
    'content-type': type,
    // Weak, since what is compressed has other bytes under the same name.
    etag: `W/"${hashOf(text)}"`,
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
    ...headers,
  };
  return { headers: kept, plain, gzip: gzipSync(plain, { level: 9 }) };
}

/** Sends a file, or that the caller has it already. */
export function sendFile(file: KeptFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.headers(file.headers);
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => opaque(tag.trim()));
  if (known.includes('*') || known.includes(opaque(file.headers['etag']!))) return reply.status(304).send();
  if (!takesGzip(request)) return reply.send(file.plain);
  return reply.header('content-encoding', 'gzip').send(file.gzip);
}

// Whether a caller has it does not depend on how strong a name it was given.
function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/** Makes a thing when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
