import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFileSync } from 'node:fs';
import type { Ctx } from '../../context.ts';
import { brandColors } from '../../pages/shell/colors.ts';
import { pathsBelow } from '../../pages/shell/paths.ts';
import { fileOf, hashOf, type KeptFile, once, sendFile, SHARED } from '../../http/kept-file.ts';
import type { OpenApiDocument } from '../openapi.ts';
import { bookOf, type Leaf } from './reference-book.ts';
import { filterOf, queryOf } from './reference-filter.ts';
import { foundSheet, indexSheet, leafSheet } from './reference-sheets.ts';

const BASE_STYLE = new URL('../../../../web/common/base.css', import.meta.url);
const STYLES = ['frame', 'entries', 'fields', 'lines'].map(
  (part) => new URL(`./reference-${part}.css`, import.meta.url),
);
const KEEP_SECONDS = 31_536_000;
const HTML = 'text/html; charset=utf-8';
const STRICT = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  // The filter asks this deployment.
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

type Of<T> = { Querystring: Record<string, unknown>; Params: T };

/** Serves the reference: `/docs` for everything in a line and, with `q`, for what a filter finds, and a page for each
 *  noun below it. Pages are made once, when one is first asked for. */
export function serveReference(
  app: FastifyInstance,
  { config }: Pick<Ctx, 'config'>,
  document: () => OpenApiDocument,
): void {
  const headers = { ...SHARED, ...pageSafety(config.base_url) };
  const style = once(() => styleFile());
  const pages = once(() => {
    const paths = pathsBelow(config.base_url);
    const book = bookOf(document(), { paths, environment: config.environment });
    const look = paths.at(`/docs/style/${style().name}`);
    const index = fileOf(HTML, indexSheet(book, look), headers);
    const find = filterOf(book);
    const found = (query: string) => foundSheet(book, { style: look, query, find });
    const pageOf = (leaf: Leaf) => once(() => fileOf(HTML, leafSheet(book, look, leaf), headers));
    const files = new Map(book.leaves.map((leaf) => [leaf.slug, pageOf(leaf)]));
    return { index, found, files };
  });
  app.get<Of<object>>('/docs', (request, reply) => {
    const query = queryOf(request.query['q']);
    if (query === '') return sendFile(pages().index, request, reply);
    return reply.headers({ 'content-type': HTML, ...headers }).send(pages().found(query));
  });
  app.get<Of<{ page: string }>>('/docs/:page', (request, reply) =>
    sendOrNot(pages().files.get(request.params.page)?.(), request, reply),
  );
  app.get<Of<{ file: string }>>('/docs/style/:file', (request, reply) =>
    sendOrNot(request.params.file === style().name ? style().file : undefined, request, reply),
  );
}

function sendOrNot(file: KeptFile | undefined, request: FastifyRequest, reply: FastifyReply): unknown {
  return file ? sendFile(file, request, reply) : reply.callNotFound();
}

function styleFile(): { name: string; file: KeptFile } {
  const css = styleText();
  const headers = { 'cache-control': `public, max-age=${KEEP_SECONDS}, immutable` };
  return { name: `${hashOf(css)}.css`, file: fileOf('text/css; charset=utf-8', css, headers) };
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
