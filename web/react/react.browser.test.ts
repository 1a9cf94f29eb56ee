import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { build } from 'vite';
import { builtFiles } from '../../dev/build-sdk.ts';
import {
  makeChannel,
  makeConnectedMerchant,
  makeSession,
  type TestMerchant,
} from '../../tests/world/actors.ts';
import { joinWorld, type World } from '../../tests/world/world.ts';
import { closePages, openPage, startBrowser } from '../common/browser.fixture.ts';
import { servePage, type Shop } from '../sdk/shop.fixture.ts';

const LIMIT_MS = 180_000;
const PAY = 'Pay with PayPal';
const ROOT = path.resolve(import.meta.dirname, '../..');

// A shop's own program: strict, so that every effect runs twice.
const PROGRAM = `
  import { createElement as h, StrictMode } from 'react';
  import { createRoot } from 'react-dom/client';
  import { FairwayCheckout, FairwayEmbed } from '@fairway/react';
  const root = createRoot(document.getElementById('app'));
  window.heard = [];
  window.show = ({ as, ...props }, round) => {
    const hear = (name) => (what) => window.heard.push([name, round, what?.code ?? what?.captureId ?? null]);
    const callbacks = { onReady: hear('ready'), onApprove: hear('approve'), onError: hear('error') };
    const component = as === 'embed' ? FairwayEmbed : FairwayCheckout;
    root.render(h(StrictMode, null, h(component, { ...props, ...callbacks, className: 'place' })));
  };
  window.leave = () => root.render(null);
`;

let world: World;
let browser: Browser;
let merchant: TestMerchant;
let shop: Shop;
let page: Page;

beforeAll(async () => {
  [world, browser] = await Promise.all([joinWorld(), startBrowser()]);
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  const program = (await bundle(PROGRAM)).replaceAll('</script', '<\\/script');
  shop = await servePage(
    `<!doctype html><html lang="en"><title>Shop</title><div id="app"></div><script type="module">${program}</script></html>`,
  );
}, LIMIT_MS);

afterEach(closePages);

afterAll(async () => {
  await shop.close();
  await world.close();
});

/** Puts a program together as a shop's bundler would, with React as it is while a shop is being written. */
async function bundle(program: string): Promise<string> {
  const sdk = (await builtFiles()).get('fairway.mjs')!;
  const texts: Record<string, string> = { '\0program': program, '\0sdk': sdk };
  const ids: Record<string, string> = {
    program: '\0program',
    '@fairway/sdk': '\0sdk',
    '@fairway/react': path.join(ROOT, 'web/react/index.ts'),
  };
  const outputs = await build({
    configFile: false,
    root: ROOT,
    mode: 'development',
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [{ name: 'shop', enforce: 'pre', resolveId: (id) => ids[id], load: (id) => texts[id] }],
    build: { write: false, minify: false, rolldownOptions: { input: 'program' }, modulePreload: false },
  });
  const [output] = [outputs].flat() as { output: { type: string; code: string }[] }[];
  return output!.output.find(({ type }) => type === 'chunk')!.code;
}

async function visit(): Promise<void> {
  ({ page } = await openPage(browser));
  await page.route('https://pay.google.com/**', (route) => route.abort());
  await page.goto(shop.url);
}

async function newSession(): Promise<string> {
  return (await makeSession(world, merchant, { amount: '48.50' })).body.id;
}

const show = (props: object, round: number) =>
  page.evaluate(
    `show(${JSON.stringify({ environment: 'sandbox', baseUrl: world.base_url, ...props })}, ${round})`,
  );
const heard = () => page.evaluate<[string, number, string | null][]>('heard');

it(
  'draws once under strict mode, keeps it while only callbacks change, and calls those of the last rendering',
  async () => {
    const sessionId = await newSession();
    await visit();
    await show({ sessionId }, 1);
    await page.getByRole('button', { name: PAY, exact: true }).waitFor();
    await show({ sessionId }, 2);
    expect(await page.locator('.place > .fairway').count()).toBe(1);
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: PAY, exact: true }).click(),
    ]);
    const paying = popup.getByRole('button', { name: /^Pay 48.50/ });
    await paying.waitFor();
    // The buyer approves in the window while the shop has moved on.
    await page.evaluate('leave()');
    expect(await page.locator('.fairway:visible').count()).toBe(0);
    await Promise.all([
      popup.waitForEvent('close'),
      paying.click({ noWaitAfter: true }).catch(() => undefined),
    ]);
    await expect.poll(async () => (await heard()).at(-1)?.[0]).toBe('approve');
    const { payment } = (await world.call('GET', `/api/checkout-sessions/${sessionId}`)).body;
    expect(await heard()).toEqual([
      ['ready', 1, null],
      ['approve', 2, payment.provider_capture_id],
    ]);
  },
  LIMIT_MS,
);

it(
  'what is being paid in a frame goes on when the component is gone',
  async () => {
    const sessionId = await newSession();
    await visit();
    await show({ sessionId, as: 'embed' }, 1);
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.frameLocator('iframe').getByRole('button', { name: PAY, exact: true }).click(),
    ]);
    const paying = popup.getByRole('button', { name: /^Pay 48.50/ });
    await paying.waitFor();
    await page.evaluate('leave()');
    expect(await page.locator('iframe:visible').count()).toBe(0);
    await Promise.all([
      popup.waitForEvent('close'),
      paying.click({ noWaitAfter: true }).catch(() => undefined),
    ]);
    await expect.poll(async () => (await heard()).at(-1)?.[0]).toBe('approve');
    await expect.poll(() => page.locator('iframe').count()).toBe(0);
  },
  LIMIT_MS,
);

it(
  'draws another session anew, the page in a frame as well, and tells of options that cannot be used',
  async () => {
    const [one, other] = [await newSession(), await newSession()];
    await visit();
    await show({ sessionId: one, as: 'embed' }, 1);
    await page
      .frameLocator(`iframe[src*="${one}"]`)
      .getByRole('button', { name: PAY, exact: true })
      .waitFor();
    await show({ sessionId: other, as: 'embed' }, 2);
    await page
      .frameLocator(`iframe[src*="${other}"]`)
      .getByRole('button', { name: PAY, exact: true })
      .waitFor();
    expect(await page.locator('iframe').count()).toBe(1);
    await show({ sessionId: other, environment: 'test' }, 3);
    await expect.poll(async () => (await heard()).at(-1)).toEqual(['error', 3, 'config_error']);
  },
  LIMIT_MS,
);
