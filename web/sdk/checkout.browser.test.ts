import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  makeChannel,
  makeConnectedMerchant,
  makeSession,
  type TestMerchant,
} from '../../tests/world/actors.ts';
import { CATALOGUES } from '../../service/src/pages/locales/catalogues.ts';
import { startWorld, type World } from '../../tests/world/world.ts';
import { breaches, closePages, openPage, startBrowser } from '../common/browser.fixture.ts';
import { hears, mountCheckout, openShop, type Shop, told } from './shop.fixture.ts';

const PAY = 'Pay with PayPal';
const LIMIT_MS = 180_000;

let world: World;
let browser: Browser;
let merchant: TestMerchant;
let shop: Shop;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(), startBrowser()]);
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  shop = await openShop({ base: world.base_url });
}, LIMIT_MS);

afterEach(async () => {
  await closePages();
  await world.control('DELETE', 'faults');
});

afterAll(async () => {
  await shop.close();
  await world.close();
}, LIMIT_MS);

async function newSession(body: Record<string, unknown> = {}): Promise<string> {
  return (await makeSession(world, merchant, { amount: '48.50', ...body })).body.id;
}

async function openedShop(): Promise<{ page: Page; complaints: string[] }> {
  const opened = await openPage(browser);
  // This machine reaches nobody else.
  await opened.page.route('https://pay.google.com/**', (route) => route.abort());
  await opened.page.goto(shop.url);
  return opened;
}

/** Opens the provider's window by a button of the page and does one thing in it. */
async function inWindow(page: Page, act: string | RegExp, place = '#pay'): Promise<void> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.locator(place).getByRole('button', { name: PAY, exact: true }).click(),
  ]);
  const endings = popup.getByText('Try another ending');
  await endings.waitFor();
  if (act !== PAY_IT && act !== LEAVE) await endings.click();
  await Promise.all([
    popup.waitForEvent('close'),
    popup
      .getByRole('button', { name: act })
      .click({ noWaitAfter: true })
      .catch(() => undefined),
  ]);
}

const PAY_IT = /^Pay 48.50/;
const LEAVE = /^Cancel/;
const DECLINED = /declined/;

const viewOf = async (id: string) => (await world.call('GET', `/api/checkout-sessions/${id}`)).body;

describe('the buttons on a page of a channel', () => {
  it(
    'take the payment and tell the page, once, what a refund needs',
    async () => {
      const sessionId = await newSession();
      const { page, complaints } = await openedShop();
      await mountCheckout(page, { sessionId });
      await hears(page, 'onReady');
      expect(await breaches(page)).toEqual([]);
      await inWindow(page, PAY_IT);
      const approval = await hears(page, 'onApprove');
      const { payment, status } = await viewOf(sessionId);
      expect(status).toBe('completed');
      const { provider_order_id: orderId, provider_capture_id: captureId } = payment;
      expect(approval).toEqual({ sessionId, orderId, captureId });
      expect(await told(page, 'onStateChange')).toEqual([
        'loading',
        'ready',
        'approving',
        'confirming',
        'paid',
      ]);
      expect(await page.getByRole('status').textContent()).toBe('Payment received. Thank you.');
      expect(await page.getByRole('button').count()).toBe(0);
      // Drawn again, the page knows that it was paid.
      await page.evaluate(() => {
        window.made['#pay']!.unmount();
        window.made['#pay']!.mount('#other');
      });
      expect(await page.locator('#other').getByRole('status').textContent()).toBe(
        'Payment received. Thank you.',
      );
      expect(await told(page, 'onApprove')).toHaveLength(1);
      expect(await told(page, 'onError')).toEqual([]);
      expect(await breaches(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'are reached and pressed by keyboard alone, and so is the window that they open',
    async () => {
      const sessionId = await newSession();
      const { page, complaints } = await openedShop();
      await mountCheckout(page, { sessionId });
      await hears(page, 'onReady');
      await page.keyboard.press('Tab');
      const [popup] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
      const paying = popup.getByRole('button', { name: PAY_IT });
      await paying.waitFor();
      const hasFocus = () => paying.evaluate((button) => button === button.ownerDocument.activeElement);
      for (let n = 0; n < 20 && !(await hasFocus()); n += 1) await popup.keyboard.press('Tab');
      expect(await hasFocus()).toBe(true);
      await Promise.all([popup.waitForEvent('close'), popup.keyboard.press('Enter').catch(() => undefined)]);
      expect(await hears(page, 'onApprove')).toMatchObject({ sessionId });
      expect(complaints).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'stay after the buyer left and after a decline, and take the payment then',
    async () => {
      const sessionId = await newSession();
      const { page } = await openedShop();
      await mountCheckout(page, { sessionId });
      await hears(page, 'onReady');
      await inWindow(page, LEAVE);
      await hears(page, 'onCancel');
      await inWindow(page, DECLINED);
      expect(await hears(page, 'onError')).toMatchObject({
        code: 'payment_declined',
        retryable: true,
        status: 402,
      });
      expect(await page.getByRole('status').textContent()).toMatch(/declined/);
      expect(await told(page, 'onApprove')).toEqual([]);
      await inWindow(page, PAY_IT);
      await hears(page, 'onApprove');
    },
    LIMIT_MS,
  );

  it(
    'are not offered while the outcome is unknown, and the page hears when it is known',
    async () => {
      const sessionId = await newSession();
      const { page } = await openedShop();
      await mountCheckout(page, { sessionId });
      await hears(page, 'onReady');
      await world.control('POST', 'faults', {
        operation: 'orders.capture',
        mode: 'error_after_commit',
        times: 1,
      });
      await inWindow(page, PAY_IT);
      await page.getByText('Confirming your payment').waitFor();
      expect(await page.getByRole('button').count()).toBe(0);
      await world.advance(60);
      await world.drain();
      expect(await hears(page, 'onApprove')).toMatchObject({ sessionId });
      expect(await told(page, 'onError')).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'are not drawn anew where they are mounted while something is paid',
    async () => {
      const sessionId = await newSession();
      const { page, complaints } = await openedShop();
      await mountCheckout(page, { sessionId });
      await hears(page, 'onReady');
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        page.locator('#pay').getByRole('button', { name: PAY, exact: true }).click(),
      ]);
      const paying = popup.getByRole('button', { name: PAY_IT });
      await paying.waitFor();
      await page.evaluate(() => {
        window.made['#pay']!.unmount();
        window.made['#pay']!.mount('#other');
      });
      expect(await page.locator('.fairway').count()).toBe(1);
      expect((await told(page, 'onStateChange')).at(-1)).toBe('approving');
      await Promise.all([
        popup.waitForEvent('close'),
        paying.click({ noWaitAfter: true }).catch(() => undefined),
      ]);
      expect(await hears(page, 'onApprove')).toMatchObject({ sessionId });
      expect(await page.locator('#other').getByRole('status').textContent()).toBe(
        'Payment received. Thank you.',
      );
      expect(await told(page, 'onReady')).toHaveLength(1);
      expect(await told(page, 'onStateChange')).toEqual([
        'loading',
        'ready',
        'approving',
        'confirming',
        'paid',
      ]);
      expect(complaints).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'are drawn once by effects that run twice, by one script for pages with two of them',
    async () => {
      const [one, other] = [await newSession(), await newSession()];
      const { page, complaints } = await openedShop();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await mountCheckout(page, { sessionId: one });
      await page.evaluate(() => {
        const made = window.made['#pay']!;
        made.unmount();
        made.unmount();
        made.mount('#pay').mount('#pay');
      });
      await mountCheckout(page, { sessionId: other, into: '#other' });
      await hears(page, 'onReady', 2);
      expect(await page.locator('#pay').getByRole('button', { name: PAY, exact: true }).count()).toBe(1);
      expect(await page.locator('#other').getByRole('button', { name: PAY, exact: true }).count()).toBe(1);
      expect(asked.filter((path) => path === '/sdk/js')).toHaveLength(1);
      expect(asked.filter((path) => path.endsWith(`${one}/client-token`))).toHaveLength(1);
      await inWindow(page, PAY_IT, '#other');
      expect(await hears(page, 'onApprove')).toMatchObject({ sessionId: other });
      await inWindow(page, PAY_IT);
      expect(await hears(page, 'onApprove', 2)).toMatchObject({ sessionId: one });
      const late = await page.evaluate(() => {
        const made = window.made['#pay']!;
        made.destroy();
        made.destroy();
        made.unmount();
        try {
          made.mount('#pay');
        } catch (error) {
          return (error as { code: string }).code;
        }
        return null;
      });
      expect(late).toBe('config_error');
      expect(await page.locator('.fairway').count()).toBe(1);
      expect(complaints).toEqual([]);
    },
    LIMIT_MS,
  );
});

describe('the language of what a buyer reads', () => {
  it(
    'is the one that the page asks for, from right to left where it is written so',
    async () => {
      const sessionId = await newSession();
      const { page, complaints } = await openedShop();
      await mountCheckout(page, { sessionId, locale: 'ar' });
      await hears(page, 'onReady');
      const root = page.locator('#pay > *');
      expect([await root.getAttribute('lang'), await root.getAttribute('dir')]).toEqual(['ar', 'rtl']);
      await inWindow(page, DECLINED);
      await hears(page, 'onError');
      expect(await page.getByRole('status').textContent()).toBe(CATALOGUES.ar.notices.declined);
      expect(await breaches(page)).toEqual([]);
      await inWindow(page, PAY_IT);
      await hears(page, 'onApprove');
      const said = await page.getByRole('status').textContent();
      expect(said).toMatch(/48.50/);
      // What was paid is said in the same language when it is drawn again.
      await page.evaluate(() => window.made['#pay']!.mount('#other'));
      expect(await page.locator('#other').getByRole('status').textContent()).toBe(said);
      expect(complaints).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'is that of the page when it asks for none, and in a frame the one that is asked for',
    async () => {
      const sessionId = await newSession();
      const { page } = await openedShop();
      await page.evaluate(() => {
        document.documentElement.lang = 'de-AT';
      });
      await mountCheckout(page, { sessionId });
      await hears(page, 'onReady');
      expect(await page.locator('#pay > *').getAttribute('lang')).toBe('de');
      await mountCheckout(page, { sessionId, as: 'embed', into: '#other', locale: 'fr' });
      await hears(page, 'onReady', 2);
      const { heading } = CATALOGUES.fr.paying.pay;
      await page.frameLocator('iframe').getByRole('heading', { name: heading }).waitFor();
    },
    LIMIT_MS,
  );
});
