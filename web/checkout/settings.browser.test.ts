import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  makeChannel,
  makeConnectedMerchant,
  makeSession,
  type TestMerchant,
} from '../../tests/world/actors.ts';
import { startWorld, type World } from '../../tests/world/world.ts';
import { breaches, closePages, openPage, PHONE, startBrowser } from '../common/browser.fixture.ts';

// What a merchant has set of its pages: an email that is asked for, the wallet before the other ways, fewer of them.

const LIMIT_MS = 180_000;
const PAY = 'Pay with PayPal';
const WRONG = 'Please enter your email address in full';

let world: World;
let browser: Browser;
let merchant: TestMerchant;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(), startBrowser()]);
}, LIMIT_MS);

beforeEach(async () => {
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
});

afterEach(closePages);

afterAll(async () => {
  await world.close();
}, LIMIT_MS);

async function sessionOf(settings: Record<string, unknown>, body: Record<string, unknown> = {}) {
  const set = await world.operator('PATCH', `merchants/${merchant.merchant_id}`, settings);
  expect(set.status).toBe(200);
  const made = await makeSession(world, merchant, { amount: '48.50', ...body });
  return made.body as { id: string; checkout_url: string };
}

const emails = async () => {
  const { key, merchant_id } = merchant;
  const list = await world.call('GET', '/api/transactions', { key, merchant: merchant_id });
  return (list.body.items as { buyer_email: string | null }[]).map((one) => one.buyer_email);
};

const ready = (page: Page) => page.getByRole('button', { name: PAY, exact: true }).waitFor();

it(
  'an email is asked for beside the provider’s buttons, which open no window without one',
  async () => {
    const { checkout_url } = await sessionOf({ collect_buyer_email: true });
    const { page, context, complaints } = await openPage(browser, PHONE);
    await page.goto(checkout_url);
    await ready(page);
    const field = page.getByLabel('Email');
    expect(await field.getAttribute('autocomplete')).toBe('email');
    for (const wrong of ['', 'nobody', 'nobody@', 'nobody@example']) {
      await field.fill(wrong);
      await page.getByRole('button', { name: PAY, exact: true }).click();
      await page.getByText(WRONG).waitFor();
      await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
    }
    expect(await field.getAttribute('aria-describedby')).toContain('email-wrong');
    expect(await breaches(page)).toEqual([]);
    await field.fill('buyer@example.com');
    await page.getByText(WRONG).waitFor({ state: 'hidden' });
    const [popup] = await Promise.all([
      context.waitForEvent('page', (one) => one.url().includes('checkoutnow') || one !== page),
      page.getByRole('button', { name: PAY, exact: true }).click(),
    ]);
    const pay = popup.getByRole('button', { name: /^Pay 48.50/ });
    await pay.waitFor();
    expect(await emails()).toEqual(['buyer@example.com']);
    await Promise.all([popup.waitForEvent('close'), pay.click({ noWaitAfter: true }).catch(() => undefined)]);
    await page.getByRole('heading', { name: 'Payment received' }).waitFor();
    expect(complaints).toEqual([]);
  },
  LIMIT_MS,
);

it(
  'an email is asked for without scripts too, and what is wrong with it is said by the page',
  async () => {
    const { checkout_url, id } = await sessionOf({ collect_buyer_email: true });
    const { page } = await openPage(browser, { javaScriptEnabled: false });
    await page.goto(checkout_url);
    await page.getByLabel('Email').fill('nobody@example');
    await page.getByRole('button', { name: /Continue to pay/ }).click();
    await page.getByText(WRONG).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/checkout/${id}`);
    await page.getByLabel('Email').fill('buyer@example.com');
    await page.getByRole('button', { name: /Continue to pay/ }).click();
    await page.waitForURL(/checkoutnow/);
    expect(await emails()).toEqual(['buyer@example.com']);
  },
  LIMIT_MS,
);

it(
  'an email that the shop named is not asked for again',
  async () => {
    const { checkout_url } = await sessionOf(
      { collect_buyer_email: true },
      { buyer_email: 'known@example.com' },
    );
    const { page } = await openPage(browser);
    await page.goto(checkout_url);
    await ready(page);
    expect(await page.getByLabel('Email').count()).toBe(0);
  },
  LIMIT_MS,
);

it(
  'the wallet stands alone where it is put first, with the other ways behind one more press, by keyboard too',
  async () => {
    const { checkout_url } = await sessionOf({ preselect_wallet: true });
    const { page, complaints } = await openPage(browser);
    await page.goto(checkout_url);
    await ready(page);
    const ways = page.locator('[data-ways]').getByRole('button', { name: /^Pay with/ });
    expect(await ways.count()).toBe(1);
    await page.getByText('Other ways to pay').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Pay with Venmo' }).waitFor();
    expect(await ways.count()).toBeGreaterThan(1);
    expect(await breaches(page)).toEqual([]);
    expect(complaints).toEqual([]);
  },
  LIMIT_MS,
);

it(
  'the ways that a merchant leaves out are not drawn',
  async () => {
    const { checkout_url } = await sessionOf({ supported_funding: ['paypal'] });
    const { page } = await openPage(browser);
    await page.goto(checkout_url);
    await ready(page);
    const ways = page.locator('[data-ways]').getByRole('button', { name: /^Pay with/ });
    expect(await ways.count()).toBe(1);
  },
  LIMIT_MS,
);

it(
  'what paying later would mean is said above the buttons, readable on any device, where the merchant has it said',
  async () => {
    const pay_later = {
      enabled: true,
      logo_type: 'primary',
      logo_position: 'left',
      text_color: 'white',
      text_align: 'center',
      text_size: 14,
    };
    const { checkout_url } = await sessionOf({ pay_later });
    const { page, complaints } = await openPage(browser);
    await page.goto(checkout_url);
    await ready(page);
    const line = page.locator('[data-later]').getByText('4 interest-free payments of $12.13');
    await line.waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await breaches(page)).toEqual([]);
    }
    expect(complaints).toEqual([]);
    const without = await sessionOf({ pay_later: { ...pay_later, enabled: false } });
    await page.goto(without.checkout_url);
    await ready(page);
    expect(await page.locator('[data-later]').count()).toBe(0);
  },
  LIMIT_MS,
);
