import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { meet } from '../../local/parties.ts';
import { makeChannel, makeConnectedMerchant } from '../../tests/world/actors.ts';
import { startWorld, type World } from '../../tests/world/world.ts';
import {
  breaches,
  closePages,
  type Look,
  openPage,
  sidewaysOf,
  startBrowser,
  tabTo,
} from '../../web/common/browser.fixture.ts';
import { RAISABLE } from './names.ts';
import { type Shop, startShop } from './serve.ts';

const PAY = 'Pay with PayPal';
const LIMIT_MS = 180_000;

let world: World;
let browser: Browser;
let shop: Shop;
let home: string;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld({ env: { RATE_LIMIT_SCALE: '4' } }), startBrowser()]);
  const merchant = await makeConnectedMerchant(world, await makeChannel(world));
  home = await mkdtemp(path.join(tmpdir(), 'fairway-shop-'));
  const { base_url, sandbox_url, operator_token } = world;
  const { channel_id, key, merchant_id } = merchant;
  shop = await startShop({
    port: 0,
    keeper: {
      parties: meet({ base_url, sandbox_url, operator_token }),
      home,
      channel_id,
      channel_key: key,
      merchant_id,
      base_url,
      near_url: base_url,
      sandbox_url,
    },
  });
}, LIMIT_MS);

afterEach(closePages);

afterAll(async () => {
  await shop.close();
  await rm(home, { recursive: true, force: true });
  await world.close();
}, LIMIT_MS);

it('a page behind a payment keeps clear of the edges of a phone', async () => {
  ({ page, complaints } = await openPage(browser, { width: 360, height: 700 }));
  await page.goto(`${shop.url}/thanks`);
  const { x, width } = (await page.getByRole('main').boundingBox())!;
  expect([x, 360 - x - width]).toEqual([16, 16]);
  expect(complaints).toEqual([]);
});

async function visit(look: Partial<Look> = {}): Promise<void> {
  ({ page, complaints } = await openPage(browser, look));
  // This machine reaches nobody else.
  await page.route('https://pay.google.com/**', (route) => route.abort());
  await page.goto(shop.url);
}

const heard = (way: 'embed' | 'checkout', what: string) =>
  page.locator(`[data-log="${way}"]`).getByText(what).first().waitFor();

async function payInWindow(press: () => Promise<void>, act: RegExp): Promise<void> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), press()]);
  const endings = popup.getByText('Try another ending');
  await endings.waitFor();
  if (act.source === 'declined') await endings.click();
  const button = popup.getByRole('button', { name: act });
  await Promise.all([
    popup.waitForEvent('close'),
    button.click({ noWaitAfter: true }).catch(() => undefined),
  ]);
}

it.each([
  { width: 320, height: 700, colorScheme: 'light' },
  { width: 320, height: 700, colorScheme: 'dark' },
  { width: 1280, height: 900, colorScheme: 'light' },
  { width: 1280, height: 900, colorScheme: 'dark' },
] as const)('is readable, and needs no sideways scroll, at $width px and $colorScheme', async (look) => {
  await visit(look);
  for (const summary of await page.locator('summary').all()) await summary.click();
  expect(await breaches(page)).toEqual([]);
  expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
  expect(complaints).toEqual([]);
});

it(
  'sells in all three ways beside each other, and shows what its page hears',
  async () => {
    await visit({ width: 1280, height: 900, colorScheme: 'light' });
    await page.getByRole('button', { name: 'Show the frame' }).click();
    await page.getByRole('button', { name: 'Draw the buttons' }).click();
    await heard('embed', 'onReady');
    await heard('checkout', 'onReady');
    expect(await breaches(page)).toEqual([]);
    const inFrame = page.frameLocator('[data-stage="embed"] iframe');
    await payInWindow(() => inFrame.getByRole('button', { name: PAY, exact: true }).click(), /^Pay 24.50/);
    await heard('embed', 'onApprove');
    const ours = page.locator('[data-stage="checkout"]');
    await payInWindow(() => ours.getByRole('button', { name: PAY, exact: true }).click(), /^Pay 24.50/);
    await heard('checkout', 'onApprove');
    await page.getByRole('button', { name: 'Pay on the payment page' }).click();
    await page.waitForURL(`${world.base_url}/checkout/**`);
    await payInWindow(() => page.getByRole('button', { name: PAY, exact: true }).click(), /^Pay 24.50/);
    await page.waitForURL(`${shop.url}/thanks`);
    expect(await breaches(page)).toEqual([]);
    expect(complaints).toEqual([]);
  },
  LIMIT_MS,
);

it.each(['Gr4vy', 'NMI'])(
  'sells through %s in all three ways',
  async (rail) => {
    await visit({ width: 1280, height: 900, colorScheme: 'light' });
    await page.getByRole('radio', { name: rail }).check();
    await page.getByRole('button', { name: 'Show the frame' }).click();
    await heard('embed', 'onReady');
    await page.getByRole('button', { name: 'Draw the buttons' }).click();
    await heard('checkout', 'onReady');
    expect(await breaches(page)).toEqual([]);
    await page.getByRole('button', { name: 'Pay on the payment page' }).click();
    await page.getByRole('button', { name: 'Pay $24.50' }).waitFor();
    expect(complaints).toEqual([]);
  },
  LIMIT_MS,
);

it(
  'draws the fields of one gateway where those of another stood',
  async () => {
    await visit({ width: 1280, height: 900, colorScheme: 'light' });
    for (const rail of ['Gr4vy', 'NMI', 'Gr4vy', 'NMI']) {
      await page.getByRole('radio', { name: rail }).check();
      await page.getByRole('button', { name: 'Draw the buttons' }).click();
      await page.locator('[data-log="checkout"]').getByText('onReady').waitFor();
    }
    expect(complaints).toEqual([]);
  },
  LIMIT_MS,
);

it(
  'is used by keyboard alone',
  async () => {
    await visit();
    await tabTo(page, 'Draw the buttons');
    await page.keyboard.press('Enter');
    await heard('checkout', 'onReady');
    await tabTo(page, 'network_error');
    await page.keyboard.press('Enter');
    await page.frameLocator('[data-frame]').getByText('onError: network_error').waitFor();
    await page.getByRole('button', { name: 'Pay on the payment page' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${world.base_url}/checkout/**`);
  },
  LIMIT_MS,
);

it(
  'raises each of the ten codes',
  async () => {
    await visit();
    const raised: FrameLocator = page.frameLocator('[data-frame]');
    const press = () => raised.getByRole('button', { name: PAY, exact: true }).click();
    const codes = Object.keys(RAISABLE);
    expect(codes).toHaveLength(10);
    // The last uses up what the others need.
    for (const code of [...codes.filter((one) => one !== 'rate_limited'), 'rate_limited']) {
      await page.getByRole('button', { name: code, exact: true }).click();
      await raised.getByRole('heading', { name: code, exact: true }).waitFor();
      if (code === 'origin_not_allowed') await press();
      if (code === 'payment_declined') await payInWindow(press, /declined/);
      const said = raised.locator(`[data-heard][data-code="${code}"]`);
      await said.waitFor();
      expect(await said.textContent()).toContain(code);
      expect(await breaches(page)).toEqual([]);
    }
  },
  LIMIT_MS,
);

it('makes an order for its own pages alone', async () => {
  for (const origin of ['https://elsewhere.example', undefined]) {
    const answer = await fetch(`${shop.url}/orders/ppcp`, {
      method: 'POST',
      ...(origin === undefined ? {} : { headers: { origin } }),
    });
    expect(answer.status).toBe(404);
  }
  const unknown = { method: 'POST', headers: { origin: shop.url } };
  expect((await fetch(`${shop.url}/orders/toString`, unknown)).status).toBe(404);
});

it('raises nothing for the pages of others', async () => {
  for (const [code, from] of [
    ['config_error', 'cross-site'],
    ['config_error', 'none'],
    ['toString', 'same-origin'],
  ] as const) {
    const status = await new Promise((resolve, reject) => {
      get(`${shop.url}/raise/${code}`, { headers: { 'sec-fetch-site': from } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on('error', reject);
    });
    expect(status).toBe(404);
  }
});
