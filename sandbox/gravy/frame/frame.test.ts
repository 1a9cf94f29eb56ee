import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  breaches,
  closePages,
  openPage,
  sidewaysOf,
  startBrowser,
} from '../../../web/common/browser.fixture.ts';
import { startBench, type Bench } from '../../tests/bench.ts';
import { embedToken, gravyCall, openAccount, type GravyAccount } from '../../tests/gravy.ts';
import { type Shop, startShop } from '../../tests/shop.ts';

let bench: Bench;
let browser: Browser;
let shop: Shop;
let page: Page;
let account: GravyAccount;
let token: string;

/** A merchant's page, on an address of its own. */
const shopPage = (): string => `<!doctype html><html lang="en"><title>Shop</title>
  <main><h1>Shop</h1><form id="pay"><div id="fields"></div><button>Pay</button></form><p id="said"></p></main>
  <script src="${bench.sandbox.url}/gravy/embed.js"></script>
  <script>
    const say = (text) => { document.querySelector('#said').textContent = text; };
    gr4vy.setup({
      gr4vyId: 'sandbox', environment: 'sandbox', token: ${JSON.stringify(token)},
      amount: 1299, currency: 'USD', country: 'US', externalIdentifier: 'order-7',
      element: '#fields', form: '#pay',
      onEvent: (name, told) => name === 'formUpdate' || say(name + ' ' + (told.status || told.code)),
      onComplete: ({ id, status }) => say(status + ' ' + id),
    });
  </script></html>`;

beforeAll(async () => {
  bench = await startBench();
  account = await openAccount(bench);
  shop = await startShop(shopPage);
  browser = await startBrowser();
});
afterAll(async () => {
  await shop.close();
  await bench.close();
});
beforeEach(async () => {
  token = await embedToken(bench, account);
  ({ page } = await openPage(browser));
  await page.goto(shop.url);
});
afterEach(() => closePages());

async function fill(number: string): Promise<void> {
  const frame = page.frameLocator('iframe[title="Card details"]');
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expires').fill('12/40');
  await frame.getByLabel('Security code').fill('123');
}

const said = (): Promise<string | null> => page.locator('#said').textContent();

test('a card pays in the frame of the gateway, by keyboard, and the page is told no more than the transaction', async () => {
  await fill('4111 1111 1111 1111');
  await page.keyboard.press('Enter');
  await page.locator('#said', { hasText: 'authorization_succeeded' }).waitFor();
  const id = (await said())?.split(' ')[1] ?? '';
  const { body } = await gravyCall(bench, account, ['GET', `/transactions/${id}`]);
  expect(body).toMatchObject({
    external_identifier: 'order-7',
    metadata: { transaction_id: 'ours' },
    amount: 1_299,
  });
  expect(await page.content()).not.toContain('4111');
});

test('a declined card is told in the frame, and another one pays', async () => {
  await fill('4000 0000 0000 0002');
  await page.getByRole('button', { name: 'Pay' }).click();
  const frame = page.frameLocator('iframe');
  await frame.getByText('The card was declined').waitFor();
  expect(await said()).toBe('transactionFailed authorization_declined');
  await fill('4111111111111111');
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.locator('#said', { hasText: 'authorization_succeeded' }).waitFor();
});

test('a token of another payment is refused by the gateway, not by the page', async () => {
  token = await embedToken(bench, account, { amount: 1 });
  await page.reload();
  await fill('4111111111111111');
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.locator('#said', { hasText: 'apiError 403' }).waitFor();
});

test('the fields hold to WCAG 2.2 AA and to a small phone', async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.frameLocator('iframe').getByLabel('Card number').waitFor();
  expect(await breaches(page)).toEqual([]);
  expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
});
