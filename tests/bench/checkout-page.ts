import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../../web/common/browser.fixture.ts';
import { type Cluster, openCluster } from './cluster.ts';
import type { Deployment } from './deployment.ts';
import { type Run, spread } from './figures.ts';
import { openPaymentWorld, type PaymentWorld } from './payment-world.ts';
import { OUR_FOLDER } from './processes.ts';
import { compare, type Round, type Subject } from './rounds.ts';

export const CHECKOUT_PAGE_TITLE = 'The payment page in Chromium with nothing kept';
const BESIDE_BARE = `${CHECKOUT_PAGE_TITLE}, beside a page with the provider’s script alone`;
const LOADS = 5;
const QUICK_LOADS = 3;
const LOAD_LIMIT_MS = 20_000;

/** How soon a buyer sees the payment page and can press a button of the provider's, beside a page that does nothing but
 *  load the provider's script and draw its buttons. */
export async function benchCheckoutPage(_: Deployment, run: Run): Promise<string> {
  const cluster = await openCluster();
  const world = await openPaymentWorld({ cluster, folder: OUR_FOLDER, provider: 'sandbox' });
  const browser = await startBrowser();
  const bare = await serveBare(world);
  const loads = run.isQuick ? QUICK_LOADS : LOADS;
  const subject = (address: () => Promise<string>): Subject => ({
    measure: () => measure(browser, address, loads),
    close: () => Promise.resolve(),
  });
  try {
    const ours = subject(async () => (await makeSession(world)).checkout_url);
    const other = subject(() => Promise.resolve(bare.url));
    return await compare(BESIDE_BARE, { ours, other, otherName: 'the script alone' }, run);
  } finally {
    bare.close();
    await browser.close();
    await world.close();
    await cluster.close();
  }
}

/** The payment page of the service in a folder. */
export async function openCheckoutPage(cluster: Cluster, folder: string): Promise<Subject> {
  const world = await openPaymentWorld({ cluster, folder, provider: 'sandbox' });
  const browser = await startBrowser();
  const address = async () => (await makeSession(world)).checkout_url;
  return {
    measure: () => measure(browser, address, LOADS),
    // One browser serves all subjects, and closing it once more does nothing.
    close: async () => {
      await browser.close();
      await world.close();
    },
  };
}

async function measure(browser: Browser, address: () => Promise<string>, loads: number): Promise<Round> {
  const seen: { painted: number; usable: number }[] = [];
  for (let n = 0; n < loads; n += 1) seen.push(await load(browser, await address()));
  const median = (of: 'painted' | 'usable') => spread(seen.map((one) => one[of])).median;
  return { 'first paint, ms': median('painted'), 'first usable button, ms': median('usable') };
}

// In a context of its own, so that nothing was kept from the load before.
async function load(browser: Browser, url: string): Promise<{ painted: number; usable: number }> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.addInitScript({ content: WATCH_BUTTONS });
    await page.goto(url);
    const usable = await page.waitForFunction(
      () => (globalThis as { usableAt?: number }).usableAt,
      undefined,
      { timeout: LOAD_LIMIT_MS },
    );
    const painted = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    );
    return { painted, usable: (await usable.jsonValue())! };
  } finally {
    await context.close();
  }
}

// Runs in the page: notes the first frame in which a button of the provider's can be pressed.
const WATCH_BUTTONS = `
  const buttonsIn = (root) =>
    [...root.querySelectorAll('*')].flatMap((one) => [
      ...(one.dataset?.fundingSource === undefined ? [] : [one]),
      ...(one.shadowRoot ? buttonsIn(one.shadowRoot) : []),
    ]);
  const look = () => {
    const isUsable = buttonsIn(document).some((one) => !one.disabled && one.checkVisibility());
    if (isUsable) globalThis.usableAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);`;

interface Session {
  id: string;
  checkout_url: string;
}

async function makeSession({ base_url, key, merchant_id }: PaymentWorld): Promise<Session> {
  const answer = await fetch(`${base_url}/api/checkout-sessions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'x-merchant-id': merchant_id,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ amount: '42.50', description: 'Two mugs and a teapot' }),
  });
  return (await answer.json()) as Session;
}

// With its token minted beforehand, which leaves it less to do than a page of any shop.
async function serveBare(world: PaymentWorld): Promise<{ url: string; close(): void }> {
  const { id, checkout_url } = await makeSession(world);
  const page = await (await fetch(checkout_url)).text();
  const script = /data-provider-script="([^"]+)"/.exec(page)![1]!;
  const minted = await fetch(`${world.base_url}/api/checkout-sessions/${id}/client-token`, {
    method: 'POST',
  });
  const { client_token } = (await minted.json()) as { client_token: string };
  const html = `<!doctype html><html lang="en"><title>Pay</title><h1>Pay</h1><div id="ways"></div>
<script src="${script}" data-client-token="${client_token}"></script>
<script>paypal.Buttons({ createOrder: async () => '', onApprove: async () => {} }).render('#ways');</script></html>`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
