import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import type * as Published from './types/fairway.d.ts';

/** A channel's page, at an origin of its own and under a policy that allows what the guide says and nothing else. */
export interface Shop {
  url: string;
  close(): Promise<void>;
}

/** What the page's callbacks were called with, in order. */
export type Heard = [callback: string, ...what: unknown[]][];

declare global {
  interface Window {
    Fairway: typeof Published;
    heard: Heard;
    made: Record<string, Published.Checkout>;
  }
}

export async function openShop({ base, session }: { base: string; session?: string }): Promise<Shop> {
  const manifest = await fetch(`${base}/sdk/v1/manifest.json`);
  const { files } = (await manifest.json()) as { files: Record<string, { path: string; integrity: string }> };
  const { path, integrity } = files['fairway.js']!;
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
    <meta name="viewport" content="width=device-width"></head>
    <body><main><h1>Shop</h1><div id="pay"></div><div id="other"></div></main>
    <script src="${base}${path}" integrity="${integrity}" crossorigin></script></body></html>`;
  const policy = await policyOf(base, session);
  return servePage(page, { 'content-security-policy': policy });
}

/** Serves one page at an origin of its own. */
export async function servePage(page: string, headers: Record<string, string> = {}): Promise<Shop> {
  const server = createServer((_request, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
    answer.end(page);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => close(server) };
}

// For both ways on one page: what a deployment says that a page has to allow, for all sessions or for one, and not a word more.
async function policyOf(base: string, session?: string): Promise<string> {
  const which = session === undefined ? '' : `?session=${session}`;
  const { embed, buttons } = (await (await fetch(`${base}/sdk/policy${which}`)).json()) as Record<
    string,
    Policy
  >;
  const names = [...new Set([...Object.keys(embed!), ...Object.keys(buttons!)])];
  const directives = names.map((name) =>
    [name, ...(embed![name] ?? []), ...(buttons![name] ?? [])].join(' '),
  );
  // The page's own icon, where no provider draws an image.
  const own = names.includes('img-src') ? [] : ['img-src data:'];
  return ["default-src 'none'", ...directives, ...own].join('; ');
}

type Policy = Readonly<Record<string, readonly string[]>>;

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => void server.close(() => resolve()));
}

export interface Making {
  sessionId: string;
  environment?: 'live' | 'sandbox';
  baseUrl?: string;
  locale?: string;
  theme?: 'light' | 'dark' | 'auto';
  as?: 'checkout' | 'embed';
  into?: string;
}

/** Makes a checkout on the page and mounts it; what it tells is kept in `heard`. */
export function mountCheckout(page: Page, { as = 'checkout', into = '#pay', ...of }: Making): Promise<void> {
  const options = { environment: 'sandbox' as const, ...of };
  return page.evaluate(
    ({ as: way, into: place, options: given }) => {
      window.heard ??= [];
      window.made ??= {};
      const hear = (name: string) => (value?: unknown) => {
        const error = value as {
          code?: string;
          retryable?: boolean;
          status?: number | null;
          message?: string;
        };
        const isError = name === 'onError';
        const { code, retryable, status, message } = error ?? {};
        window.heard.push([name, isError ? { code, retryable, status, message } : (value ?? null)]);
      };
      const names = ['onReady', 'onStateChange', 'onApprove', 'onCancel', 'onError', 'onExpired', 'onResize'];
      const callbacks = Object.fromEntries(names.map((name) => [name, hear(name)]));
      window.made[place] = window.Fairway[way]({ ...given, ...callbacks }).mount(place);
    },
    { as, into, options },
  );
}

/** What was told by one callback, oldest first. */
export async function told(page: Page, callback: string): Promise<unknown[]> {
  const heard = await page.evaluate(() => window.heard);
  return heard.filter(([name]) => name === callback).map(([, what]) => what);
}

/** Waits until a callback was called so often, and gives what it was called with last. */
export async function hears(page: Page, callback: string, times = 1): Promise<unknown> {
  await page.waitForFunction(
    ([name, count]) => window.heard.filter(([one]) => one === name).length >= count,
    [callback, times] as const,
  );
  return (await told(page, callback)).at(-1);
}
