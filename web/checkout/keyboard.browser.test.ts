import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readyCapabilities, readyProducts } from '../../sandbox/ppcp/shapes/seed.ts';
import { ar } from '../../service/src/pages/locales/ar.ts';
import { en } from '../../service/src/pages/locales/en.ts';
import {
  makeChannel,
  makeConnectedMerchant,
  makeSession,
  type TestMerchant,
} from '../../tests/world/actors.ts';
import { makeGatewayMerchant } from '../../tests/world/gateways.ts';
import { joinWorld, type World } from '../../tests/world/world.ts';
import { breaches, closePages, openPage, startBrowser, tabTo } from '../common/browser.fixture.ts';
import { DECLINED, GOOD, IN_ONE_FRAME, ONE_BY_ONE } from '../kits/fields.fixture.ts';
import { hears, mountCheckout, openShop, type Shop } from '../sdk/shop.fixture.ts';

// Each way to pay and to save, without a pointer, to who reads from the left and from the right.

const LIMIT_MS = 180_000;
const PAY = 'Pay with PayPal';
const AT_THE_PROVIDER = /^Pay 48.50/;
const READERS = [
  { locale: 'en-US', words: en },
  { locale: 'ar-EG', words: ar },
] as const;

let world: World;
let browser: Browser;
let shop: Shop;
let merchant: TestMerchant;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [world, browser] = await Promise.all([joinWorld(), startBrowser()]);
  const capabilities = readyCapabilities().map(({ name }) => ({ name, status: 'ACTIVE' }));
  const products = readyProducts().map((product) => ({ ...product, vetting_status: 'SUBSCRIBED' }));
  merchant = await makeConnectedMerchant(world, await makeChannel(world), { capabilities, products });
  shop = await openShop({ base: world.base_url });
}, LIMIT_MS);

afterEach(closePages);

afterAll(async () => {
  await shop.close();
  await world.close();
}, LIMIT_MS);

const newSession = async (body: Record<string, unknown> = {}, of = merchant) =>
  (await makeSession(world, of, { amount: '48.50', ...body })).body;

/** What a phrase reads as, whatever stands in its gaps. */
function reads(phrase: string): RegExp {
  const parts = phrase.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'u');
}

async function press(name: string | RegExp, frame = page.mainFrame()): Promise<void> {
  await tabTo(page, name, frame);
  await page.keyboard.press('Enter');
}

// In a window of the provider's, which ends by it.
async function agreeIn(popup: Page, name: RegExp): Promise<void> {
  await popup.getByRole('button', { name }).waitFor();
  await tabTo(popup, name);
  await Promise.all([popup.waitForEvent('close'), popup.keyboard.press('Enter').catch(() => undefined)]);
}

async function type(...fields: readonly string[]): Promise<void> {
  for (const text of fields) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
}

// They are frames of the provider's, which a page has drawn before they have come.
const fields = () => page.frameLocator('iframe').first().locator('input').first().waitFor();

async function isSound(): Promise<void> {
  expect(await breaches(page)).toEqual([]);
  expect(complaints).toEqual([]);
}

describe.each(READERS)('for a reader in $locale', ({ locale, words }) => {
  const open = async (more: object = {}) => {
    ({ page, complaints } = await openPage(browser, { locale, ...more }));
  };
  const heading = (name: string) => page.getByRole('heading', { name }).waitFor();

  it(
    'the buyer pays on the page of the provider and comes back, without a script',
    async () => {
      await open({ javaScriptEnabled: false });
      await page.goto((await newSession()).checkout_url);
      await press(reads(words.actions.continue_to_pay));
      await page.getByRole('button', { name: AT_THE_PROVIDER }).waitFor();
      await press(AT_THE_PROVIDER);
      await page.getByRole('button', { name: reads(words.actions.confirm_payment) }).waitFor();
      await press(reads(words.actions.confirm_payment));
      await heading(words.paying.paid.heading);
    },
    LIMIT_MS,
  );

  it(
    'a way to pay is saved on the page of the provider',
    async () => {
      await open();
      await page.goto((await newSession({ amount: 0 })).checkout_url);
      await press(words.actions.continue_to_provider);
      await page.getByRole('button', { name: 'Agree and save' }).waitFor();
      await press('Agree and save');
      await heading(words.saving.paid.heading);
      await isSound();
    },
    LIMIT_MS,
  );

  it.each([
    ['in one frame', IN_ONE_FRAME],
    ['in fields one by one', ONE_BY_ONE],
  ] as const)(
    'a card is entered %s, also again after a decline',
    async (_where, { gateway }) => {
      const seller = await makeGatewayMerchant(world, await makeChannel(world), gateway);
      await open();
      await page.goto((await newSession({}, seller)).checkout_url);
      await fields();
      for (const number of [DECLINED, GOOD]) {
        await page.locator('[data-phase="drawn"]').waitFor();
        await page.getByRole('heading', { name: words.card.form }).focus();
        await type(number, '12/40', '123');
        await press(reads(words.card.pay));
        if (number === DECLINED) await page.locator('[data-notice-name="declined"]').waitFor();
      }
      await heading(words.paying.paid.heading);
      await isSound();
    },
    LIMIT_MS,
  );

  it(
    'a card is saved in the fields of a gateway',
    async () => {
      const saver = await makeGatewayMerchant(world, await makeChannel(world), ONE_BY_ONE.gateway);
      const toSave = { amount: 0, metadata: { customer_ref: 'customer-1' } };
      await open();
      await page.goto((await newSession(toSave, saver)).checkout_url);
      await fields();
      await page.locator('[data-phase="drawn"]').waitFor();
      await page.getByRole('heading', { name: words.saving.pay.heading, exact: true }).focus();
      await type(GOOD, '12/40', '123');
      await press(words.actions.confirm_saving);
      await heading(words.saving.paid.heading);
      await isSound();
    },
    LIMIT_MS,
  );

  it(
    'the page in a frame is reached, paid in and left again',
    async () => {
      const { id: sessionId } = await newSession({ allowed_origins: [shop.url] });
      await open();
      await page.goto(shop.url);
      await mountCheckout(page, { sessionId, as: 'embed', locale });
      await hears(page, 'onReady');
      const frame = page.frames()[1]!;
      await tabTo(page, PAY, frame);
      const [popup] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
      await agreeIn(popup, AT_THE_PROVIDER);
      expect(await hears(page, 'onApprove')).toMatchObject({ sessionId });
      await frame.getByRole('heading', { name: words.paying.paid.heading }).waitFor();
      await isSound();
    },
    LIMIT_MS,
  );

  it(
    'the buttons and the fields on a page of a channel are pressed and filled',
    async () => {
      await open();
      await page.goto(shop.url);
      const first = (await newSession()).id as string;
      await mountCheckout(page, { sessionId: first, locale });
      await hears(page, 'onReady');
      await tabTo(page, PAY);
      const [popup] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
      await agreeIn(popup, AT_THE_PROVIDER);
      expect(await hears(page, 'onApprove')).toMatchObject({ sessionId: first });
      const second = (await newSession()).id as string;
      await mountCheckout(page, { sessionId: second, locale, into: '#other' });
      await hears(page, 'onReady', 2);
      // The fields are the provider's, and so are their names.
      for (const number of [DECLINED, GOOD]) {
        await tabTo(page, 'Card number');
        await page.keyboard.press('ControlOrMeta+A');
        await page.keyboard.type(number);
        if (number === DECLINED) await type('12/39', '123');
        await press(words.card.form);
        if (number === DECLINED)
          expect(await hears(page, 'onError')).toMatchObject({ code: 'payment_declined' });
      }
      expect(await hears(page, 'onApprove', 2)).toMatchObject({ sessionId: second });
      await isSound();
    },
    LIMIT_MS,
  );
});

it(
  'what is said of a lost connection is taken back when it is there again',
  async () => {
    ({ page, complaints } = await openPage(browser));
    await page.goto((await newSession()).checkout_url);
    await page.getByRole('button', { name: PAY, exact: true }).waitFor();
    const said = page.getByRole('status').filter({ hasText: 'You are offline' });
    await page.context().setOffline(true);
    await expect.poll(() => said.count()).toBe(1);
    await page.context().setOffline(false);
    await expect.poll(() => said.count()).toBe(0);
  },
  LIMIT_MS,
);

it(
  'who presses without a connection is told so, once, and finds the buttons again when it is back',
  async () => {
    ({ page, complaints } = await openPage(browser));
    await page.goto((await newSession()).checkout_url);
    await page.getByRole('button', { name: PAY, exact: true }).waitFor();
    await loseConnection();
    await press(PAY);
    await focused(page.locator('[data-notice-name="no_connection"]'));
    expect(await page.locator('.notice').filter({ visible: true }).allInnerTexts()).toEqual([
      en.notices.no_connection,
    ]);
    await findConnection();
    await focused(page.getByRole('heading', { name: en.paying.pay.heading }));
    expect(await page.locator('.notice').filter({ visible: true }).count()).toBe(0);
    await press(PAY);
    await page.locator('[data-notice-name="window_open"]').waitFor();
    expect(complaints).toEqual([]);
  },
  LIMIT_MS,
);

it(
  'who has gone on to the buttons meanwhile stays there when the connection is back',
  async () => {
    ({ page, complaints } = await openPage(browser));
    await page.goto((await newSession()).checkout_url);
    await page.getByRole('button', { name: PAY, exact: true }).waitFor();
    await loseConnection();
    await press(PAY);
    const said = page.locator('[data-notice-name="no_connection"]');
    await focused(said);
    await tabTo(page, PAY);
    await findConnection();
    await said.waitFor({ state: 'hidden' });
    await focused(page.getByRole('button', { name: PAY, exact: true }));
  },
  LIMIT_MS,
);

const ORDERS = '**/orders';

const focused = (place: Locator) =>
  expect.poll(() => place.evaluate((element) => element.matches(':focus')), { timeout: 10_000 }).toBe(true);

// The browser's own emulation forgets it as soon as the provider's window opens.
async function loseConnection(): Promise<void> {
  await page.route(ORDERS, (route) => route.abort('internetdisconnected'));
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
    dispatchEvent(new Event('offline'));
  });
}

async function findConnection(): Promise<void> {
  await page.unroute(ORDERS);
  await page.evaluate(() => {
    Reflect.deleteProperty(navigator, 'onLine');
    dispatchEvent(new Event('online'));
  });
}
