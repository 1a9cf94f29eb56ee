import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readyCapabilities, readyProducts } from '../../sandbox/ppcp/shapes/seed.ts';
import {
  makeChannel,
  makeConnectedMerchant,
  makeSession,
  type TestMerchant,
} from '../../tests/world/actors.ts';
import { joinWorld, type World } from '../../tests/world/world.ts';
import { breaches, closePages, openPage, startBrowser } from '../common/browser.fixture.ts';
import { appleDevice, googleDevice } from './devices.fixture.ts';
import { hears, mountCheckout, openShop, type Shop, told } from './shop.fixture.ts';

// The ways to pay beside the buttons, each where the merchant's account has it and the device can.

const LIMIT_MS = 180_000;
const [GOOD, DECLINED, HELD, MISTYPED] = [
  '4111 1111 1111 1111',
  '4000 0000 0000 0002',
  '4000 0000 0000 0077',
  '4111 1111 1111 1112',
];

let world: World;
let browser: Browser;
let merchant: TestMerchant;
let shop: Shop;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [world, browser] = await Promise.all([joinWorld(), startBrowser()]);
  const capabilities = readyCapabilities().map(({ name }) => ({ name, status: 'ACTIVE' }));
  const products = readyProducts().map((product) => ({ ...product, vetting_status: 'SUBSCRIBED' }));
  merchant = await makeConnectedMerchant(world, await makeChannel(world), { capabilities, products });
  const pay_later = {
    enabled: true,
    logo_type: 'primary',
    logo_position: 'left',
    text_color: 'black',
    text_align: 'left',
    text_size: 14,
  };
  await world.operator('PATCH', `merchants/${merchant.merchant_id}`, { pay_later });
  shop = await openShop({ base: world.base_url });
}, LIMIT_MS);

afterEach(closePages);

afterAll(async () => {
  await shop.close();
  await world.close();
}, LIMIT_MS);

async function visit(device: 'apple' | 'google' | 'neither', of = merchant): Promise<string> {
  ({ page, complaints } = await openPage(browser));
  if (device === 'apple') await page.addInitScript(appleDevice);
  await page.route('https://pay.google.com/**', (route) =>
    device === 'google'
      ? route.fulfill({ contentType: 'text/javascript', body: googleDevice })
      : route.abort(),
  );
  await page.goto(shop.url);
  const sessionId = (await makeSession(world, of, { amount: '48.5' })).body.id;
  await mountCheckout(page, { sessionId });
  await hears(page, 'onReady');
  return sessionId;
}

async function payByCard(number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry (MM/YY)').fill('12/39');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Pay by card' }).click();
}

it(
  'a card is typed in: mistyped it is said, declined it may be another, good it is taken',
  async () => {
    const sessionId = await visit('neither');
    await page.getByText('4 interest-free payments of $12.13').waitFor();
    expect(await breaches(page)).toEqual([]);
    // The provider's own button for cards would be the same again.
    expect(await page.getByRole('button', { name: /card/i }).count()).toBe(1);
    await payByCard(MISTYPED);
    await page.getByText('Check the card number.').waitFor();
    expect(await told(page, 'onError')).toEqual([]);
    await payByCard(DECLINED);
    expect(await hears(page, 'onError')).toMatchObject({ code: 'payment_declined', retryable: true });
    await payByCard(GOOD);
    expect(await hears(page, 'onApprove')).toMatchObject({ sessionId });
    expect(await told(page, 'onError')).toHaveLength(1);
    expect(complaints).toEqual([]);
  },
  LIMIT_MS,
);

it(
  'capture_pending: a payment under review is never offered again, and the page hears when it is through',
  async () => {
    const sessionId = await visit('neither');
    await payByCard(HELD);
    expect(await hears(page, 'onError')).toMatchObject({ code: 'capture_pending', retryable: false });
    expect(await page.getByRole('status').textContent()).toMatch(/being reviewed/);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await told(page, 'onApprove')).toEqual([]);
    const view = await world.call('GET', `/api/checkout-sessions/${sessionId}`);
    const { provider_capture_id: captureId } = view.body.payment;
    await world.control('POST', `captures/${captureId}/settle`, { status: 'COMPLETED' });
    await world.drain();
    expect(await hears(page, 'onApprove')).toMatchObject({ sessionId, captureId });
    expect(await told(page, 'onError')).toHaveLength(1);
  },
  LIMIT_MS,
);

it(
  "a device's own sheets pay the exact amount, and leaving them takes nothing",
  async () => {
    const bought = await visit('apple');
    await page.evaluate(() => void Object.assign(window, { leavesSheet: true }));
    await page.getByRole('button', { name: 'Pay with Apple Pay' }).click();
    await hears(page, 'onCancel');
    await page.evaluate(() => void Object.assign(window, { leavesSheet: false }));
    await page.getByRole('button', { name: 'Pay with Apple Pay' }).click();
    expect(await hears(page, 'onApprove')).toMatchObject({ sessionId: bought });
    expect(await page.evaluate(() => (window as unknown as { sheets: unknown[] }).sheets)).toMatchObject([
      {
        total: { label: 'Corner Shop', amount: '48.50' },
        countryCode: 'US',
        currencyCode: 'USD',
        told: null,
      },
      { total: { label: 'Corner Shop', amount: '48.50' }, told: 0 },
    ]);
    const other = await visit('google');
    await page.getByRole('button', { name: 'Pay with Google Pay' }).click();
    expect(await hears(page, 'onApprove')).toMatchObject({ sessionId: other });
    expect(await page.evaluate(() => (window as unknown as { asked: unknown }).asked)).toMatchObject({
      transactionInfo: {
        totalPriceStatus: 'FINAL',
        totalPrice: '48.50',
        currencyCode: 'USD',
        countryCode: 'US',
      },
    });
    expect(complaints).toEqual([]);
  },
  LIMIT_MS,
);

it(
  'a device that can pay is offered nothing that the merchant’s account has not',
  async () => {
    const capabilities = readyCapabilities().map((one) =>
      /_PAY$/.test(one.name) ? { ...one, status: 'PENDING' } : one,
    );
    const plain = await makeConnectedMerchant(world, merchant, { capabilities });
    for (const device of ['apple', 'google'] as const) {
      await visit(device, plain);
      await page.getByRole('button', { name: 'Pay with PayPal' }).waitFor();
      expect(await page.getByRole('button', { name: /Apple Pay|Google Pay/ }).count()).toBe(0);
      expect(await page.getByLabel('Card number').count()).toBe(0);
      expect(complaints).toEqual([]);
    }
  },
  LIMIT_MS,
);

it(
  'a way that the merchant leaves out is not drawn',
  async () => {
    const leave = (supported_funding: string[] | null) =>
      world.operator('PATCH', `merchants/${merchant.merchant_id}`, { supported_funding });
    await leave(['paypal', 'googlepay']);
    try {
      await visit('apple');
      expect(await page.getByLabel('Card number').count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Pay with Apple Pay' }).count()).toBe(0);
      await visit('google');
      await page.getByRole('button', { name: 'Pay with Google Pay' }).waitFor();
    } finally {
      await leave(null);
    }
  },
  LIMIT_MS,
);
