import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  capture,
  makeChannel,
  makeConnectedMerchant,
  makeOrder,
  makeSession,
  type TestMerchant,
} from '../../tests/world/actors.ts';
import { startWorld, type World } from '../../tests/world/world.ts';
import { breaches, closePages, openPage, PHONE, startBrowser } from '../common/browser.fixture.ts';
import { hears, mountCheckout, openShop, type Shop, told } from './shop.fixture.ts';

// Each of the ten codes, by what really brings it about.

const PAY = 'Pay with PayPal';
const LIMIT_MS = 180_000;
const UNKNOWN = 'cs_1111111111111111111111111111';

let world: World;
let browser: Browser;
let merchant: TestMerchant;
let shop: Shop;
let page: Page;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(), startBrowser()]);
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  shop = await openShop({ base: world.base_url });
}, LIMIT_MS);

afterEach(closePages);

afterAll(async () => {
  await shop.close();
  await world.close();
}, LIMIT_MS);

async function visit(at: Shop = shop): Promise<Page> {
  ({ page } = await openPage(browser, PHONE));
  await page.route('https://pay.google.com/**', (route) => route.abort());
  await page.goto(at.url);
  return page;
}

async function newSession(body: Record<string, unknown> = {}): Promise<string> {
  return (await makeSession(world, merchant, { amount: '48.50', ...body })).body.id;
}

/** What the page hears when it mounts this session; nothing can be paid by then. */
async function failsWith(sessionId: string): Promise<unknown> {
  await visit();
  await mountCheckout(page, { sessionId });
  const error = await hears(page, 'onError');
  expect(await page.getByRole('button', { name: /pay/i }).count()).toBe(0);
  expect(await breaches(page)).toEqual([]);
  return error;
}

it('config_error: options that no page may use are thrown at once', async () => {
  const sessionId = await newSession();
  await visit();
  const thrown = (options: object) =>
    page.evaluate((given) => {
      try {
        window.Fairway.checkout(given as never);
      } catch (error) {
        const { code, retryable, name, message } = error as Error & { code: string; retryable: boolean };
        return { code, retryable, name, message, isOne: error instanceof window.Fairway.CheckoutError };
      }
      return null;
    }, options);
  const wrong = { code: 'config_error', retryable: false, name: 'CheckoutError', isOne: true };
  expect(await thrown({ sessionId, environment: 'test' })).toMatchObject(wrong);
  expect(await thrown({ sessionId })).toMatchObject(wrong);
  expect(await thrown({ sessionId: 'x', environment: 'sandbox' })).toMatchObject(wrong);
  expect(await thrown({ sessionId, environment: 'live' })).toMatchObject({ ...wrong, message: /https/ });
  expect(await thrown({ sessionId, environment: 'sandbox', baseUrl: 'http://shop.example' })).toMatchObject(
    wrong,
  );
  expect(await thrown({ sessionId, environment: 'sandbox', onReady: 5 })).toMatchObject({
    ...wrong,
    message: 'onReady is a function',
  });
  expect(await thrown({ sessionId, environment: 'sandbox', onCancel: null })).toBe(null);
  expect(await thrown({ sessionId, environment: 'sandbox' })).toBe(null);
});

it('an option that nobody knows is named in the console, and changes nothing', async () => {
  const sessionId = await newSession();
  await visit();
  const warned: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warned.push(message.text()));
  await page.evaluate((id) => {
    const known = { sessionId: id, environment: 'sandbox', title: 'Pay', onResize: () => 0 } as const;
    const misspelt = { onAprove: () => 0, onapprove: () => 0, sessionID: id };
    window.Fairway.checkout({ ...known, ...misspelt });
    window.Fairway.embed({ ...known, theme: 'dark' });
  }, sessionId);
  await expect
    .poll(() => warned)
    .toEqual([
      'Fairway: there is no option onAprove',
      'Fairway: there is no option onapprove',
      'Fairway: there is no option sessionID',
    ]);
});

it('config_error: a session that is not there, and a merchant that has no account', async () => {
  const missing = { code: 'config_error', retryable: false, status: 404 };
  expect(await failsWith(UNKNOWN)).toMatchObject(missing);
  const gone = await makeConnectedMerchant(world, merchant);
  const { body } = await makeSession(world, gone);
  await world.operator('POST', `merchants/${gone.merchant_id}/release-wallet-link`, {});
  expect(await failsWith(body.id)).toMatchObject({ code: 'config_error', status: 422 });
});

it('origin_not_allowed: another origin than the session names, and a merchant that may not be paid', async () => {
  const elsewhere = await newSession({ allowed_origins: ['https://shop.example'] });
  await visit();
  await mountCheckout(page, { sessionId: elsewhere });
  await hears(page, 'onReady');
  await page.getByRole('button', { name: PAY, exact: true }).click();
  const refused = { code: 'origin_not_allowed', retryable: false, status: 403 };
  expect(await hears(page, 'onError')).toMatchObject(refused);
  expect(await told(page, 'onError')).toHaveLength(1);
  expect(await page.getByRole('button', { name: /pay/i }).count()).toBe(0);
  const stopped = await makeConnectedMerchant(world, merchant);
  const { body } = await makeSession(world, stopped);
  await world.operator('PATCH', `merchants/${stopped.merchant_id}`, { payment_hold: true });
  await visit();
  await mountCheckout(page, { sessionId: body.id });
  await hears(page, 'onReady');
  await page.getByRole('button', { name: PAY, exact: true }).click();
  expect(await hears(page, 'onError')).toMatchObject({ ...refused, message: /readiness/ });
});

it('session_completed: paid before', async () => {
  const order = await makeOrder(world, merchant, { approved: true });
  await capture(world, merchant, order.order_id);
  const error = await failsWith(order.session_id);
  expect(error).toMatchObject({ code: 'session_completed', retryable: false });
  expect(await told(page, 'onStateChange')).toEqual(['loading', 'completed']);
});

it('provider_unsupported: a session that saves a way to pay, for which the page of the service is offered', async () => {
  const sessionId = await newSession({ amount: 0 });
  expect(await failsWith(sessionId)).toMatchObject({ code: 'provider_unsupported', retryable: false });
  const link = page.getByRole('link', { name: 'Continue on the payment page' });
  expect(await link.getAttribute('href')).toBe(`${world.base_url}/checkout/${sessionId}`);
});

it('wallet_sdk_error: a script that does not load, twice; another try draws the buttons', async () => {
  const sessionId = await newSession();
  await visit();
  let asked = 0;
  await page.route('**/sdk/js?*', (route) => {
    asked += 1;
    return route.abort();
  });
  await mountCheckout(page, { sessionId });
  expect(await hears(page, 'onError')).toMatchObject({ code: 'wallet_sdk_error', retryable: true });
  expect(asked).toBe(2);
  await page.unroute('**/sdk/js?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await hears(page, 'onReady');
  expect(await page.getByRole('button', { name: PAY, exact: true }).count()).toBe(1);
});

it('wallet_sdk_error: a script that is loaded after another has a name of its own', async () => {
  const other = await makeConnectedMerchant(world, merchant);
  const [failing, loaded] = [await newSession(), (await makeSession(world, other)).body.id];
  await visit();
  const ofOurs = `**/sdk/js?*merchant-id=${merchant.account_id}*`;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(ofOurs, async (route) => {
    await held;
    await route.abort();
  });
  await mountCheckout(page, { sessionId: failing });
  await page.waitForRequest(ofOurs);
  await mountCheckout(page, { sessionId: loaded, into: '#other' });
  await hears(page, 'onReady');
  release();
  expect(await hears(page, 'onError')).toMatchObject({ code: 'wallet_sdk_error' });
  await page.unroute(ofOurs);
  await page.getByRole('button', { name: 'Try again' }).click();
  await hears(page, 'onReady', 2);
  const names = await page
    .locator('script[data-namespace]')
    .evaluateAll((scripts) => scripts.map((script) => (script as HTMLScriptElement).dataset['namespace']));
  expect(names).toHaveLength(2);
  expect(new Set(names).size).toBe(2);
});

it('wallet_sdk_error: a script that defines nothing, and one whose parts fail', async () => {
  const sessionId = await newSession();
  for (const script of [
    '',
    'window[document.currentScript.dataset.namespace] = { get Buttons() { throw Error("no"); } }',
  ]) {
    await visit();
    await page.route('**/sdk/js?*', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    await mountCheckout(page, { sessionId });
    expect(await hears(page, 'onError')).toMatchObject({ code: 'wallet_sdk_error', retryable: true });
    expect(await page.getByRole('link', { name: 'Continue on the payment page' }).isVisible()).toBe(true);
  }
});

it('network_error: a service that cannot be reached; another try draws the buttons', async () => {
  const sessionId = await newSession();
  await visit();
  await page.route('**/api/checkout-sessions/**', (route) => route.abort());
  await mountCheckout(page, { sessionId });
  expect(await hears(page, 'onError')).toMatchObject({
    code: 'network_error',
    retryable: true,
    status: null,
  });
  await page.unroute('**/api/checkout-sessions/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await hears(page, 'onReady');
});

it(
  'rate_limited: more than a minute allows; it tries again by itself when the minute is over',
  async () => {
    // Three of what may be sixty a minute.
    const small = await startWorld({ worker: false, env: { RATE_LIMIT_SCALE: '0.05' } });
    const at = await openShop({ base: small.base_url });
    try {
      const own = await makeConnectedMerchant(small, await makeChannel(small));
      const { body } = await makeSession(small, own);
      for (let n = 0; n < 3; n += 1)
        await small.call('POST', `/api/checkout-sessions/${body.id}/client-token`);
      await visit(at);
      await page.clock.install();
      await mountCheckout(page, { sessionId: body.id });
      expect(await hears(page, 'onError')).toMatchObject({
        code: 'rate_limited',
        retryable: true,
        status: 429,
      });
      await page.clock.fastForward(70_000);
      await hears(page, 'onError', 2);
      expect(await told(page, 'onStateChange')).toEqual(['loading', 'failed', 'loading', 'failed']);
    } finally {
      await at.close();
      await small.close();
    }
  },
  LIMIT_MS,
);

it.each([
  { status: 429, code: 'rate_limited' },
  { status: 503, code: 'network_error' },
])(
  '$code: a frame tells so where its buttons may not be drawn yet, and is ready when they are',
  async (of) => {
    const sessionId = await newSession();
    await visit();
    const token = `**/api/checkout-sessions/${sessionId}/client-token`;
    await page.route(token, (route) => route.fulfill({ status: of.status, json: {} }));
    await mountCheckout(page, { sessionId, as: 'embed' });
    expect(await hears(page, 'onError')).toMatchObject({ code: of.code, retryable: true });
    expect(await told(page, 'onReady')).toEqual([]);
    await page.unroute(token);
    await page.frameLocator('iframe').locator('[data-act="retry"]').click();
    await hears(page, 'onReady');
    expect(await told(page, 'onStateChange')).toEqual(['loading', 'failed', 'loading', 'ready']);
  },
);

it(
  'rate_limited: what was opened by hand meanwhile is not opened anew by itself',
  async () => {
    const sessionId = await newSession();
    await visit();
    await page.clock.install();
    const token = `**/api/checkout-sessions/${sessionId}/client-token`;
    await page.route(token, (route) => route.fulfill({ status: 429, json: {} }));
    await mountCheckout(page, { sessionId });
    await hears(page, 'onError');
    await page.unroute(token);
    await page.getByRole('button', { name: 'Try again' }).click();
    await hears(page, 'onReady');
    await page.clock.fastForward(70_000);
    await page.getByRole('button', { name: PAY }).waitFor();
    expect(await told(page, 'onStateChange')).toEqual(['loading', 'failed', 'loading', 'ready']);
  },
  LIMIT_MS,
);

it('session_expired: the buyer of what was approved in time is told that it may still be taken', async () => {
  const { session_id } = await makeOrder(world, merchant, { approved: true });
  // The page reads what the service was told, and the provider tells it a moment later.
  await world.drain();
  await world.advance(31 * 60);
  expect(await failsWith(session_id)).toMatchObject({ code: 'session_expired', retryable: false });
  expect(await page.getByRole('status').textContent()).toContain('may still be taken');
});

it('session_expired: its time ran out before it was mounted, and while it was', async () => {
  const [early, late] = [await newSession(), await newSession()];
  await visit();
  await page.clock.install();
  await mountCheckout(page, { sessionId: late });
  await hears(page, 'onReady');
  await world.advance(86_400);
  await page.clock.fastForward(86_401_000);
  const expired = { code: 'session_expired', retryable: false };
  expect(await hears(page, 'onError')).toMatchObject(expired);
  expect(await told(page, 'onExpired')).toHaveLength(1);
  expect(await page.getByRole('button', { name: /pay/i }).count()).toBe(0);
  expect(await failsWith(early)).toMatchObject(expired);
  expect(await told(page, 'onStateChange')).toEqual(['loading', 'expired']);
});
