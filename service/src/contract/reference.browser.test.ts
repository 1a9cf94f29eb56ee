import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  breaches,
  closePages,
  DESKTOP,
  openPage,
  PHONE,
  startBrowser,
} from '../../../checkout/browser.fixture.ts';
import { joinWorld, type World } from '../../../testing/world.ts';

// A check for each of the page's thousands of nodes takes minutes; what repeats is checked once in each
// chapter.
const ENTRIES_CHECKED = 2;
const BROWSER_TEST_MS = 90_000;

let world: World;
let browser: Browser;

beforeAll(async () => {
  world = await joinWorld();
  browser = await startBrowser();
}, BROWSER_TEST_MS);

afterAll(async () => {
  await closePages();
  await world.close();
});

async function leaveFew(page: Page): Promise<void> {
  await page.evaluate((kept) => {
    for (const chapter of document.querySelectorAll('.chapter')) {
      [...chapter.querySelectorAll('article')].slice(kept).forEach((entry) => entry.remove());
    }
  }, ENTRIES_CHECKED);
}

describe('the reference in a browser', () => {
  it.each([
    ['a desktop', DESKTOP],
    ['a dark phone', PHONE],
  ])(
    'is accessible and fits on %s',
    async (_name, look) => {
      const { context, page, complaints } = await openPage(browser, look);
      await page.goto(`${world.base_url}/docs`);
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(overflow).toBe(0);
      await leaveFew(page);
      await page
        .locator('main details')
        .evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
      expect(await breaches(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    BROWSER_TEST_MS,
  );

  it(
    'leads to an operation by its contents, without scripting, and past them by the keyboard',
    async () => {
      const { context, page } = await openPage(browser, { javaScriptEnabled: false });
      await page.goto(`${world.base_url}/docs`);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(new URL(page.url()).hash).toBe('#reference');
      await page.getByRole('navigation').getByRole('link', { name: 'Create a checkout session' }).click();
      expect(new URL(page.url()).hash).toBe('#sessions.create');
      const entry = page.getByRole('article', { name: 'Create a checkout session' });
      expect(await entry.getByText('/api/checkout-sessions', { exact: true }).isVisible()).toBe(true);
      await context.close();
    },
    BROWSER_TEST_MS,
  );

  it(
    'folds its contents away on a phone',
    async () => {
      const { context, page } = await openPage(browser, { ...PHONE, javaScriptEnabled: false });
      await page.goto(`${world.base_url}/docs`);
      const link = page.getByRole('link', { name: 'Mint an API key' });
      expect(await link.count()).toBe(1);
      await page.getByText('Contents', { exact: true }).click();
      expect(
        await page.getByRole('navigation').getByRole('link', { name: 'Mint an API key' }).isVisible(),
      ).toBe(true);
      await context.close();
    },
    BROWSER_TEST_MS,
  );
});
