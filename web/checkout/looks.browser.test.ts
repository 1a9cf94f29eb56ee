import type { Browser, Page } from 'playwright-core';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  capture,
  makeChannel,
  makeConnectedMerchant,
  makeMerchant,
  makeOrder,
  makeSession,
  type TestChannel,
  type TestMerchant,
} from '../../tests/world/actors.ts';
import { contrast } from '../../service/src/pages/shell/colors.ts';
import { startWorld, type World } from '../../tests/world/world.ts';
import { breaches, breachesOfLook, closePages, openPage, startBrowser } from '../common/browser.fixture.ts';
import { expectSound } from '../common/sound.fixture.ts';

// Every page in each of its states, as people with other eyes and other windows have it.

const LIMIT_MS = 180_000;
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 320, height: 640 };
const SCHEMES = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'light', forcedColors: 'active' },
] as const;
const EMPTY_PX_MAX = 64;
const PASSWORD = 'Correct-horse-1';
const SHOP = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/basket' };
const ORDER = {
  ...SHOP,
  amount: '1248.50',
  description: 'Two tickets',
  external_order_id: 'A-1001',
  items: [{ name: 'Ticket', quantity: 2, unit_amount: '624.25' }],
};

let world: World;
let browser: Browser;
let channel: TestChannel;
let merchant: TestMerchant;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld({ worker: false }), startBrowser()]);
  channel = await makeChannel(world);
  merchant = await makeConnectedMerchant(world, channel);
}, LIMIT_MS);

afterEach(async () => {
  await closePages();
  await world.control('DELETE', 'faults');
});

afterAll(async () => {
  await world.close();
}, LIMIT_MS);

const headed = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor();
const at = (id: string, rest = '') => `${world.base_url}/checkout/${id}${rest}`;

async function newSession(body: Record<string, unknown> = ORDER): Promise<string> {
  return (await makeSession(world, merchant, body)).body.id as string;
}

async function paid(session: Record<string, unknown>): Promise<string> {
  const { session_id, order_id } = await makeOrder(world, merchant, { session });
  await capture(world, merchant, order_id);
  return session_id;
}

async function toExpired(page: Page, body: Record<string, unknown>): Promise<void> {
  const id = await newSession(body);
  await world.advance(31 * 60);
  await page.goto(at(id));
  await headed(page, 'This payment page has expired');
}

async function toInvitation(page: Page): Promise<void> {
  const owner_email = `${randomUUID()}@example.com`;
  const made = await world.operator('POST', 'channels', { name: 'Acme', owner_email });
  await page.goto(made.body.activation_url);
}

/** The page on which a seller comes back whose account has this. */
async function toReturn(page: Page, account: Record<string, unknown>): Promise<void> {
  const merchant_id = await makeMerchant(world, channel);
  const business = { kind: 'business', email: `${randomUUID()}@example.com`, country: 'US', currency: 'USD' };
  const made = await world.control('POST', 'accounts', {
    ...business,
    payments_receivable: true,
    ...account,
  });
  const as = { key: channel.key, merchant: merchant_id };
  const { action_url } = (await world.call('POST', '/api/channel/onboarding/start', as)).body;
  const referral = new URL(action_url).searchParams.get('token')!;
  const { account_id } = made.body;
  const { return_url } = (await world.control('POST', `referrals/${referral}/finish`, { account_id })).body;
  await page.goto(return_url);
}

/** Looks again until the page says this: a busy machine answers for the provider later than the page waits. */
async function saysInTheEnd(page: Page, text: string): Promise<void> {
  const said = async () => {
    const seen = (await page.locator('main').textContent()) ?? '';
    if (!seen.includes(text)) await page.reload();
    return seen;
  };
  await expect.poll(said).toContain(text);
}

const PAGES: Record<string, (page: Page) => Promise<unknown>> = {
  'the ways to pay': async (page) => {
    await page.goto(at(await newSession()));
    await page.getByRole('button', { name: 'Pay with PayPal', exact: true }).waitFor();
  },
  'a way to pay that was declined': async (page) => {
    await page.goto(at(await newSession(), '?outcome=declined'));
    await page.getByRole('button', { name: 'Pay with PayPal', exact: true }).waitFor();
  },
  'the ways to pay without the provider’s script': async (page) => {
    await page.route('**/sdk/js?*', (route) => route.abort());
    await page.goto(at(await newSession()));
    await page.locator('[data-notice-name="script_failed"]').waitFor();
  },
  'a payment whose outcome is unknown': async (page) => {
    const { session_id, order_id } = await makeOrder(world, merchant, { session: ORDER });
    await world.control('POST', 'faults', {
      operation: 'orders.capture',
      mode: 'error_after_commit',
      times: 1,
    });
    await capture(world, merchant, order_id);
    await page.goto(at(session_id));
    await headed(page, 'Checking your payment');
  },
  'a payment under review': async (page) => {
    const { session_id, order_id } = await makeOrder(world, merchant, { session: ORDER, approved: false });
    await world.control('POST', `orders/${order_id}/approve`, { funding_source: 'pending' });
    await capture(world, merchant, order_id);
    await page.goto(at(session_id));
    await headed(page, 'Your payment is being reviewed');
  },
  'a payment that was made': async (page) => {
    // It goes on to the shop by itself, and there is none.
    await page.route(`${SHOP.success_url}*`, (route) => route.fulfill({ status: 204 }));
    await page.goto(at(await paid(ORDER), '?outcome=paid'));
    await headed(page, 'Payment received');
  },
  'a payment that was made, of a shop without a page': async (page) => {
    await page.goto(at(await paid({ amount: '5.00' })));
    await headed(page, 'This order is paid');
  },
  'an expired page': (page) => toExpired(page, ORDER),
  'an expired page of a shop without a page': (page) => toExpired(page, { amount: '5.00' }),
  'a shop that cannot be paid': async (page) => {
    await page.goto(at(await newSession(), '?outcome=cannot_pay'));
    await headed(page, /cannot take this payment/);
  },
  'the way to save a way to pay': async (page) => {
    await page.goto(at(await newSession({ amount: 0, ...SHOP })));
    await page.getByText('Nothing is charged now').waitFor();
  },
  'a way to pay that was saved': async (page) => {
    await page.goto(at(await newSession({ amount: 0 })));
    await page.getByRole('button', { name: 'Continue to the provider' }).click();
    await page.getByRole('button', { name: 'Agree and save' }).click();
    await headed(page, 'Your way to pay is saved');
  },
  'an activation': toInvitation,
  'an activation that is done': async (page) => {
    await toInvitation(page);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Activate and show the key' }).click();
    await headed(page, 'Your channel is active');
  },
  'a link that leads nowhere': (page) => page.goto(`${world.base_url}/activate/nonsense`),
  'a return from the consent': async (page) => {
    await toReturn(page, { email_confirmed: true });
    await saysInTheEnd(page, 'nothing is left to do');
  },
  'a return with a step that is owed': async (page) => {
    const onboarding_return_url = 'https://platform.example/merchants';
    await world.operator('PATCH', `channels/${channel.channel_id}`, { onboarding_return_url });
    await toReturn(page, { email_confirmed: false });
    await saysInTheEnd(page, 'Confirm your email');
    await world.operator('PATCH', `channels/${channel.channel_id}`, { onboarding_return_url: null });
  },
  'the owner’s sign-in': async (page) => {
    await page.goto(`${world.base_url}/owner`);
    await headed(page, 'Owner sign-in');
  },
  'the base address': (page) => page.goto(world.base_url),
};

/** How much of the page's one card is empty below what is in it. */
const emptyBelow = (page: Page) =>
  page.evaluate(() => {
    const card = document.querySelector('.sheet, main.plain > .panel:not([hidden])')!;
    const saysSomething = (one: Element) =>
      [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE);
    const filled = [...card.querySelectorAll('*')].filter(
      (one) => one.childElementCount === 0 || (one.matches('p, h1, h2') && saysSomething(one)),
    );
    const bottoms = filled.map((one) => one.getBoundingClientRect().bottom);
    return card.getBoundingClientRect().bottom - Math.max(...bottoms);
  });

it.each(Object.entries(PAGES))(
  '%s is accessible in light, dark and forced colours, and fills what it has',
  async (name, open) => {
    const { page, complaints } = await openPage(browser, WIDE);
    await open(page);
    for (const scheme of SCHEMES) {
      await page.emulateMedia(scheme);
      // What is shown may be another where colours are forced; in the dark it only looks different.
      const judge = scheme.colorScheme === 'dark' ? breachesOfLook : breaches;
      expect(await judge(page), JSON.stringify(scheme)).toEqual([]);
    }
    await page.emulateMedia(SCHEMES[0]);
    expect(await emptyBelow(page), name).toBeLessThan(EMPTY_PX_MAX);
    for (const size of [WIDE, NARROW]) {
      await page.setViewportSize(size);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, `${name} at ${size.width}`).toBe(size.width);
    }
    expect(complaints).toEqual([]);
  },
  LIMIT_MS,
);

it(
  'a description stands as clear of the badge above it where there is no amount between them',
  async () => {
    const { page } = await openPage(browser, WIDE);
    await page.goto(at(await newSession({ amount: 0, description: 'Two tickets' })));
    const badge = (await page.locator('.badge').boundingBox())!;
    const description = (await page.getByText('Two tickets').boundingBox())!;
    expect(description.y - badge.y - badge.height).toBeGreaterThanOrEqual(16);
  },
  LIMIT_MS,
);

it(
  'each of the provider’s buttons is told apart from its ground in the dark',
  async () => {
    const { page } = await openPage(browser, { ...WIDE, colorScheme: 'dark' });
    await PAGES['the ways to pay']!(page);
    const ground = await page
      .locator('[data-buttons]')
      .evaluate((one) => getComputedStyle(one).backgroundColor);
    const card = page.getByRole('button', { name: /Card/ });
    const [face, words] = await card.evaluate((one) => {
      const { backgroundColor, color } = getComputedStyle(one);
      return [backgroundColor, color];
    });
    expect(contrast(hexOf(face), hexOf(ground))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(hexOf(face), hexOf(words))).toBeGreaterThanOrEqual(4.5);
  },
  LIMIT_MS,
);

function hexOf(color: string): string {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color)!.slice(1);
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}

it(
  "a page needs no sideways scroll at 320 px and runs nothing of the merchant's, with any text",
  async () => {
    const hostile = `<img src=x onerror="document.title='owned'">${'W'.repeat(120)}`;
    const items = Array.from({ length: 7 }, (_, index) => ({
      name: `${hostile}${index}`,
      unit_amount: '1.00',
      quantity: 3,
    }));
    const texts = { description: hostile, external_order_id: hostile.slice(0, 120) };
    const id = await newSession({ amount: '48.50', items, ...texts });
    const { page, complaints } = await openPage(browser, NARROW);
    await page.goto(at(id));
    await page.getByRole('button', { name: 'Pay with PayPal', exact: true }).waitFor();
    await page.getByText('7 items').click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW.width);
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.title()).toBe('Pay · Corner Shop');
    await expectSound(page, complaints);
  },
  LIMIT_MS,
);

it(
  'a page is readable in any brand color, light and dark',
  async () => {
    const paint = (brand_color: string | null) =>
      world.operator('PATCH', `merchants/${merchant.merchant_id}`, { branding: { brand_color } });
    for (const brand_color of ['#ffd84d', '#ffffff', '#000000', '#7f7f7f']) {
      await paint(brand_color);
      const id = await newSession();
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page, complaints } = await openPage(browser, { colorScheme });
        await page.route('**/sdk/js?*', (route) => route.abort());
        await page.goto(at(id));
        await page.locator('[data-notice-name="script_failed"]').waitFor();
        await expectSound(page, complaints);
      }
    }
    await paint(null);
  },
  LIMIT_MS,
);
