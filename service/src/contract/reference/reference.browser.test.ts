import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  breaches,
  closePages,
  DESKTOP,
  openPage,
  PHONE,
  startBrowser,
} from '../../../../web/common/browser.fixture.ts';
import { joinWorld, type World } from '../../../../tests/world/world.ts';

const BROWSER_TEST_MS = 180_000;
const PATHS: readonly string[] = [
  '/docs',
  '/docs?q=refund',
  '/docs/payments',
  '/docs/events',
  '/docs/errors',
  '/docs/money',
];
// One of each kind: lists, entries, tables.
const SHAPES: readonly string[] = ['/docs?q=refund', '/docs/payments', '/docs/money'];
const NARROW = { ...PHONE, width: 320, colorScheme: 'light' } as const;
// A check for each of thousands of nodes takes minutes; what repeats on a page is checked a few times.
const ENTRIES_CHECKED = 2;

let world: World;
let browser: Browser;

beforeAll(async () => {
  world = await joinWorld();
  browser = await startBrowser();
}, BROWSER_TEST_MS);

afterEach(closePages);

afterAll(async () => {
  await world.close();
});

const overflowOf = (page: Page) =>
  page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth);

/** Leaves the first of what repeats, all of it unfolded. */
async function leaveFew(page: Page): Promise<void> {
  await page.locator('html').evaluate((root, kept) => {
    for (const all of ['article', '.chapter + .chapter', '.marks a', '.contents li', '.errors li']) {
      [...root.querySelectorAll(all)].slice(kept).forEach((entry) => entry.remove());
    }
    for (const one of root.querySelectorAll('main details')) one.setAttribute('open', '');
  }, ENTRIES_CHECKED);
}

describe('the address of a call', () => {
  it.each([
    ['a desktop', { ...DESKTOP, width: 1280 }],
    ['a phone', PHONE],
  ])(
    'is broken before a slash alone, on %s',
    async (_, look) => {
      const { page } = await openPage(browser, look);
      await page.goto(`${world.base_url}/docs/checkout-sessions`);
      const pieces = page.locator('.listing .whole').filter({ visible: true });
      const texts = await pieces.allInnerTexts();
      expect(texts.slice(0, 3)).toEqual([`"${world.base_url}`, '/api', '/checkout-sessions" \\']);
      const isShort = (text: string) => text.length < 36;
      for (const [place, text] of texts.entries()) {
        const lines = await pieces.nth(place).evaluate((piece) => Math.round(piece.clientHeight / 18));
        expect({ text, lines }).toEqual({ text, lines: isShort(text) ? 1 : lines });
      }
    },
    BROWSER_TEST_MS,
  );
});

describe('the reference in a browser', () => {
  it.each([
    ['a desktop', DESKTOP, PATHS],
    ['a dark phone', PHONE, SHAPES],
    ['320 px', NARROW, SHAPES],
    ['forced colours', { ...DESKTOP, forcedColors: 'active' }, SHAPES],
  ] as const)(
    'is accessible and fits on %s',
    async (_name, look, judged) => {
      const { page, complaints } = await openPage(browser, look);
      for (const path of PATHS) {
        await page.goto(world.base_url + path);
        expect(await overflowOf(page), path).toBe(0);
        await leaveFew(page);
        expect(await overflowOf(page), path).toBe(0);
        if (judged.includes(path)) expect(await breaches(page), path).toEqual([]);
      }
      expect(complaints).toEqual([]);
    },
    BROWSER_TEST_MS,
  );

  it.each([320, 480, 1180])(
    'fits %i px with letters twice as large',
    async (width) => {
      const { page } = await openPage(browser, { ...NARROW, width });
      for (const path of SHAPES) {
        await page.goto(world.base_url + path);
        await page.locator('html').evaluate((root) => root.style.setProperty('font-size', '200%'));
        expect(await overflowOf(page), path).toBe(0);
      }
    },
    BROWSER_TEST_MS,
  );

  it(
    'leads to an operation by its contents, without scripting, and past them by the keyboard',
    async () => {
      const { page } = await openPage(browser, { javaScriptEnabled: false });
      await page.goto(`${world.base_url}/docs`);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(new URL(page.url()).hash).toBe('#reference');
      const contents = page.getByRole('navigation', { name: 'Contents' });
      await contents.getByRole('link', { name: 'Checkout sessions' }).click();
      await contents.getByRole('link', { name: 'Create a checkout session' }).click();
      expect(page.url()).toBe(`${world.base_url}/docs/checkout-sessions#sessions.create`);
      const entry = page.getByRole('article', { name: 'Create a checkout session' });
      expect(await entry.getByText('/api/checkout-sessions', { exact: true }).isVisible()).toBe(true);
      await page.getByRole('link', { name: 'Next Payments' }).click();
      await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
    },
    BROWSER_TEST_MS,
  );

  it(
    'finds an operation by keyboard alone, without scripting',
    async () => {
      const { page, complaints } = await openPage(browser, { javaScriptEnabled: false });
      await page.goto(`${world.base_url}/docs/money`);
      for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab');
      expect(await page.getByRole('searchbox').evaluate((box) => box.matches(':focus'))).toBe(true);
      await page.keyboard.type('mint');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: /matches for “mint”/ }).waitFor();
      expect(new URL(page.url()).search).toBe('?q=mint');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(await page.getByRole('searchbox').inputValue()).toBe('mint');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/docs\/channel-api-keys#keys\.create$/);
      expect(complaints).toEqual([]);
    },
    BROWSER_TEST_MS,
  );

  it(
    'is at once where a link into it leads, also one of when it was one page',
    async () => {
      const { page } = await openPage(browser, { reducedMotion: 'no-preference' });
      for (const [path, shown] of [
        ['/docs/operator#operator.audit.list', 'article:target'],
        ['/docs#operator.audit.list', 'li:target'],
        ['/docs#error-422', 'a:target'],
      ] as const) {
        await page.goto('about:blank');
        await page.goto(world.base_url + path, { waitUntil: 'load' });
        const top = () => page.locator(shown).evaluate((found) => found.getBoundingClientRect().top);
        const first = await top();
        expect(first, path).toBeGreaterThanOrEqual(0);
        expect(first, path).toBeLessThan(DESKTOP.height);
        await page.waitForTimeout(200);
        expect(await top(), path).toBe(first);
      }
      await page.goto(`${world.base_url}/docs#sessions.create`);
      await page.locator('li:target a').click();
      expect(page.url()).toBe(`${world.base_url}/docs/checkout-sessions#sessions.create`);
    },
    BROWSER_TEST_MS,
  );

  it(
    'folds its contents away on a phone',
    async () => {
      const { page } = await openPage(browser, { ...PHONE, javaScriptEnabled: false });
      await page.goto(`${world.base_url}/docs/channel-api-keys`);
      const link = page
        .getByRole('navigation', { name: 'Contents' })
        .getByRole('link', { name: 'Mint an API key' });
      expect(await link.count()).toBe(0);
      await page.getByText('Contents', { exact: true }).click();
      expect(await link.isVisible()).toBe(true);
    },
    BROWSER_TEST_MS,
  );

  it(
    'prints what is folded away, dark on light, and nothing that only a screen needs',
    async () => {
      const { page } = await openPage(browser);
      await page.goto(`${world.base_url}/docs/channel-api-keys`);
      await page.emulateMedia({ media: 'print' });
      expect(await page.getByRole('search').isVisible()).toBe(false);
      expect(await page.getByRole('navigation').count()).toBe(0);
      const height = () =>
        page
          .locator('article .fields')
          .last()
          .evaluate((found) => found.clientHeight);
      expect(await height()).toBeGreaterThan(50);
      const ground = await page
        .locator('.listing')
        .first()
        .evaluate((found) => found.ownerDocument.defaultView.getComputedStyle(found).backgroundColor);
      expect(ground).toBe('rgba(0, 0, 0, 0)');
      await page.emulateMedia({ media: 'screen' });
      expect(await page.getByRole('search').isVisible()).toBe(true);
    },
    BROWSER_TEST_MS,
  );
});
