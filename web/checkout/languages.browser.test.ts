import type { Browser, Page } from 'playwright-core';
import { mkdir } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  capture,
  makeChannel,
  makeConnectedMerchant,
  makeOrder,
  makeSession,
  type TestMerchant,
} from '../../tests/world/actors.ts';
import {
  enterCard,
  type Gateway,
  type GatewayMerchant,
  GR4VY,
  makeGatewayMerchant,
  NMI,
  order,
} from '../../tests/world/gateways.ts';
import { startWorld, type World } from '../../tests/world/world.ts';
import { ar } from '../../service/src/pages/locales/ar.ts';
import type { Catalogue } from '../../service/src/pages/locales/catalogue.ts';
import { en } from '../../service/src/pages/locales/en.ts';
import {
  breaches,
  breachesOfLook,
  closePages,
  openPage,
  overhear,
  sidewaysOf,
  startBrowser,
  tabTo,
} from '../common/browser.fixture.ts';

// The payment page in every state, read from the left and from the right. With SHOTS=1 what each looked like in every scheme
// and size is kept in .fairway-shots, to be looked at.

const LIMIT_MS = 180_000;
const SHOTS = new URL('../../.fairway-shots/', import.meta.url);
const isLookedAt = process.env.SHOTS !== undefined;
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 320, height: 640 };
/** A desktop window at 200 %: half as many pixels to lay out, each twice as large. */
const ZOOMED = { width: 640, height: 400 };
const SCHEMES = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'light', forcedColors: 'active' },
] as const;
const READERS = [
  { locale: 'en-US', direction: 'ltr', words: en, total: '$48.50' },
  { locale: 'ar-EG', direction: 'rtl', words: ar, total: /٤٨٫٥٠/ },
] as const;
const PAY = 'Pay with PayPal';
const ORDER = {
  amount: '48.50',
  description: 'Two tickets',
  external_order_id: 'A-1001',
  items: [{ name: 'Ticket', quantity: 2, unit_amount: '22.00' }],
  shipping_address: { country_code: 'US' },
  shipping_amount_cents: 450,
  cancel_url: 'https://shop.example/basket',
};

let world: World;
let browser: Browser;
let merchant: TestMerchant;
const atGateways = new Map<Gateway, GatewayMerchant>();

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld({ worker: false }), startBrowser()]);
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  const branding = { brand_color: '#ffd84d', logo_url: null };
  const settings = { branding, collect_buyer_email: true, preselect_wallet: true };
  await world.operator('PATCH', `merchants/${merchant.merchant_id}`, settings);
  for (const gateway of [GR4VY, NMI]) {
    const made = await makeGatewayMerchant(world, await makeChannel(world), gateway);
    await world.operator('PATCH', `merchants/${made.merchant_id}`, { branding });
    atGateways.set(gateway, made);
  }
  if (isLookedAt) await mkdir(SHOTS, { recursive: true });
}, LIMIT_MS);

afterEach(async () => {
  await closePages();
  await world.control('DELETE', 'faults');
});

afterAll(async () => {
  await world.close();
}, LIMIT_MS);

const at = (id: string, rest = '') => `${world.base_url}/checkout/${id}${rest}`;
const newSession = async (body: Record<string, unknown> = ORDER) =>
  (await makeSession(world, merchant, body)).body.id as string;
const sessionAt = async (gateway: Gateway, body: Record<string, unknown> = ORDER) =>
  (await makeSession(world, atGateways.get(gateway)!, body)).body.id as string;
const TO_SAVE = { amount: 0, cancel_url: ORDER.cancel_url };
const ways = (page: Page) => page.locator('[data-phase="drawn"]').waitFor();
const shows = (page: Page, panel: string) => page.locator(`main[data-panel="${panel}"]`).waitFor();
const drawn = (page: Page) => page.getByRole('button', { name: PAY, exact: true }).waitFor();

async function faulty(operation: string, mode: string): Promise<void> {
  await world.control('POST', 'faults', { operation, mode, times: 1 });
}

async function approved(): Promise<{ session_id: string; order_id: string }> {
  return makeOrder(world, merchant, { session: ORDER });
}

const STATES: Record<string, (page: Page) => Promise<void>> = {
  open: async (page) => {
    await page.goto(at(await newSession()));
    await drawn(page);
  },
  declined: async (page) => {
    await page.goto(at(await newSession(), '?outcome=declined'));
    await drawn(page);
  },
  'without-the-providers-script': async (page) => {
    await page.route('**/sdk/js?*', (route) => route.abort());
    await page.goto(at(await newSession()));
    await page.locator('[data-notice-name="script_failed"]').waitFor();
  },
  offline: async (page) => {
    await page.goto(at(await newSession()));
    await drawn(page);
    await page.context().setOffline(true);
    await page.locator('[data-offline]').waitFor();
  },
  capturing: async (page) => {
    const { session_id, order_id } = await approved();
    await page.route('**/capture', () => undefined);
    await page.goto(at(session_id, `/return?token=${order_id}&PayerID=X`));
    await shows(page, 'confirming');
  },
  unknown: async (page) => {
    const { session_id, order_id } = await approved();
    await faulty('orders.capture', 'error_after_commit');
    await capture(world, merchant, order_id);
    await page.goto(at(session_id));
    await shows(page, 'unknown');
  },
  pending: async (page) => {
    const { session_id, order_id } = await makeOrder(world, merchant, { session: ORDER, approved: false });
    await world.control('POST', `orders/${order_id}/approve`, { funding_source: 'pending' });
    await capture(world, merchant, order_id);
    await page.goto(at(session_id));
    await shows(page, 'pending');
  },
  paid: async (page) => {
    const { session_id, order_id } = await approved();
    await page.goto(at(session_id, `/return?token=${order_id}&PayerID=X`));
    await shows(page, 'paid');
    await page.locator('[data-panel-name="paid"] [data-paid-on]').waitFor();
  },
  'completed-elsewhere': async (page) => {
    const { session_id, order_id } = await approved();
    await capture(world, merchant, order_id);
    await page.goto(at(session_id));
    await shows(page, 'completed');
  },
  expired: async (page) => {
    const id = await newSession();
    await world.advance(31 * 60);
    await page.goto(at(id));
    await shows(page, 'expired');
  },
  lapsed: async (page) => {
    // Agreed to in the gateway's form, and nobody took it in time.
    const entered = await enterCard(world, atGateways.get(GR4VY)!, { session: ORDER });
    await order(world, entered);
    await world.advance(31 * 60);
    await page.goto(at(entered.session_id));
    await shows(page, 'lapsed');
  },
  'a-card-in-one-frame': async (page) => {
    await page.goto(at(await sessionAt(GR4VY)));
    await ways(page);
  },
  'a-card-in-fields': async (page) => {
    await page.goto(at(await sessionAt(NMI)));
    await ways(page);
  },
  'a-card-that-was-declined': async (page) => {
    await page.goto(at(await sessionAt(NMI), '?outcome=declined'));
    await ways(page);
  },
  'a-card-without-the-gateways-script': async (page) => {
    await page.route('**/Collect.js', (route) => route.abort());
    await page.goto(at(await sessionAt(NMI)));
    await page.locator('[data-notice-name="script_failed"]').waitFor();
  },
  'saving-a-card': async (page) => {
    await page.goto(at(await sessionAt(NMI, TO_SAVE)));
    await ways(page);
  },
  unsupported: async (page) => {
    await page.goto(at(await sessionAt(GR4VY, TO_SAVE)));
    await shows(page, 'unsupported');
  },
  'not-ready': async (page) => {
    await page.goto(at(await newSession(), '?outcome=cannot_pay'));
    await shows(page, 'cannot_pay');
  },
  saving: async (page) => {
    await page.goto(at(await newSession(TO_SAVE)));
    await shows(page, 'pay');
  },
  'not-found': async (page) => {
    await page.goto(at(`cs_${'0'.repeat(32)}`));
  },
};

describe.each(READERS)('for a reader in $locale', ({ locale, direction, words }) => {
  it.each(Object.keys(STATES))(
    'the page is sound when %s',
    async (name) => {
      const { context, page, complaints } = await openPage(browser, { ...WIDE, locale });
      const { strays } = overhear(context, { service: world.base_url, provider: world.sandbox_url });
      await STATES[name]!(page);
      expect(await page.evaluate(() => document.documentElement.dir)).toBe(direction);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale.slice(0, 2));
      expect(await breaches(page)).toEqual([]);
      for (const scheme of SCHEMES) {
        await page.emulateMedia(scheme);
        if (scheme !== SCHEMES[0]) expect(await breachesOfLook(page), JSON.stringify(scheme)).toEqual([]);
        const suffix = scheme.forcedColors === 'active' ? 'forced' : scheme.colorScheme;
        await keep(page, `${locale}-${name}-${suffix}`);
      }
      await page.emulateMedia(SCHEMES[0]);
      for (const [size, of] of [[NARROW, '320px'] as const, [ZOOMED, '200percent'] as const]) {
        await page.setViewportSize(size);
        expect(await sidewaysOf(page), of).toBe(0);
        await keep(page, `${locale}-${name}-${of}`);
      }
      expect(await smallTargets(page)).toEqual([]);
      if (direction === 'rtl') expect(await englishOn(page, words)).toEqual([]);
      expect(await strays()).toEqual([]);
      expect(complaints).toEqual([]);
    },
    LIMIT_MS,
  );
});

async function keep(page: Page, name: string): Promise<void> {
  if (!isLookedAt) return;
  await page.screenshot({ path: new URL(`${name}.png`, SHOTS).pathname, fullPage: true });
}

/** What can be pressed and is smaller than a finger needs, but for links within a sentence. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(button, input, summary, a)')]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 24)
      .map((one) => one.outerHTML),
  );
}

/** Sentences of the English catalogue that the page says. */
async function englishOn(page: Page, _words: Catalogue): Promise<string[]> {
  const said = await page.locator('body').innerText();
  const titles = Object.values(en.actions).concat(
    Object.values(en.hints),
    Object.values(en.summary).map(String),
  );
  return titles.filter((text) => text.length > 6 && !text.includes('{') && said.includes(text));
}

it.each(READERS)(
  'sums, the order of the page and its ways back follow a reader in $locale, by keyboard alone',
  async ({ locale, words, total }) => {
    const success_url = `${world.base_url}/onboarding/return`;
    const id = await newSession({ ...ORDER, success_url, buyer_email: 'buyer@example.com' });
    const { page, complaints } = await openPage(browser, { ...WIDE, locale });
    await page.goto(at(id));
    await drawn(page);
    expect(await page.locator('.amount').innerText()).toMatch(total);
    await tabTo(page, PAY);
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
    await popup.getByRole('button', { name: /^Pay 48.50/ }).waitFor();
    await tabTo(popup, /^Pay 48.50/);
    await Promise.all([popup.waitForEvent('close'), popup.keyboard.press('Enter').catch(() => undefined)]);
    await page.getByRole('heading', { name: words.paying.paid.heading }).waitFor();
    expect(await page.title()).toBe(`${words.paying.paid.title} · Corner Shop`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${success_url}*`);
    expect(complaints).toEqual([]);
  },
  LIMIT_MS,
);

it(
  'a language that the address names stays through a payment in this window',
  async () => {
    const id = await newSession({ ...ORDER, buyer_email: 'buyer@example.com' });
    const { page } = await openPage(browser, { ...WIDE, locale: 'en-US', javaScriptEnabled: false });
    await page.goto(at(id, '?locale=ar'));
    await page.locator('[data-fallback]').click();
    await page.getByRole('button', { name: /^Pay 48.50/ }).click();
    await page.getByRole('button', { name: /تأكيد دفع/ }).click();
    await page.getByRole('heading', { name: ar.paying.paid.heading }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  },
  LIMIT_MS,
);

it.each(READERS)(
  'what was paid prints on one page for a reader in $locale: the receipt and nothing to press',
  async ({ locale, words }) => {
    const { page } = await openPage(browser, { ...WIDE, locale, colorScheme: 'dark' });
    await STATES['paid']!(page);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 794, height: 1123 });
    const seen = await page.locator('body').innerText();
    for (const text of [words.receipt.heading, words.receipt.reference, words.receipt.paid_on, 'A-1001']) {
      expect(seen).toContain(text);
    }
    const pressable = page.locator('button:visible, a:visible');
    expect(await pressable.count()).toBe(0);
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(0, 0, 0)');
    await keep(page, `${locale}-printed`);
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  },
  LIMIT_MS,
);
