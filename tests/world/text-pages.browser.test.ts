import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  breaches,
  closePages,
  DESKTOP,
  openPage,
  PHONE,
  sidewaysOf,
  startBrowser,
  tabTo,
} from '../../web/common/browser.fixture.ts';
import { makeChannel, makeConnectedMerchant, type TestMerchant } from './actors.ts';
import { askBody, readText, sendText } from './texts.ts';
import { joinWorld, type World } from './world.ts';

// The phone and the invoice of whoever is asked by text message to pay, as the sandbox shows them.

const BROWSER_TEST_MS = 180_000;

let world: World;
let browser: Browser;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await joinWorld();
  browser = await startBrowser();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
}, BROWSER_TEST_MS);
afterEach(closePages);
afterAll(() => world.close());

const inbox = () => `${world.sandbox_url}/inspector/messages`;

async function asked(): Promise<string> {
  const sent = await sendText(world, merchant, askBody());
  expect(sent.body.status).toBe('pending');
  return sent.body.id;
}

describe('a payer with a keyboard alone', () => {
  test(
    'follows the link of the message, is declined, pays, and reads the receipt',
    async () => {
      const id = await asked();
      const { page, complaints } = await openPage(browser, PHONE);
      await page.goto(inbox());
      await tabTo(page, /\/invoice\/p\//);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: /^Invoice from/ }).waitFor();
      await tabTo(page, /^Try another ending$/);
      await page.keyboard.press('Enter');
      await tabTo(page, /^Have the payment declined$/);
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      expect((await readText(world, merchant, id)).status).toBe('pending');
      await tabTo(page, /^Pay 150\.00 USD$/);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor();
      await world.drain();
      expect(await readText(world, merchant, id)).toMatchObject({ id, status: 'paid' });
      expect(complaints).toEqual([]);
    },
    BROWSER_TEST_MS,
  );

  test(
    'pays it from the list of invoices too, in a way that takes a while',
    async () => {
      const id = await asked();
      const { page } = await openPage(browser, DESKTOP);
      await page.goto(`${world.sandbox_url}/inspector/invoices`);
      await tabTo(page, /INV2-/);
      await page.keyboard.press('Enter');
      await tabTo(page, /^What becomes of the payment/);
      await page.keyboard.press('ArrowDown');
      await tabTo(page, /^Pay as the buyer$/);
      await page.keyboard.press('Enter');
      await page.locator('.badge', { hasText: 'payment pending' }).first().waitFor();
      await world.drain();
      expect((await readText(world, merchant, id)).status).toBe('pending');
    },
    BROWSER_TEST_MS,
  );
});

test(
  'a payer who has the invoice in two windows pays once, and reads in both that it is paid',
  async () => {
    const id = await asked();
    const { context, page } = await openPage(browser, { ...PHONE, javaScriptEnabled: false });
    await page.goto(inbox());
    await page.locator('a[href*="/invoice/p/"]').first().click();
    const other = await context.newPage();
    await other.goto(page.url());
    for (const window of [page, other]) {
      await window.getByRole('button', { name: 'Pay 150.00 USD' }).click();
      await window.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor();
      expect(await window.getByText(/150\.00 USD on/).count()).toBe(1);
    }
    await world.drain();
    expect((await readText(world, merchant, id)).status).toBe('paid');
  },
  BROWSER_TEST_MS,
);

test.each([
  ['a desktop', DESKTOP],
  ['a dark phone', PHONE],
  ['320 px', { ...PHONE, width: 320, colorScheme: 'light' }],
] as const)(
  'the pages are accessible and fit on %s, to be paid and paid',
  async (_name, look) => {
    await asked();
    const { page, complaints } = await openPage(browser, look);
    const judge = async () => {
      expect([page.url(), await sidewaysOf(page)]).toEqual([page.url(), 0]);
      expect([page.url(), await breaches(page)]).toEqual([page.url(), []]);
    };
    await page.goto(inbox());
    await judge();
    await page.locator('.bubble a').first().click();
    await judge();
    await page.getByRole('button', { name: /^Pay/ }).first().click();
    await page.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor();
    await judge();
    await world.drain();
    expect(complaints).toEqual([]);
  },
  BROWSER_TEST_MS,
);
