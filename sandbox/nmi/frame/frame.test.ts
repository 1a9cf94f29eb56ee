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
import { openAccount, transacted, type NmiAccount } from '../../tests/nmi.ts';
import { type Shop, startShop } from '../../tests/shop.ts';

let bench: Bench;
let browser: Browser;
let shop: Shop;
let page: Page;
let account: NmiAccount;
let key: string;

/** A merchant's page, on an address of its own. */
const shopPage = (): string => `<!doctype html><html lang="en"><title>Shop</title>
  <main><h1>Shop</h1><div id="ccnumber"></div><div id="ccexp"></div><div id="cvv"></div>
  <button id="payButton">Pay</button><p id="said"></p></main>
  <script src="${bench.sandbox.url}/nmi/token/Collect.js" data-tokenization-key="${key}" data-variant="inline"></script>
  <script>
    const say = (text) => { document.querySelector('#said').textContent = text; };
    CollectJS.configure({
      fields: { ccexp: { placeholder: 'MM / YY' } },
      callback: ({ token, card }) => say('token ' + token + ' ' + card.number + ' ' + card.type),
      validationCallback: (field, valid, message) => valid || say(field + ' ' + message),
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
  key = account.credentials.tokenization_key;
  await open();
});
afterEach(() => closePages());

async function open(): Promise<void> {
  ({ page } = await openPage(browser));
  await page.goto(shop.url);
}

async function fill(number: string): Promise<void> {
  for (const [title, value] of [
    ['Card number', number],
    ['Card expiration', '12 / 40'],
    ['Security code', '123'],
  ] as const) {
    await page.frameLocator(`iframe[title="${title}"]`).getByLabel(title).fill(value);
  }
}

test('a card becomes a token in the frames of the gateway, by keyboard, and the token pays', async () => {
  await fill('4111 1111 1111 1111');
  await page.keyboard.press('Enter');
  await page.locator('#said', { hasText: 'token' }).waitFor();
  const [, payment_token = '', number, type] = (await page.locator('#said').textContent())?.split(' ') ?? [];
  expect([number, type]).toEqual(['411111******1111', 'visa']);
  const sale = await transacted(bench, account, { type: 'sale', amount: '3.00', payment_token });
  expect(sale['response']).toBe('1');
  expect(await page.content()).not.toContain('4111 1111');
  const log = JSON.stringify((await bench.control('GET', '/requests')).body);
  expect(log).not.toContain('4111111111111111');
});

test('what is wrong with a field is told to the page, and makes no token', async () => {
  await fill('4111 1111 1111 1112');
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.locator('#said', { hasText: 'ccnumber Invalid value' }).waitFor();
});

test('a key that is none makes no token', async () => {
  key = 'AAAAAA-AAAAAA-AAAAAA-AAAAAA';
  await open();
  await fill('4111111111111111');
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.locator('#said', { hasText: 'tokenization_key Invalid tokenization key' }).waitFor();
});

test('the fields hold to WCAG 2.2 AA and to a small phone', async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.frameLocator('iframe >> nth=0').getByLabel('Card number').waitFor();
  expect(await breaches(page)).toEqual([]);
  expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
});
