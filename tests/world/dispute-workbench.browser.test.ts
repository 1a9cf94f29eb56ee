import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  breaches,
  closePages,
  DESKTOP,
  openPage,
  PHONE,
  startBrowser,
  tabTo,
} from '../../web/common/browser.fixture.ts';
import { makeChannel, makeConnectedMerchant, type TestMerchant } from './actors.ts';
import { takeAction, makeDispute, readDispute, type TestDispute } from './disputes.ts';
import { joinWorld, type World } from './world.ts';

// The sandbox's page of a dispute, where somebody plays the buyer and the provider.

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

const give = (made: TestDispute, action: string, body: object) =>
  takeAction(world, merchant, { id: made.id, action, body });
const addressOf = ({ provider_id }: TestDispute) => `${world.sandbox_url}/inspector/disputes/${provider_id}`;

/** A dispute in which everything was said that can be. */
async function disputed(): Promise<TestDispute> {
  const reason = 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED';
  const made = await makeDispute(world, merchant, { reason });
  await give(made, 'send-message', { message: 'It left us on Monday, and the carrier says that it came.' });
  await give(made, 'make-offer', {
    note: 'Would half be fair?',
    offer_type: 'REFUND',
    offer_amount: '10.00',
  });
  return made;
}

describe('the page of a dispute', () => {
  test(
    'is played by the keyboard alone, from the buyer’s words to the decision',
    async () => {
      const made = await makeDispute(world, merchant);
      const { page, complaints } = await openPage(browser, DESKTOP);
      await page.goto(addressOf(made));
      await tabTo(page, /^Message to the seller/);
      await page.keyboard.type('Where is it?');
      await tabTo(page, /^Send$/);
      await page.keyboard.press('Enter');
      await page.getByText('Where is it?').first().waitFor();
      await tabTo(page, /^Escalate to a claim$/);
      await page.keyboard.press('Enter');
      await page.getByText('Chargeback').first().waitFor();
      await tabTo(page, /^Outcome/);
      await page.keyboard.press('ArrowDown');
      await tabTo(page, /^Resolve$/);
      await page.keyboard.press('Enter');
      await page.locator('.badge', { hasText: 'resolved' }).first().waitFor();
      await world.drain();
      expect(await readDispute(world, merchant, made.id)).toMatchObject({
        status: 'RESOLVED',
        outcome: 'RESOLVED_SELLER_FAVOUR',
      });
      expect(complaints).toEqual([]);
    },
    BROWSER_TEST_MS,
  );

  test.each([
    ['a desktop', DESKTOP],
    ['a dark phone', PHONE],
    ['320 px', { ...PHONE, width: 320, colorScheme: 'light' }],
  ] as const)(
    'is accessible and fits on %s',
    async (_name, look) => {
      const made = await disputed();
      const { page, complaints } = await openPage(browser, look);
      for (const address of [addressOf(made), `${world.sandbox_url}/inspector/disputes`]) {
        await page.goto(address);
        const overflow = await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth);
        expect([address, overflow]).toEqual([address, 0]);
        // What stands in a row stays within its frame.
        const spilled = await page.locator('.badge').evaluateAll(
          (badges) =>
            badges.filter((badge) => {
              const frame = badge.parentElement!;
              return badge.getBoundingClientRect().right > frame.getBoundingClientRect().right + 1;
            }).length,
        );
        expect([address, spilled]).toEqual([address, 0]);
        expect(await breaches(page)).toEqual([]);
      }
      expect(complaints).toEqual([]);
    },
    BROWSER_TEST_MS,
  );
});
