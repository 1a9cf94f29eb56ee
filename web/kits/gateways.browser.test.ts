import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { en } from '../../service/src/pages/locales/en.ts';
import { makeChannel, makeSession } from '../../tests/world/actors.ts';
import { as, type GatewayMerchant, makeGatewayMerchant, NMI } from '../../tests/world/gateways.ts';
import { joinWorld, type World } from '../../tests/world/world.ts';
import { breaches, closePages, openPage, sidewaysOf, startBrowser } from '../common/browser.fixture.ts';
import { hears, mountCheckout, openShop, type Shop, told } from '../sdk/shop.fixture.ts';
import { DECLINED, GOOD, IN_ONE_FRAME, ONE_BY_ONE } from './fields.fixture.ts';

// Each gateway's fields, in the page of the service, in a frame and in a page of a channel.

const LIMIT_MS = 180_000;
const ANOTHER_CARD = expect.stringMatching(/declined.* another card\.$/) as string;

let world: World;
let browser: Browser;
let shop: Shop;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [world, browser] = await Promise.all([joinWorld(), startBrowser()]);
  shop = await openShop({ base: world.base_url });
}, LIMIT_MS);

afterEach(closePages);

afterAll(async () => {
  await shop.close();
  await world.close();
}, LIMIT_MS);

describe.each([
  ['Gr4vy', IN_ONE_FRAME],
  ['NMI', ONE_BY_ONE],
] as const)('the fields of %s', (_name, fields) => {
  let merchant: GatewayMerchant;

  beforeAll(async () => {
    merchant = await makeGatewayMerchant(world, await makeChannel(world), fields.gateway);
  }, LIMIT_MS);

  const newSession = async (body: Record<string, unknown> = {}) =>
    (await makeSession(world, merchant, { amount: '48.50', ...body })).body;
  const viewOf = async (id: string) => (await world.call('GET', `/api/checkout-sessions/${id}`)).body;

  it(
    'take a payment on the page of the service after a decline, and it is returned',
    async () => {
      const session = await newSession();
      ({ page, complaints } = await openPage(browser));
      await page.goto(session.checkout_url);
      await page.getByRole('button', { name: 'Pay $48.50' }).waitFor();
      expect(await breaches(page)).toEqual([]);
      await fields.type(page, DECLINED);
      await page.getByRole('button', { name: 'Pay $48.50' }).click();
      const declined = page.locator('[data-notice-name="declined"]');
      await declined.waitFor();
      expect(await declined.innerText()).toBe(en.card.declined);
      expect((await viewOf(session.id)).status).toBe('open');
      await fields.type(page, GOOD);
      await page.getByRole('button', { name: 'Pay $48.50' }).click();
      await page.getByRole('heading', { name: 'Payment received' }).waitFor();
      const { status, payment } = await viewOf(session.id);
      expect([status, payment.status]).toEqual(['completed', 'captured']);
      const refund = await world.call(
        'POST',
        `/api/payments/captures/${payment.provider_capture_id}/refund`,
        {
          ...as(merchant),
          body: { amount: '12.50' },
        },
      );
      expect(refund).toMatchObject({ status: 200, body: { success: true } });
      expect(await page.content()).not.toContain('4111');
      expect(complaints).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'are filled and sent by keyboard alone, on a small phone',
    async () => {
      const session = await newSession();
      ({ page, complaints } = await openPage(browser, { width: 320, height: 700, colorScheme: 'dark' }));
      await page.goto(session.checkout_url);
      await page.getByRole('button', { name: 'Pay $48.50' }).waitFor();
      expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
      const places = page.locator('.fairway-ccexp iframe, .fairway-cvv iframe');
      const lines = (await places.all()).map(async (one) => (await one.boundingBox())?.y);
      expect(new Set(await Promise.all(lines)).size, 'fields side by side').toBeLessThanOrEqual(1);
      expect(await breaches(page)).toEqual([]);
      await page.getByRole('heading', { name: 'Pay by card' }).focus();
      for (const text of [GOOD, '12/40', '123']) {
        await page.keyboard.press('Tab');
        await page.keyboard.type(text);
      }
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Payment received' }).waitFor();
      expect(complaints).toEqual([]);
    },
    LIMIT_MS,
  );

  it.each(['checkout', 'embed'] as const)(
    'take a payment on a page of a channel, by %s, and tell it of a decline',
    async (way) => {
      const { id: sessionId } = await newSession({ allowed_origins: [shop.url] });
      ({ page, complaints } = await openPage(browser));
      await page.goto(shop.url);
      await mountCheckout(page, { sessionId, as: way });
      await hears(page, 'onReady');
      const place = way === 'embed' ? page.frameLocator('#pay > iframe') : page;
      const button = place.getByRole('button', { name: way === 'embed' ? 'Pay $48.50' : 'Pay by card' });
      await fields.type(place, DECLINED);
      await button.click();

      expect(await hears(page, 'onError')).toMatchObject({ code: 'payment_declined', retryable: true });
      await expect.poll(() => place.getByRole('status').allInnerTexts()).toContainEqual(ANOTHER_CARD);
      await fields.type(place, GOOD);
      await button.click();
      const approval = await hears(page, 'onApprove');
      const { payment } = await viewOf(sessionId);
      const { provider_order_id: orderId, provider_capture_id: captureId } = payment;
      expect(approval).toEqual({ sessionId, orderId, captureId });
      expect(await told(page, 'onError')).toHaveLength(1);
      expect((await told(page, 'onStateChange')).slice(-3)).toEqual(['approving', 'confirming', 'paid']);
      expect(complaints).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'stand on a page that allows what their session names, and no other provider',
    async () => {
      const { id: sessionId } = await newSession();
      const strict = await openShop({ base: world.base_url, session: sessionId });
      try {
        ({ page, complaints } = await openPage(browser));
        await page.goto(strict.url);
        await mountCheckout(page, { sessionId });
        await hears(page, 'onReady');
        await fields.type(page, GOOD);
        await page.getByRole('button', { name: 'Pay by card' }).click();
        await hears(page, 'onApprove');
        expect(complaints).toEqual([]);
      } finally {
        await strict.close();
      }
    },
    LIMIT_MS,
  );
});

it(
  'what is wrong with a field is said, and fields of one gateway stand once on a page',
  async () => {
    const merchant = await makeGatewayMerchant(world, await makeChannel(world), NMI);
    const [one, other] = [await makeSession(world, merchant), await makeSession(world, merchant)];
    ({ page } = await openPage(browser));
    await page.goto(shop.url);
    await mountCheckout(page, { sessionId: one.body.id });
    await hears(page, 'onReady');
    await ONE_BY_ONE.type(page, '4111 1111 1111 1112');
    await page.getByRole('button', { name: 'Pay by card' }).click();
    await page.getByRole('alert').getByText('Check the card number.').waitFor();
    expect(await told(page, 'onError')).toEqual([]);
    await mountCheckout(page, { sessionId: other.body.id, into: '#other' });
    expect(await hears(page, 'onError')).toMatchObject({ code: 'provider_unsupported' });
    expect(await page.getByRole('link', { name: 'Continue on the payment page' }).isVisible()).toBe(true);
    // Taken away, they may stand in another place.
    await page.evaluate(() => {
      window.made['#pay']!.unmount();
      window.made['#other']!.destroy();
      window.made['#pay']!.mount('#other');
    });
    await hears(page, 'onReady', 2);
    await ONE_BY_ONE.type(page, GOOD);
    await page.getByRole('button', { name: 'Pay by card' }).click();
    await hears(page, 'onApprove');
  },
  LIMIT_MS,
);
