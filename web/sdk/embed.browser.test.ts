import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  capture,
  makeChannel,
  makeConnectedMerchant,
  makeOrder,
  makeSession,
  type TestMerchant,
} from '../../tests/world/actors.ts';
import { joinWorld, type World } from '../../tests/world/world.ts';
import { breaches, closePages, openPage, startBrowser } from '../common/browser.fixture.ts';
import { hears, mountCheckout, openShop, servePage, type Shop, told } from './shop.fixture.ts';

const PAY = 'Pay with PayPal';
const LIMIT_MS = 180_000;

const schema = new URL('../../docs/frame-messages.schema.json', import.meta.url);
const isPublished = new Ajv2020().compile(JSON.parse(readFileSync(schema, 'utf8')) as object);

let world: World;
let browser: Browser;
let merchant: TestMerchant;
let shop: Shop;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [world, browser] = await Promise.all([joinWorld(), startBrowser()]);
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  shop = await openShop({ base: world.base_url });
}, LIMIT_MS);

afterEach(closePages);

afterAll(async () => {
  await shop.close();
  await world.close();
}, LIMIT_MS);

async function embedded(sessionId: string, more: { environment?: 'live' } = {}): Promise<void> {
  ({ page, complaints } = await openPage(browser));
  await page.addInitScript(keepPosted);
  await page.goto(shop.url);
  await mountCheckout(page, { sessionId, as: 'embed', ...more });
}

type Posted = { source?: unknown; type: string };

// Runs in each frame: what is said by a port is kept there, and so is what offers one.
function keepPosted(): void {
  const kept: unknown[] = [];
  Object.assign(window, { kept });
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
    kept.push(message);
    post.call(this, message);
  };
  addEventListener('message', ({ data }) => kept.push(data));
}

/** What the page and its frame said to each other; the provider's window speaks to the frame as well. */
async function posted(): Promise<Posted[]> {
  const kept = page
    .frames()
    .map((frame) => frame.evaluate(() => (window as never as { kept: Posted[] }).kept));
  return (await Promise.all(kept)).flat().filter(({ source }) => source === 'fairway');
}

async function newSession(body: Record<string, unknown> = {}): Promise<string> {
  return (await makeSession(world, merchant, { amount: '48.50', ...body })).body.id;
}

async function inWindow(act: RegExp): Promise<void> {
  const frame = page.frameLocator('iframe');
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    frame.getByRole('button', { name: PAY, exact: true }).click(),
  ]);
  const endings = popup.getByText('Try another ending');
  await endings.waitFor();
  if (act.source === 'declined') await endings.click();
  await Promise.all([
    popup.waitForEvent('close'),
    popup
      .getByRole('button', { name: act })
      .click({ noWaitAfter: true })
      .catch(() => undefined),
  ]);
}

it(
  'the page in a frame takes the payment, as high as what it holds, and tells the page around it',
  async () => {
    const sessionId = await newSession({ allowed_origins: [shop.url] });
    await embedded(sessionId);
    await hears(page, 'onReady');
    expect(await page.locator('iframe').getAttribute('title')).toBe('Payment to Corner Shop');
    const height = (await hears(page, 'onResize')) as number;
    expect(height).toBeGreaterThan(400);
    expect(height).toBeLessThan(1200);
    const frame = page.frames()[1]!;
    const [inner, window] = await frame
      .locator('html')
      .evaluate((root) => [root.scrollHeight, root.clientHeight]);
    expect(inner).toBeLessThanOrEqual(window);
    expect(await breaches(page)).toEqual([]);
    await inWindow(/^Cancel/);
    await hears(page, 'onCancel');
    await inWindow(/declined/);
    expect(await hears(page, 'onError')).toMatchObject({ code: 'payment_declined', retryable: true });
    await inWindow(/^Pay 48.50/);
    const approval = await hears(page, 'onApprove');
    const { payment } = (await world.call('GET', `/api/checkout-sessions/${sessionId}`)).body;
    const { provider_order_id: orderId, provider_capture_id: captureId } = payment;
    expect(approval).toEqual({ sessionId, orderId, captureId });
    expect((await told(page, 'onStateChange')).slice(-2)).toEqual(['confirming', 'paid']);
    const said = await posted();
    const types = [...new Set(said.map(({ type }) => type))].toSorted();
    expect(types).toEqual(['approve', 'cancel', 'error', 'init', 'ready', 'resize', 'state']);
    expect(said.filter((message) => !isPublished(message))).toEqual([]);
    expect(complaints).toEqual([]);
  },
  LIMIT_MS,
);

/** Opens the provider's window out of the frame; gives the button that pays in it. */
async function begun(): Promise<() => Promise<unknown>> {
  await hears(page, 'onReady');
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.frameLocator('iframe').getByRole('button', { name: PAY, exact: true }).click(),
  ]);
  const paying = popup.getByRole('button', { name: /^Pay 48.50/ });
  await paying.waitFor();
  return () =>
    Promise.all([popup.waitForEvent('close'), paying.click({ noWaitAfter: true }).catch(() => undefined)]);
}

it(
  'what is being paid goes on out of sight when the frame is taken away, and is over with its end',
  async () => {
    const sessionId = await newSession();
    await embedded(sessionId);
    const pay = await begun();
    await page.evaluate(() => window.made['#pay']!.unmount());
    expect(await page.locator('iframe:visible').count()).toBe(0);
    await page.evaluate(() => document.querySelector('#pay')!.remove());
    await pay();
    expect(await hears(page, 'onApprove')).toMatchObject({ sessionId });
    await expect.poll(() => page.locator('iframe').count()).toBe(0);
    // Shown again it is paid, and nothing else is told of it.
    await page.evaluate(() => window.made['#pay']!.mount('#other'));
    await page.frameLocator('iframe').getByRole('heading', { name: 'This order is paid' }).waitFor();
    expect(await told(page, 'onError')).toEqual([]);
    expect((await told(page, 'onStateChange')).at(-1)).toBe('paid');
  },
  LIMIT_MS,
);

it(
  'what is being paid comes back where it is mounted meanwhile, as it was',
  async () => {
    await embedded(await newSession());
    const pay = await begun();
    await page.evaluate(() => {
      window.made['#pay']!.unmount();
      window.made['#pay']!.mount('#other');
    });
    expect(await page.locator('iframe').count()).toBe(1);
    expect(await page.locator('#other > iframe:visible').count()).toBe(1);
    await pay();
    await hears(page, 'onApprove');
    expect(await told(page, 'onReady')).toHaveLength(1);
    await page.frameLocator('iframe').getByRole('heading', { name: 'Payment received' }).waitFor();
    expect(complaints).toEqual([]);
  },
  LIMIT_MS,
);

it(
  'a browser that cannot move a frame lets it go on where it is, beside the one that is drawn',
  async () => {
    ({ page, complaints } = await openPage(browser));
    await page.addInitScript('delete Element.prototype.moveBefore');
    await page.goto(shop.url);
    const sessionId = await newSession();
    await mountCheckout(page, { sessionId, as: 'embed' });
    const pay = await begun();
    await page.evaluate(() => {
      window.made['#pay']!.unmount();
      window.made['#pay']!.mount('#other');
    });
    await hears(page, 'onReady', 2);
    await pay();
    expect(await hears(page, 'onApprove')).toMatchObject({ sessionId });
    await expect.poll(() => page.locator('iframe').count()).toBe(1);
    expect(await told(page, 'onApprove')).toHaveLength(1);
  },
  LIMIT_MS,
);

it('a session of another environment is shown nowhere, and nothing more is heard of it', async () => {
  const base = 'https://pay.sandbox.test';
  ({ page } = await openPage(browser));
  await page.route(`${base}/**`, async (route) => {
    const url = route.request().url().replace(base, world.base_url);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  const script = await (await fetch(`${world.base_url}/sdk/v1/fairway.js`)).text();
  const at = await servePage('<!doctype html><html lang="en"><title>Shop</title><div id="pay"></div></html>');
  try {
    await page.goto(at.url);
    await page.addScriptTag({ content: script });
    const sessionId = await newSession();
    const of = { sessionId, as: 'embed', environment: 'live', baseUrl: base } as const;
    await mountCheckout(page, of);
    expect(await hears(page, 'onError')).toMatchObject({ code: 'config_error', message: /test deployment/ });
    expect(await page.locator('iframe').count()).toBe(0);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(await told(page, 'onStateChange')).toEqual(['loading', 'failed']);
    expect(await told(page, 'onReady')).toEqual([]);
  } finally {
    await at.close();
  }
});

it.each([
  { page: '', theme: undefined, is: 'light' },
  { page: 'light dark', theme: undefined, is: 'dark' },
  { page: 'dark', theme: 'light', is: 'light' },
  { page: '', theme: 'dark', is: 'dark' },
  { page: '', theme: 'auto', is: 'dark' },
] as const)(
  'on a dark device it is $is in a page whose colour scheme is “$page”, asked for $theme',
  async ({ page: scheme, theme, is }) => {
    ({ page, complaints } = await openPage(browser, { colorScheme: 'dark' }));
    await page.goto(shop.url);
    await page.evaluate((declared) => {
      document.documentElement.style.colorScheme = declared;
    }, scheme);
    const sessionId = await newSession();
    await mountCheckout(page, { sessionId, as: 'embed', ...(theme && { theme }) });
    await hears(page, 'onReady');
    const frame = page.frameLocator('iframe');
    const groundOf = () =>
      frame.locator('body:not([data-left])').evaluate((body) => getComputedStyle(body).backgroundColor);
    const ground = { light: 'rgb(243, 245, 247)', dark: 'rgb(13, 16, 20)' }[is];
    expect(await groundOf()).toBe(ground);
    expect(await breaches(page)).toEqual([]);
    // It stays so when the frame is loaded anew.
    await frame.locator('body').evaluate((body) => {
      body.dataset['left'] = '';
      location.reload();
    });
    expect(await groundOf()).toBe(ground);
    expect(complaints).toEqual([]);
  },
  LIMIT_MS,
);

it('a merchant that cannot be paid is told as the service tells it', async () => {
  const gone = await makeConnectedMerchant(world, merchant);
  const { body } = await makeSession(world, gone);
  await world.operator('POST', `merchants/${gone.merchant_id}/release-wallet-link`, {});
  await embedded(body.id);
  expect(await hears(page, 'onError')).toMatchObject({ code: 'config_error', retryable: false });
});

it('what cannot be paid is told by its code', async () => {
  await embedded('cs_1111111111111111111111111111');
  expect(await hears(page, 'onError')).toMatchObject({ code: 'config_error', retryable: false });
  expect(await told(page, 'onStateChange')).toEqual(['loading', 'failed']);
  const frame = page.frameLocator('iframe');
  expect(await frame.getByRole('heading', { name: 'We cannot find this payment' }).isVisible()).toBe(true);
  const order = await makeOrder(world, merchant);
  await capture(world, merchant, order.order_id);
  await embedded(order.session_id);
  expect(await hears(page, 'onError')).toMatchObject({ code: 'session_completed' });
  expect(await told(page, 'onStateChange')).toEqual(['loading', 'completed']);
});

it('a page that may not show it hears that there is no answer', async () => {
  const sessionId = await newSession({ allowed_origins: ['https://shop.example'] });
  ({ page } = await openPage(browser));
  await page.clock.install();
  await page.goto(shop.url);
  await mountCheckout(page, { sessionId, as: 'embed' });
  await page.clock.fastForward(16_000);
  expect(await hears(page, 'onError')).toMatchObject({ code: 'network_error', message: /allowed_origins/ });
});

it('is mounted, taken away and mounted again by effects that run twice', async () => {
  await embedded(await newSession());
  await page.evaluate(() => {
    const made = window.made['#pay']!;
    made.unmount();
    made.mount('#pay').mount('#pay');
  });
  await hears(page, 'onReady');
  expect(await page.locator('iframe').count()).toBe(1);
  await page.evaluate(() => window.made['#pay']!.destroy());
  expect(await page.locator('iframe').count()).toBe(0);
  expect(complaints).toEqual([]);
});
