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
import { breaches, closePages, openPage, startBrowser } from '../kit/browser.fixture.ts';
import { hears, mountCheckout, openShop, type Shop, told } from './shop.fixture.ts';

const PAY = 'Pay with PayPal';
const LIMIT_MS = 60_000;

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
  await page.goto(shop.url);
  await mountCheckout(page, { sessionId, as: 'embed', ...more });
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
    expect(complaints).toEqual([]);
  },
  LIMIT_MS,
);

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
