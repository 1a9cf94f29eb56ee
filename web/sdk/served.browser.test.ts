import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { makeChannel, makeConnectedMerchant, makeSession } from '../../tests/world/actors.ts';
import { joinWorld, type World } from '../../tests/world/world.ts';
import { closePages, openPage, startBrowser } from '../common/browser.fixture.ts';
import { openShop, type Shop } from './shop.fixture.ts';

const LIMIT_MS = 180_000;

let world: World;
let browser: Browser;
let shop: Shop;

beforeAll(async () => {
  [world, browser] = await Promise.all([joinWorld(), startBrowser()]);
  shop = await openShop({ base: world.base_url });
}, LIMIT_MS);

afterEach(closePages);

afterAll(async () => {
  await shop.close();
  await world.close();
}, LIMIT_MS);

type Names = Record<string, { version?: string; checkout?: unknown; embed?: unknown } | undefined>;

it('the script defines its name once, or another that the page asks for', async () => {
  const { page, complaints } = await openPage(browser);
  await page.goto(shop.url);
  const found = await page.evaluate(async (base) => {
    const names = window as unknown as Names;
    const add = (file: string, namespace = '') =>
      new Promise((resolve) => {
        const script = document.createElement('script');
        script.src = `${base}/sdk/v1/${file}`;
        if (namespace) script.dataset['namespace'] = namespace;
        script.onload = resolve;
        document.head.append(script);
      });
    const first = names['Fairway'];
    await add('fairway.js');
    await add('embed.js');
    const isSame = names['Fairway'] === first;
    await add('embed.js', 'Small');
    await add('fairway.js', 'Small');
    return { isSame, version: first?.version, small: Object.keys(names['Small'] ?? {}) };
  }, world.base_url);
  expect(found).toEqual({
    isSame: true,
    version: expect.stringMatching(/^1\./),
    small: ['checkout', 'embed', 'CheckoutError', 'version'],
  });
  expect(complaints).toEqual([]);
});

it('the module draws the buttons by the address that it came from', async () => {
  const merchant = await makeConnectedMerchant(world, await makeChannel(world));
  const { body } = await makeSession(world, merchant);
  const { page } = await openPage(browser);
  await page.route('https://pay.google.com/**', (route) => route.abort());
  await page.goto(shop.url);
  const options = JSON.stringify({ sessionId: body.id, environment: 'sandbox' });
  await page.evaluate(`import('${world.base_url}/sdk/v1/fairway.mjs').then(({ checkout }) => {
    checkout(${options}).mount('#pay');
  })`);
  await page.getByRole('button', { name: 'Pay with PayPal', exact: true }).waitFor();
});

it(
  'the loader loads once however often it is called, and tries anew after it failed',
  async () => {
    const { page } = await openPage(browser);
    // A shop whose page has no script of ours yet.
    await page.route('**/fairway.js', (route) => route.abort());
    await page.goto(shop.url);
    const load = () =>
      page.evaluate(`import('${world.base_url}/sdk/v1/loader.mjs').then(async ({ loadFairway }) => {
        const loading = loadFairway();
        const isOne = loading === loadFairway();
        return loading.then(({ version }) => ({ isOne, version }), ({ message }) => ({ isOne, message }));
      })`);
    expect(await load()).toEqual({ isOne: true, message: `${world.base_url}: the script did not load` });
    await page.unroute('**/fairway.js');
    expect(await load()).toEqual({ isOne: true, version: expect.stringMatching(/^1\./) });
    expect(await page.locator('head script[integrity]').count()).toBe(1);
  },
  LIMIT_MS,
);
