import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  makeChannel,
  makeConnectedMerchant,
  makeSession,
  type TestMerchant,
} from '../../tests/world/actors.ts';
import { joinWorld, type World } from '../../tests/world/world.ts';
import { closePages, openPage, startBrowser } from '../common/browser.fixture.ts';
import { servePage, type Shop } from './shop.fixture.ts';
import type { ErrorCode } from './types/fairway.d.ts';

// What the guide prints, as it is printed, but for the address of the service and the session.

const GUIDE = readFileSync(new URL('../../docs/checkout-on-a-page.md', import.meta.url), 'utf8');
const PACKAGE = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
const LIMIT_MS = 180_000;
const CODES: Record<ErrorCode, string> = {
  config_error: 'tell us',
  origin_not_allowed: 'tell us',
  session_expired: 'new session',
  session_completed: 'thank you',
  provider_unsupported: 'hosted page',
  rate_limited: 'stay',
  payment_declined: 'stay',
  capture_pending: 'stay',
  wallet_sdk_error: 'stay',
  network_error: 'stay',
};

let world: World;
let browser: Browser;
let merchant: TestMerchant;
let page: Page;
const shops: Shop[] = [];

beforeAll(async () => {
  [world, browser] = await Promise.all([joinWorld(), startBrowser()]);
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
}, LIMIT_MS);

afterEach(async () => {
  await closePages();
  for (const shop of shops.splice(0)) await shop.close();
});

afterAll(() => world.close());

function printed(text: string, under: string, language: string): string[] {
  const [, section = ''] = text.split(new RegExp(`^## ${under}$`, 'm'));
  const own = section.split(/^## /m)[0]!;
  return [...own.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(
    ([, inside]) => inside!,
  );
}

/** Shows a snippet as a page of a shop. */
async function show(snippet: string): Promise<void> {
  const { body } = await makeSession(world, merchant, { amount: '48.50' });
  const text = snippet
    .replaceAll('https://pay.example.com', world.base_url)
    .replace('cs_…', body.id as string);
  ({ page } = await openPage(browser));
  await page.route('https://pay.google.com/**', (route) => route.abort());
  const shop = await servePage(`<!doctype html><html lang="en"><title>Shop</title>${text}</html>`);
  shops.push(shop);
  await page.goto(shop.url);
}

async function pay(button: ReturnType<Page['getByRole']>): Promise<void> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  const paying = popup.getByRole('button', { name: /^Pay 48.50/ });
  await paying.waitFor();
  await Promise.all([
    popup.waitForEvent('close'),
    paying.click({ noWaitAfter: true }).catch(() => undefined),
  ]);
}

it(
  'the page in a frame is paid',
  async () => {
    await show(printed(GUIDE, 'Show the page in a frame', 'html')[0]!);
    await pay(page.frameLocator('iframe').getByRole('button', { name: 'Pay with PayPal', exact: true }));
    await page.waitForFunction(() => document.title === 'Thank you');
  },
  LIMIT_MS,
);

it(
  'the buttons are paid',
  async () => {
    await show(printed(GUIDE, 'Draw the buttons yourself', 'html')[0]!);
    await pay(page.getByRole('button', { name: 'Pay with PayPal', exact: true }));
    await page.waitForFunction(() => document.title === 'Thank you');
  },
  LIMIT_MS,
);

it('the first lines of the package draw the buttons', async () => {
  const [snippet] = [...PACKAGE.matchAll(/^```html\n([^]*?)^```/gm)].map(([, inside]) => inside!);
  await show(snippet!);
  await page.getByRole('button', { name: 'Pay with PayPal', exact: true }).waitFor();
});

it('the script by its exact version runs with its hash, and with another not', async () => {
  const tag = printed(GUIDE, 'Draw the buttons yourself', 'html')[1]!;
  const manifest = await (await fetch(`${world.base_url}/sdk/v1/manifest.json`)).json();
  const { path, integrity } = (manifest as { files: Record<string, { path: string; integrity: string }> })
    .files['fairway.js']!;
  expect(tag).toContain(path);
  const defined = () => page.evaluate(() => 'Fairway' in window);
  await show(tag.replace('sha384-…', integrity));
  expect(await defined()).toBe(true);
  await show(tag.replace('sha384-…', integrity.replace(/-..../, '-AAAA')));
  expect(await defined()).toBe(false);
});

it('each code leads somewhere', async () => {
  const [snippet] = printed(GUIDE, 'What to do for each code', 'js');
  const module = `data:text/javascript,${encodeURIComponent(snippet!)}`;
  const { nextAfter } = (await import(/* @vite-ignore */ module)) as { nextAfter(error: object): string };
  for (const [code, next] of Object.entries(CODES)) expect([code, nextAfter({ code })]).toEqual([code, next]);
});
