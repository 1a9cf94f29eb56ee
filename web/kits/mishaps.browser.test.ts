import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { makeChannel, makeSession } from '../../tests/world/actors.ts';
import { type Gateway, GR4VY, makeGatewayMerchant, NMI } from '../../tests/world/gateways.ts';
import { joinWorld, type World } from '../../tests/world/world.ts';
import { closePages, openPage, startBrowser } from '../common/browser.fixture.ts';
import { GOOD, ONE_BY_ONE } from './fields.fixture.ts';

// What a gateway's fields come to when something is missing, slow or refused.

const LIMIT_MS = 180_000;
const PAY = 'Pay $48.50';
const FORM = 'iframe[title="Card details"]';

let world: World;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [world, browser] = await Promise.all([joinWorld(), startBrowser()]);
}, LIMIT_MS);

afterEach(closePages);

afterAll(() => world.close(), LIMIT_MS);

async function sessionAt(
  gateway: Gateway,
  settings: Record<string, unknown> = { collect_buyer_email: false },
) {
  const merchant = await makeGatewayMerchant(world, await makeChannel(world), gateway);
  const changed = await world.operator('PATCH', `merchants/${merchant.merchant_id}`, settings);
  expect(changed.status).toBe(200);
  const { body } = await makeSession(world, merchant, { amount: '48.50' });
  return body as { id: string; checkout_url: string };
}

/** How often the page asks for what ends so. */
function countOf(ending: string): () => number {
  let asked = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(ending)) asked += 1;
  });
  return () => asked;
}

async function enterCard() {
  const form = page.frameLocator(FORM);
  await form.getByLabel('Card number').fill('4111 1111 1111 1111');
  await form.getByLabel('Expires').fill('12/40');
  await form.getByLabel('Security code').fill('123');
  return form;
}

it(
  'a card is sent to the gateway when there is an email, and what was authorised without one is not lost',
  async () => {
    const { checkout_url } = await sessionAt(GR4VY, { collect_buyer_email: true });
    ({ page } = await openPage(browser));
    const authorised = countOf('/gravy/transactions');
    await page.goto(checkout_url);
    const pay = page.getByRole('button', { name: PAY });
    await pay.waitFor();
    const form = await enterCard();
    await pay.click();
    await page.locator('#email-wrong').waitFor();
    expect(authorised()).toBe(0);
    // The gateway's own frame asks nobody before it pays.
    await form.getByLabel('Security code').press('Enter');
    await expect.poll(() => authorised()).toBe(1);
    await expect.poll(() => page.locator('#buyer-email:focus').count()).toBe(1);
    await page.getByLabel('Email').fill('buyer@example.com');
    await pay.click();
    await page.getByRole('heading', { name: 'Payment received' }).waitFor();
    expect(authorised()).toBe(1);
  },
  LIMIT_MS,
);

it(
  'fields one by one pay nothing before there is an email, and pay with it once',
  async () => {
    const { id, checkout_url } = await sessionAt(NMI, { collect_buyer_email: true });
    ({ page } = await openPage(browser));
    const ordered = countOf(`/${id}/orders`);
    await page.goto(checkout_url);
    const pay = page.getByRole('button', { name: PAY });
    await pay.waitFor();
    await ONE_BY_ONE.type(page, GOOD);
    await pay.click();
    await page.locator('#email-wrong').waitFor();
    expect(ordered()).toBe(0);
    await page.getByLabel('Email').fill('buyer@example.com');
    await pay.click();
    await page.getByRole('heading', { name: 'Payment received' }).waitFor();
    expect(ordered()).toBe(1);
  },
  LIMIT_MS,
);

it(
  'fields that came too late are drawn when they are asked for again',
  async () => {
    const { checkout_url } = await sessionAt(NMI);
    ({ page } = await openPage(browser));
    let arrive = () => {};
    const late = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/token/Collect.js', async (route) => {
      await late;
      await route.continue();
    });
    await page.clock.install();
    await page.goto(checkout_url);
    await page.locator('#fairway-pay-1').waitFor({ state: 'attached' });
    await page.clock.fastForward(8_100);
    const again = page.getByRole('button', { name: 'Load the card fields again' });
    await again.click();
    arrive();
    await page.getByRole('button', { name: PAY }).waitFor();
    await page.frameLocator('iframe[title="Card number"]').getByLabel('Card number').waitFor();
    const expiry = page.frameLocator('iframe[title="Expiry (MM/YY)"]').getByLabel('Expiry (MM/YY)');
    expect(await expiry.getAttribute('placeholder')).toBe('');
  },
  LIMIT_MS,
);

it(
  'a form whose frame does not come is told of, and drawn when it is asked for again',
  async () => {
    const { checkout_url } = await sessionAt(GR4VY);
    ({ page } = await openPage(browser));
    let isStuck = true;
    await page.route('**/gravy/embed', (route) => (isStuck ? new Promise<void>(() => {}) : route.continue()));
    await page.clock.install();
    await page.goto(checkout_url, { waitUntil: 'commit' });
    await page.locator(FORM).waitFor({ state: 'attached' });
    await page.clock.fastForward(8_100);
    const again = page.getByRole('button', { name: 'Load the card fields again' });
    await again.waitFor();
    isStuck = false;
    await again.click();
    await page.getByRole('button', { name: PAY }).waitFor();
    await enterCard();
    await page.getByRole('button', { name: PAY }).click();
    await page.getByRole('heading', { name: 'Payment received' }).waitFor();
  },
  LIMIT_MS,
);

it(
  "a form that fails at once is given no token after token, and has the page's language",
  async () => {
    const { checkout_url } = await sessionAt(GR4VY);
    ({ page } = await openPage(browser, { locale: 'es-MX' }));
    const minted = countOf('/api/payments/gravy/embed-token');
    const body = `window.gr4vy = { setup(options) {
      window.given = options;
      setTimeout(() => options.onEvent('apiError', {}), 20);
    } };`;
    await page.route('**/gravy/embed.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
    await page.goto(checkout_url);
    await page.locator('[data-notice-name="not_completed"]').waitFor();
    await page.waitForTimeout(500);
    expect(minted()).toBe(1);
    const given = await page.evaluate(() => (window as unknown as { given: { locale: string } }).given);
    expect(given.locale).toBe(await page.locator('html').getAttribute('lang'));
    await page.locator('form.fairway-card button').click();
    await page.evaluate(() =>
      (window as unknown as { given: { onEvent(name: string): void } }).given.onEvent('apiError'),
    );
    await expect.poll(() => minted()).toBe(2);
    await page.waitForTimeout(500);
    expect(minted()).toBe(2);
  },
  LIMIT_MS,
);
