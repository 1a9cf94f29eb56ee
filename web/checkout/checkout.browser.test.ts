import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  makeChannel,
  makeConnectedMerchant,
  makeSession,
  refund,
  type TestMerchant,
} from '../../tests/world/actors.ts';
import { startWorld, type World } from '../../tests/world/world.ts';
import { closePages, openPage, PHONE, startBrowser, tabTo } from '../common/browser.fixture.ts';
import { expectSound } from '../common/sound.fixture.ts';

const PAY = 'Pay with PayPal';
const IN_THIS_WINDOW = "Pay on the payment provider's page instead";
const [OTHER_ENDINGS, DECLINED] = ['Try another ending', /declined/] as const;
const LIMIT_MS = 180_000;

let world: World;
let browser: Browser;
let merchant: TestMerchant;
let shop: string;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(), startBrowser()]);
  shop = `${world.base_url}/onboarding/return`;
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
}, LIMIT_MS);

afterEach(async () => {
  await closePages();
  await world.control('DELETE', 'faults');
  await world.control('POST', 'notices/release');
});

afterAll(async () => {
  await world.close();
}, LIMIT_MS);

async function newSession(
  body: Record<string, unknown> = {},
): Promise<{ id: string; url: string; embed: string }> {
  const made = await makeSession(world, merchant, {
    amount: '48.50',
    description: 'Two tickets',
    success_url: `${shop}?paid`,
    cancel_url: `${shop}?left`,
    ...body,
  });
  return { id: made.body.id, url: made.body.checkout_url, embed: made.body.embed_url };
}

const statusOf = async (id: string) => (await world.call('GET', `/api/checkout-sessions/${id}`)).body.status;
const headed = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor();

/** Opens the provider's window by a button of the page and does one thing in it. */
async function inWindow(page: Page, act: string | RegExp): Promise<void> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: PAY, exact: true }).click(),
  ]);
  if (act === DECLINED) await popup.getByText(OTHER_ENDINGS).click();
  const button = popup.getByRole('button', { name: act });
  await button.waitFor();
  // The window closes under the click.
  await Promise.all([
    popup.waitForEvent('close'),
    button.click({ noWaitAfter: true }).catch(() => undefined),
  ]);
}

it(
  'a page is whole with its one answer, whichever release the process is of that is asked next',
  async () => {
    const [open, held] = [await newSession(), await newSession()];
    const calls = `/api/checkout-sessions/${held.id}/orders`;
    const { order_id } = (await world.call('POST', calls, { body: {} })).body;
    await world.control('POST', `orders/${order_id}/approve`, { funding_source: 'pending' });
    const taken = await world.call('POST', `${calls}/${order_id}/capture`, { body: {} });
    const { page } = await openPage(browser);
    // The interface is the same in both; files are not.
    await page.route(`${world.base_url}/**`, async (route) => {
      const isShared = route.request().isNavigationRequest() || /[^/]\/api\//.test(route.request().url());
      await (isShared ? route.continue() : route.fulfill({ status: 404 }));
    });
    await page.goto(open.url);
    await page.getByRole('button', { name: PAY, exact: true }).waitFor();
    await page.goto(held.url);
    await headed(page, 'Your payment is being reviewed');
    await world.control('POST', `captures/${taken.body.provider_capture_id}/settle`, { status: 'COMPLETED' });
    await headed(page, 'Payment received');
  },
  LIMIT_MS,
);

/** A paid page goes on to the shop after three seconds, however long it takes to be looked at: here it stays, and what is
 *  returned resolves when it has gone on. */
async function stays(page: Page): Promise<() => Promise<void>> {
  const gone = Promise.withResolvers<void>();
  await page.route(
    ({ href }) => href === `${shop}?paid`,
    async (route) => {
      await route.fulfill({ status: 204 });
      gone.resolve();
    },
  );
  return () => gone.promise;
}

describe("paying in the provider's window", () => {
  it(
    'takes the payment, says so and goes on to the shop',
    async () => {
      const session = await newSession({ external_order_id: 'A-1001' });
      const { page, complaints } = await openPage(browser);
      const goneOn = await stays(page);
      await page.goto(session.url);
      await page.getByRole('button', { name: PAY, exact: true }).waitFor();
      expect(await page.title()).toBe('Pay · Corner Shop');
      await expectSound(page, complaints);
      await inWindow(page, /^Pay 48.50/);
      await headed(page, 'Payment received');
      expect(await page.title()).toBe('Paid · Corner Shop');
      expect(await page.getByRole('status').textContent()).toContain('You paid $48.50 to Corner Shop');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Payment received');
      expect(await page.getByRole('link', { name: 'Continue to Corner Shop' }).getAttribute('href')).toBe(
        `${shop}?paid`,
      );
      const view = await world.call('GET', `/api/checkout-sessions/${session.id}`);
      expect(view.body.status).toBe('completed');
      expect(await page.locator('[data-panel-name="paid"]').textContent()).toContain(
        view.body.payment.provider_capture_id,
      );
      await expectSound(page, complaints);
      await goneOn();
      await page.goto(session.url);
      await headed(page, 'This order is paid');
      await expectSound(page, complaints);
    },
    LIMIT_MS,
  );

  it(
    'lets the buyer choose another way after a decline, and what is paid then is returned',
    async () => {
      const session = await newSession();
      const { page, complaints } = await openPage(browser, PHONE);
      await page.goto(session.url);
      await inWindow(page, DECLINED);
      const notice = page.locator('[data-notice-name="declined"]');
      await notice.waitFor();
      expect(await page.title()).toBe('Declined · Corner Shop');
      expect(await notice.evaluate((element) => element === document.activeElement)).toBe(true);
      await expectSound(page, complaints);
      expect(await statusOf(session.id)).toBe('open');
      await inWindow(page, /^Pay 48.50/);
      await headed(page, 'Payment received');
      const { status, payment } = (await world.call('GET', `/api/checkout-sessions/${session.id}`)).body;
      expect([status, payment.status]).toEqual(['completed', 'captured']);
      const returned = await refund(world, merchant, payment.provider_capture_id, { amount: '12.50' });
      expect(returned).toMatchObject({ status: 200, body: { success: true } });
    },
    LIMIT_MS,
  );

  it(
    'comes back to the ways to pay when the buyer leaves',
    async () => {
      const session = await newSession();
      const { page, complaints } = await openPage(browser);
      await page.goto(session.url);
      await inWindow(page, /^Cancel/);
      await page.locator('[data-notice-name="canceled"]').waitFor();
      expect(await page.title()).toBe('Canceled · Corner Shop');
      await page.getByRole('button', { name: PAY, exact: true }).waitFor();
      await expectSound(page, complaints);
    },
    LIMIT_MS,
  );

  it('closes the window when it is sent back here, and leaves the payment to the page', async () => {
    const session = await newSession();
    const { page } = await openPage(browser);
    await page.goto(session.url);
    const popped = page.waitForEvent('popup');
    await page.evaluate(
      (address) => void window.open(address),
      `${session.url}/return?token=ORDER1&PayerID=X`,
    );
    const popup = await popped;
    if (!popup.isClosed()) await popup.waitForEvent('close');
    expect(await statusOf(session.id)).toBe('open');
  });

  it(
    'can be done by keyboard alone',
    async () => {
      const session = await newSession();
      const { page } = await openPage(browser);
      await page.goto(session.url);
      await page.getByRole('button', { name: PAY, exact: true }).waitFor();
      await tabTo(page, PAY);
      const [popup] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
      await popup.getByRole('button', { name: /^Pay/ }).waitFor();
      await tabTo(popup, /^Pay 48.50/);
      await Promise.all([popup.waitForEvent('close'), popup.keyboard.press('Enter').catch(() => undefined)]);
      await headed(page, 'Payment received');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${shop}?paid`);
    },
    LIMIT_MS,
  );
});

describe('paying in this window', () => {
  it(
    'goes to the provider and comes back paid; a reload charges nothing twice',
    async () => {
      const session = await newSession();
      const { page, complaints } = await openPage(browser, PHONE);
      const goneOn = await stays(page);
      await page.goto(session.url);
      await page.getByRole('button', { name: IN_THIS_WINDOW }).click();
      const back = page.waitForRequest((request) => request.url().includes('/return?'));
      await page.getByRole('button', { name: /^Pay 48.50/ }).click();
      await headed(page, 'Payment received');
      expect(page.url()).toBe(session.url);
      await expectSound(page, complaints);
      await goneOn();
      const returned = (await back).url();
      await page.goto(returned);
      await headed(page, 'This order is paid');
      const order = new URL(returned).searchParams.get('token')!;
      const requests = await world.control('GET', 'requests?limit=200');
      const made = requests.body.items.filter((one: { path: string }) =>
        one.path.endsWith(`/${order}/capture`),
      );
      expect(made).toHaveLength(1);
    },
    LIMIT_MS,
  );

  it(
    'says that the buyer left, when they did',
    async () => {
      const session = await newSession();
      const { page, complaints } = await openPage(browser);
      await page.goto(session.url);
      await page.getByRole('button', { name: IN_THIS_WINDOW }).click();
      await page.getByRole('button', { name: /^Cancel/ }).click();
      await page.locator('[data-notice-name="canceled"]').waitFor();
      expect(page.url()).toBe(session.url);
      await expectSound(page, complaints);
    },
    LIMIT_MS,
  );

  it(
    'works with scripting off, up to the shop',
    async () => {
      const session = await newSession();
      const { page } = await openPage(browser, { javaScriptEnabled: false });
      await page.goto(session.url);
      expect(await page.getByRole('button', { name: 'Continue to pay $48.50' }).isVisible()).toBe(true);
      await page.getByRole('button', { name: 'Continue to pay $48.50' }).click();
      await page.getByText(OTHER_ENDINGS).click();
      await page.getByRole('button', { name: DECLINED }).click();
      await page.waitForURL(/\/return\?/);
      await page.getByRole('button', { name: 'Confirm payment of $48.50' }).click();
      await page.getByText('Your payment was declined').waitFor();
      await page.getByRole('button', { name: 'Continue to pay $48.50' }).click();
      await page.getByRole('button', { name: /^Pay 48.50/ }).click();
      await page.waitForURL(/\/return\?/);
      await page.getByRole('button', { name: 'Confirm payment of $48.50' }).click();
      await headed(page, 'Payment received');
      expect(await statusOf(session.id)).toBe('completed');
      await page.waitForURL(`${shop}?paid`);
    },
    LIMIT_MS,
  );
});

describe('when something is in the way', () => {
  it(
    'never offers to pay while the outcome is unknown, and tells it when it is known',
    async () => {
      const session = await newSession();
      const { page, complaints } = await openPage(browser);
      await page.goto(session.url);
      // Nobody tells what became of it until it has been looked at.
      await world.control('POST', 'notices', { mode: 'hold' });
      await world.control('POST', 'faults', {
        operation: 'orders.capture',
        mode: 'error_after_commit',
        times: 1,
      });
      await inWindow(page, /^Pay 48.50/);
      await headed(page, 'Checking your payment');
      expect(await page.getByRole('button', { name: /pay/i }).count()).toBe(0);
      await expectSound(page, complaints);
      await world.control('POST', 'notices/release');
      // However often it takes to look until the provider has answered.
      const statusLater = async () => {
        await world.advance(60);
        await world.drain();
        return await statusOf(session.id);
      };
      await expect.poll(statusLater).toBe('completed');
      await headed(page, 'Payment received');
    },
    LIMIT_MS,
  );

  it(
    'says that a held payment is under review, also after a reload',
    async () => {
      const session = await newSession();
      const { page, complaints } = await openPage(browser, PHONE);
      const order = await world.call('POST', `/api/checkout-sessions/${session.id}/orders`, { body: {} });
      await world.control('POST', `orders/${order.body.order_id}/approve`, { funding_source: 'pending' });
      await page.goto(`${session.url}/return?token=${order.body.order_id}&PayerID=X`);
      await headed(page, 'Your payment is being reviewed');
      await expectSound(page, complaints);
      await page.reload();
      await headed(page, 'Your payment is being reviewed');
      expect(await page.getByRole('button', { name: /pay/i }).count()).toBe(0);
    },
    LIMIT_MS,
  );

  it(
    "offers another try and the plain way when the provider's script does not load",
    async () => {
      const session = await newSession();
      const { page, complaints } = await openPage(browser, PHONE);
      await page.route('**/sdk/js?*', (route) => route.abort());
      await page.goto(session.url);
      await page.locator('[data-notice-name="script_failed"]').waitFor();
      expect(await page.getByRole('button', { name: 'Continue to pay $48.50' }).isVisible()).toBe(true);
      await expectSound(page, complaints);
      await page.unroute('**/sdk/js?*');
      await page.getByRole('button', { name: 'Load the buttons again' }).click();
      await page.getByRole('button', { name: PAY, exact: true }).waitFor();
      expect(await page.locator('[data-notice-name="script_failed"]').isVisible()).toBe(false);
    },
    LIMIT_MS,
  );

  it(
    'stops waiting for a script that never comes',
    async () => {
      const session = await newSession();
      const { page } = await openPage(browser);
      await page.clock.install();
      await page.route('**/sdk/js?*', () => undefined);
      const asked = page.waitForRequest('**/sdk/js?*');
      await page.goto(session.url, { waitUntil: 'domcontentloaded' });
      await asked;
      await page.clock.fastForward(8_000);
      await page.locator('[data-notice-name="script_failed"]').waitFor();
    },
    LIMIT_MS,
  );

  it(
    'says that the shop cannot be paid, when it may not take payments',
    async () => {
      const session = await newSession();
      const { page, complaints } = await openPage(browser);
      await page.goto(session.url);
      await page.getByRole('button', { name: PAY, exact: true }).waitFor();
      await world.operator('PATCH', `merchants/${merchant.merchant_id}`, { payment_hold: true });
      await page.getByRole('button', { name: PAY, exact: true }).click();
      await headed(page, 'Corner Shop cannot take this payment right now');
      await world.operator('PATCH', `merchants/${merchant.merchant_id}`, { payment_hold: false });
      await expectSound(page, complaints);
    },
    LIMIT_MS,
  );

  it(
    'warns before the page expires and says when it has',
    async () => {
      const session = await newSession();
      const { page, complaints } = await openPage(browser);
      await page.clock.install();
      await page.goto(session.url);
      await page.getByRole('button', { name: PAY, exact: true }).waitFor();
      await page.clock.fastForward('28:30');
      await page.locator('[data-notice-name="expiring"]').waitFor();
      expect(await page.getByRole('button', { name: PAY, exact: true }).isVisible()).toBe(true);
      await world.advance(31 * 60);
      await page.clock.fastForward('02:00');
      await headed(page, 'This payment page has expired');
      expect(await page.title()).toBe('Expired · Corner Shop');
      expect(await page.getByRole('link', { name: 'Return to Corner Shop' }).getAttribute('href')).toBe(
        `${shop}?left`,
      );
      await expectSound(page, complaints);
      await page.reload();
      await headed(page, 'This payment page has expired');
    },
    LIMIT_MS,
  );

  it(
    'learns of an expiry from the service, when the buyer tries to pay',
    async () => {
      const session = await newSession();
      const { page } = await openPage(browser);
      await page.goto(session.url);
      await page.getByRole('button', { name: PAY, exact: true }).waitFor();
      await world.advance(31 * 60);
      await page.getByRole('button', { name: PAY, exact: true }).click();
      await headed(page, 'This payment page has expired');
    },
    LIMIT_MS,
  );
});

describe('in a frame', () => {
  let server: Server;
  let origin: string;

  beforeAll(async () => {
    // A shop's page at an origin of its own, with the address from its query in a frame.
    server = createServer((request, response) => {
      const framed = new URL(request.url ?? '/', 'http://shop').searchParams.get('framed') ?? '';
      response.setHeader('content-type', 'text/html');
      response.end(
        `<!doctype html><title>Shop</title><iframe title="Payment" height="900" src="${framed}"></iframe>`,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    server.close();
  });

  async function shopPage(framed: string): Promise<Page> {
    const { page } = await openPage(browser);
    await page.goto(`${origin}/?framed=${encodeURIComponent(framed)}`);
    return page;
  }

  it(
    'is shown by the allowed shop, takes the payment and leaves the going on to the shop',
    async () => {
      const session = await newSession({ allowed_origins: [origin] });
      const page = await shopPage(session.embed);
      const frame = page.frameLocator('iframe');
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        frame.getByRole('button', { name: PAY, exact: true }).click(),
      ]);
      const button = popup.getByRole('button', { name: /^Pay 48.50/ });
      await button.waitFor();
      await Promise.all([
        popup.waitForEvent('close'),
        button.click({ noWaitAfter: true }).catch(() => undefined),
      ]);
      await frame.getByRole('heading', { name: 'Payment received' }).waitFor();
      expect(await frame.getByRole('link', { name: 'Continue to Corner Shop' }).getAttribute('target')).toBe(
        '_top',
      );
      expect(await statusOf(session.id)).toBe('completed');
    },
    LIMIT_MS,
  );

  it(
    'is refused to every other page, as the hosted page is to all',
    async () => {
      const session = await newSession({ allowed_origins: ['https://other.example'] });
      const open = await newSession();
      for (const address of [session.embed, session.url, open.url]) {
        const page = await shopPage(address);
        expect(page.frames()[1]!.url()).toMatch(/^chrome-error:/);
      }
      const shown = await shopPage(open.embed);
      await shown.frameLocator('iframe').getByRole('heading', { name: 'Corner Shop' }).waitFor();
    },
    LIMIT_MS,
  );
});
