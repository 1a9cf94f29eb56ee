import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { channelPolicies, type Policies, policyOf } from './policy.ts';
import { openBooks, type Shopkeeper } from './orders.ts';
import { raisedPage, shopPage, thanksPage } from './pages.ts';
import { isRail, isRaisable } from './names.ts';
import { raise } from './raise.ts';

const STOP_LIMIT_MS = 500;
const BROWSER = new URL('../../web/shop/', import.meta.url);

export interface Shop {
  url: string;
  /** The port that was wanted and is somebody's; null where the shop has the one that was wanted. */
  busy_port: number | null;
  close(): Promise<void>;
}

interface Site {
  keeper: Shopkeeper;
  /** Where it can be reached. */
  url: string;
  files: ReadonlyMap<string, { type: string; text: string }>;
  policies: Policies | null;
}

/** Serves the demonstration shop on this machine: a channel's own pages, at an origin of their own, that take payments by the demo
 *  merchant. On another port when the wanted one is somebody's. */
export async function startShop(options: {
  port: number;
  keeper: Omit<Shopkeeper, 'shop_url' | 'books'>;
}): Promise<Shop> {
  const site: Site = { keeper: null!, url: '', files: browserFiles(), policies: null };
  const server = createServer((request, answer) => {
    respond(site, request, answer).catch((error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      send(answer, { status: 500, type: 'text/plain; charset=utf-8', text });
    });
  });
  const port = await listen(server, options.port);
  site.url = `http://127.0.0.1:${port}`;
  site.keeper = { ...options.keeper, shop_url: site.url, books: await openBooks(options.keeper) };
  const busy_port = options.port === 0 || options.port === port ? null : options.port;
  return { url: site.url, busy_port, close: () => close(server) };
}

function browserFiles(): Site['files'] {
  const read = (name: string) => readFileSync(new URL(name, BROWSER), 'utf8');
  const script = (name: string) => ({
    type: 'text/javascript; charset=utf-8',
    text: stripTypeScriptTypes(read(name)),
  });
  return new Map([
    ['/shop.css', { type: 'text/css; charset=utf-8', text: read('shop.css') }],
    ['/shop.js', script('shop.ts')],
    ['/raised.js', script('raised.ts')],
  ]);
}

async function respond(site: Site, request: IncomingMessage, answer: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', site.url);
  const call = `${request.method} ${pathname}`;
  const file = site.files.get(pathname);
  if (request.method === 'GET' && file) return send(answer, { status: 200, ...file });
  const [, rail = ''] = /^POST \/orders\/(\w+)$/.exec(call) ?? [];
  if (isRail(rail) && isOwn(site, request)) {
    const session = await site.keeper.books.order(site.keeper, rail);
    return send(answer, { status: 201, type: 'application/json', text: JSON.stringify(session) });
  }
  const [, paid = ''] = /^POST \/pay\/(\w+)$/.exec(call) ?? [];
  if (isRail(paid) && isOwn(site, request)) {
    const { checkout_url } = await site.keeper.books.order(site.keeper, paid);
    answer.writeHead(303, { location: checkout_url }).end();
    return;
  }
  site.policies ??= await channelPolicies(site.keeper.near_url);
  const nonce = randomBytes(16).toString('base64');
  const [, code = ''] = /^GET \/raise\/(\w+)$/.exec(call) ?? [];
  // It moves the world on, and the frame that it is shown in is the shop's.
  if (isRaisable(code) && request.headers['sec-fetch-site'] === 'same-origin') {
    const raised = await raise(site.keeper, code);
    const policy = policyOf(site.policies, nonce, {
      base_url: site.keeper.base_url,
      isProviderKeptOut: raised.isProviderKeptOut === true,
    });
    return sendPage(answer, policy, raisedPage({ ...site.keeper, nonce, code, raised }));
  }
  const pages: Record<string, () => string> = {
    'GET /': () => shopPage({ ...site.keeper, nonce }),
    'GET /thanks': () => thanksPage({ ...site.keeper, nonce }),
  };
  const page = pages[call];
  if (!page) return send(answer, { status: 404, type: 'text/plain; charset=utf-8', text: 'Not here' });
  const { base_url } = site.keeper;
  sendPage(answer, policyOf(site.policies, nonce, { base_url, isProviderKeptOut: false }), page());
}

// Orders are made for the shop's own pages; a browser names the page that asks.
function isOwn({ url }: Site, { headers }: IncomingMessage): boolean {
  return headers.origin === url;
}

function sendPage(answer: ServerResponse, policy: string, text: string): void {
  answer.setHeader('content-security-policy', policy);
  answer.setHeader('referrer-policy', 'strict-origin');
  send(answer, { status: 200, type: 'text/html; charset=utf-8', text });
}

function send(answer: ServerResponse, of: { status: number; type: string; text: string }): void {
  const heads = { 'content-type': of.type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  answer.writeHead(of.status, heads).end(of.text);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' && port !== 0) listen(server, 0).then(resolve, reject);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

async function close(server: Server): Promise<void> {
  const limit = setTimeout(() => server.closeAllConnections(), STOP_LIMIT_MS);
  server.closeIdleConnections();
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  clearTimeout(limit);
}
