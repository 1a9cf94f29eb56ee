import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Ctx } from '../context.ts';
import type { Route } from '../http/route.ts';
import { brandColors } from '../pages/colors.ts';
import { pathsBelow } from '../pages/paths.ts';
import { documentOf } from './document.ts';
import { llmsText } from './llms-text.ts';
import type { OpenApiDocument } from './openapi.ts';
import { referencePage } from './reference-page.ts';

const PACKAGE = new URL('../../../package.json', import.meta.url);
const BASE_STYLE = new URL('../../../checkout/base.css', import.meta.url);
const STYLES = ['frame', 'entries', 'fields'].map(
  (part) => new URL(`./reference-${part}.css`, import.meta.url),
);
const FRESH_SECONDS = 300;
const KEEP_SECONDS = 31_536_000;
const STRICT = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const SHARED = { 'cache-control': `public, max-age=${FRESH_SECONDS}`, 'referrer-policy': 'no-referrer' };
// Tools in a browser may read the document from anywhere: it holds nothing that is not public.
const OPEN = { ...SHARED, 'access-control-allow-origin': '*' };

interface File {
  headers: Record<string, string>;
  plain: Buffer;
  gzip: Buffer;
}

/** Serves the contract from the deployment itself: `/openapi.json` for programs, `/docs` for people,
 *  `/llms.txt` for whoever reads only a little. Each is made once, when it is first asked for, and is public.
 *  */
export function registerContract(app: FastifyInstance, ctx: Ctx, routes: readonly Route[]): void {
  const document = once(() => {
    const { base_url, environment } = ctx.config;
    return documentOf({ routes, base_url, environment, version: versionOf() });
  });
  const style = once(() => styleFile());
  const page = once(() => pageFile(document(), style().name, ctx));
  const json = once(() => file('application/json; charset=utf-8', JSON.stringify(document()), OPEN));
  const llms = once(() => file('text/plain; charset=utf-8', llmsText(document()), OPEN));
  app.get('/openapi.json', (request, reply) => send(json(), request, reply));
  app.get('/llms.txt', (request, reply) => send(llms(), request, reply));
  app.get('/docs', (request, reply) => send(page(), request, reply));
  app.get<{ Params: { file: string } }>('/docs/style/:file', (request, reply) =>
    request.params.file === style().name ? send(style().file, request, reply) : reply.callNotFound(),
  );
}

function versionOf(): string {
  return (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version;
}

function styleFile(): { name: string; file: File } {
  const css = styleText();
  const headers = { 'cache-control': `public, max-age=${KEEP_SECONDS}, immutable` };
  return { name: `${hashOf(css)}.css`, file: file('text/css; charset=utf-8', css, headers) };
}

function pageFile(document: OpenApiDocument, styleName: string, ctx: Ctx): File {
  const { base_url, environment } = ctx.config;
  const paths = pathsBelow(base_url);
  const page = referencePage(document, { paths, style: paths.at(`/docs/style/${styleName}`), environment });
  return file('text/html; charset=utf-8', page, { ...SHARED, ...pageSafety(base_url) });
}

function styleText(): string {
  const { brand, on_brand, edge_light, edge_dark } = brandColors(null);
  const edges = `--edge-light:${edge_light};--edge-dark:${edge_dark}`;
  const colors = `:root{--brand:${brand};--on-brand:${on_brand};${edges}}`;
  return [colors, ...[BASE_STYLE, ...STYLES].map((url) => readFileSync(url, 'utf8'))].join('\n');
}

function pageSafety(baseUrl: string): Record<string, string> {
  const isSecure = baseUrl.startsWith('https:');
  return {
    'content-security-policy': STRICT,
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    ...(isSecure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}

function file(type: string, text: string, headers: Record<string, string>): File {
  const plain = Buffer.from(text, 'utf8');
  const kept = {
    'content-type': type,
    etag: `"${hashOf(text)}"`,
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
    ...headers,
  };
  return { headers: kept, plain, gzip: gzipSync(plain, { level: 9 }) };
}

function send(found: File, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.headers(found.headers);
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(found.headers['etag']!)) return reply.status(304).send();
  const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  if (!takesGzip) return reply.send(found.plain);
  return reply.header('content-encoding', 'gzip').send(found.gzip);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
