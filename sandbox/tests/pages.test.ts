import { createServer, request as plainRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { breaches, closePages, sidewaysOf, startBrowser } from '../../web/common/browser.fixture.ts';
import {
  ALL_FEATURES,
  capturedOrder,
  orderBody,
  SELLER,
  startBench,
  WALLET,
  type Bench,
  type Json,
} from './bench.ts';

let bench: Bench;
let browser: Browser;
let shop: Server;
let page: Page;

/** A merchant's page with fields for a card, a device's wallet and a message. */
const cardPage = (): string => {
  const query = `client-id=${WALLET.client_id}&merchant-id=${SELLER}&components=card-fields,applepay,messages`;
  return `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>
  <div id="number"></div><div id="expiry"></div><div id="cvv"></div><div id="later"></div>
  <button id="submit">Submit</button><button id="device">Device</button><p role="status"></p>
  <script src="${bench.sandbox.url}/sdk/js?${query}"></script>
  <script>
    const say = (text) => { document.querySelector('p').textContent = text; };
    const createOrder = async () => (await fetch('/orders', { method: 'POST' })).text();
    const fields = paypal.CardFields({
      createOrder, onApprove: ({ orderID }) => say('approved ' + orderID), onError: ({ message }) => say(message),
    });
    fields.NumberField().render('#number');
    fields.ExpiryField().render('#expiry');
    fields.CVVField().render('#cvv');
    paypal.Messages({ amount: 20 }).render('#later');
    document.querySelector('#submit').onclick = () => fields.submit().catch((error) => say('failed ' + error.message));
    document.querySelector('#device').onclick = async () => {
      const told = await paypal.Applepay().confirmOrder({ orderId: await createOrder(), token: {} });
      say('approved ' + told.approveApplePayPayment.status);
    };
  </script></html>`;
};

/** A merchant's page: it creates an order through its own server and shows what the library told it. */
const shopPage = (): string => {
  const query = `client-id=${WALLET.client_id}&merchant-id=${SELLER}&currency=USD`;
  return `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>
  <div id="buttons"></div><p role="status"></p>
  <script src="${bench.sandbox.url}/sdk/js?${query}"></script>
  <script>
    if (location.search.includes('blocked')) window.open = () => null;
    const tell = (what) => (data) => {
      document.querySelector('p').textContent = what + ' ' + (data.orderID || data.message);
    };
    paypal.Buttons({
      fundingSource: paypal.FUNDING.PAYPAL,
      createOrder: async () => (await fetch('/orders', { method: 'POST' })).text(),
      onApprove: tell('approved'), onCancel: tell('canceled'), onError: tell('failed'),
    }).render('#buttons');
  </script></html>`;
};

beforeAll(async () => {
  bench = await startBench();
  await bench.control('PATCH', `/accounts/${SELLER}`, { granted: ALL_FEATURES });
  shop = createServer((incoming, outgoing) => {
    if (incoming.method !== 'POST') {
      outgoing
        .setHeader('content-type', 'text/html')
        .end(incoming.url?.includes('cards') ? cardPage() : shopPage());
      return;
    }
    void bench
      .api('POST', '/v2/checkout/orders', orderBody())
      .then(({ body }) => outgoing.end(String(body['id'])));
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  browser = await startBrowser();
  const context = await browser.newContext();
  page = await context.newPage();
});
afterEach(async () => {
  for (const other of page.context().pages()) if (other !== page) await other.close();
});
afterAll(async () => {
  await closePages();
  shop.closeAllConnections();
  shop.close();
  await bench.close();
});

const shopUrl = (query = ''): string => `http://127.0.0.1:${(shop.address() as AddressInfo).port}/${query}`;
const told = (): Promise<string | null> => page.getByRole('status').textContent();

const referralBody = (tracking_id: string): object => ({
  tracking_id,
  operations: [
    {
      operation: 'API_INTEGRATION',
      api_integration_preference: {
        rest_api_integration: {
          integration_type: 'THIRD_PARTY',
          third_party_details: { features: ALL_FEATURES },
        },
      },
    },
  ],
  legal_consents: [{ type: 'SHARE_DATA_CONSENT', granted: true }],
});

async function openCheckout(): Promise<Page> {
  await page.goto(shopUrl());
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  return popup;
}

test('a buyer approves in a window, and the page is told', async () => {
  const popup = await openCheckout();
  expect(await popup.getByRole('heading', { name: 'Pay Harbour Goods' }).textContent()).toBe(
    'Pay Harbour Goods',
  );
  await popup.getByRole('button', { name: 'Pay 27.00 USD' }).click();
  await expect.poll(told).toMatch(/^approved [A-Z0-9]{17}$/);
});

test('a buyer cancels in the window, and the page is told', async () => {
  const popup = await openCheckout();
  await popup.getByRole('button', { name: /^Cancel/ }).click();
  await expect.poll(told).toMatch(/^canceled /);
});

test('a buyer closes the window at once, and the page is told', async () => {
  const popup = await openCheckout();
  await popup.getByRole('button', { name: /^Cancel/ }).waitFor();
  // Its script, which tells that it was shown, stands behind what it shows.
  await popup.waitForLoadState('load');
  await popup.close();
  await expect.poll(told).toMatch(/^canceled /);
});

test('a buyer closes the window before there is an order, and the page is told', async () => {
  await page.goto(shopUrl());
  const [asked, ordered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/orders', async (route) => {
    asked.resolve();
    await ordered.promise;
    await route.continue();
  });
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await asked.promise;
  await (await opened).close();
  ordered.resolve();
  await expect.poll(told).toMatch(/^canceled /);
});

test('a buyer closes the window before anything is shown in it, and presses again', async () => {
  const arrived = Promise.withResolvers<void>();
  const context = page.context();
  await context.route('**/checkoutnow**', () => arrived.resolve(), { times: 1 });
  const unshown = await openCheckout();
  await arrived.promise;
  await unshown.close();
  const opened = page.waitForEvent('popup', { timeout: 10_000 });
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  const popup = await opened;
  await expect.poll(told).toMatch(/^canceled /);
  await popup.getByRole('button', { name: 'Pay 27.00 USD' }).click();
  await expect.poll(told).toMatch(/^approved /);
});

test('when windows are blocked the checkout takes the page over and comes back to it', async () => {
  await page.goto(shopUrl('?blocked=1'));
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'Pay 27.00 USD' }).click();
  await page.waitForURL((url) => url.port === new URL(shopUrl()).port);
  await expect.poll(told).toMatch(/^approved /);
  expect(page.url()).toBe(shopUrl('?blocked=1'));
});

test('the checkout never sends a buyer to a stranger', async () => {
  const { body } = await bench.api('POST', '/v2/checkout/orders', orderBody());
  await page.goto(
    `${bench.sandbox.url}/checkoutnow?token=${body['id']}&return_to=https%3A%2F%2Fevil.test%2F`,
  );
  await page.getByRole('button', { name: 'Pay 27.00 USD' }).click();
  await expect.poll(() => page.getByRole('heading').textContent()).toBe('Approved');
  expect(await page.getByRole('link', { name: 'Return to the merchant' }).count()).toBe(0);
});

test('a seller withholds a permission on the consent page', async () => {
  const created = await bench.api('POST', '/v2/customer/partner-referrals', referralBody('page-1'));
  await page.goto(created.body['links'][1].href);
  expect(await page.getByRole('heading', { name: /Fairway Test/ }).count()).toBe(1);
  await page
    .getByRole('radio', { name: /already connected/ })
    .first()
    .check();
  await page.getByRole('checkbox', { name: /PARTNER_FEE/ }).uncheck();
  await page.getByRole('button', { name: 'Agree and connect' }).click();
  await expect.poll(() => page.getByRole('heading').textContent()).toBe('Your account is connected');
  const { body } = await bench.control('GET', '/accounts');
  const seller = body['items'].find((account: { account_id: string }) => account.account_id === SELLER);
  expect(seller.granted).toEqual(ALL_FEATURES.filter((feature) => feature !== 'PARTNER_FEE'));
  await bench.control('PATCH', `/accounts/${SELLER}`, { granted: ALL_FEATURES });
});

test('a card typed into the page, a device and a message work without a window', async () => {
  const ready = { name: 'CUSTOM_CARD_PROCESSING', status: 'ACTIVE' };
  const capabilities = [ready, { name: 'APPLE_PAY', status: 'ACTIVE' }];
  await bench.control('PATCH', `/accounts/${SELLER}`, { capabilities, granted: ALL_FEATURES });
  await page.goto(shopUrl('?cards'));
  await page.getByLabel('Card number').fill('4111 1111 1111 1112');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect.poll(told).toBe('failed INVALID_NUMBER');
  await page.getByLabel('Card number').fill('4000 0000 0000 0002');
  await page.getByLabel('Expiry (MM/YY)').fill('12/31');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect.poll(told).toMatch(/^approved \w{17}$/);
  const id = (await told())?.split(' ')[1];
  const order = await bench.api('GET', `/v2/checkout/orders/${id}`);
  expect(order.body).toMatchObject({ status: 'APPROVED', payment_source: { card: { type: 'CREDIT' } } });
  const captured = await bench.api('POST', `/v2/checkout/orders/${id}/capture`, {});
  expect(captured.body['purchase_units'][0].payments.captures[0].status).toBe('DECLINED');
  await page.getByText('4 interest-free payments of $5.00').waitFor();
  await page.getByRole('button', { name: 'Device' }).click();
  await expect.poll(told).toMatch(/^approved APPROVED$/);
});

test('a form from another site is refused, and the script refuses what it does not know', async () => {
  const { body } = await bench.api('POST', '/v2/checkout/orders', orderBody('5.00', null));
  const forged = await fetch(`${bench.sandbox.url}/checkoutnow?token=${body['id']}`, {
    method: 'POST',
    headers: { origin: 'https://evil.test', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'action=approve',
  });
  expect(forged.status).toBe(403);
  const script = (query: string): Promise<number> =>
    bench.call('GET', `/sdk/js?${query}`).then(({ status }) => status);
  expect(await script(`client-id=${WALLET.client_id}&colour=red`)).toBe(400);
  expect(await script('client-id=other')).toBe(400);
  expect(await script(`client-id=${WALLET.client_id}&components=buttons,messages&enable-funding=venmo`)).toBe(
    200,
  );
});

test('a buyer sees who is paid how much for what, and where it goes', async () => {
  const money = (value: string): object => ({ currency_code: 'USD', value });
  const { body } = await bench.api(
    'POST',
    '/v2/checkout/orders',
    orderBody('48.00', null, {
      amount: {
        ...money('48.00'),
        breakdown: { item_total: money('42.00'), shipping: money('8.00'), discount: money('2.00') },
      },
      items: [
        { name: 'Apron', quantity: '2', unit_amount: money('16.00') },
        { name: 'Mug', quantity: '1', unit_amount: money('10.00') },
      ],
      shipping: {
        name: { full_name: 'Jo Buyer' },
        address: {
          address_line_1: '12 Quay Street',
          admin_area_2: 'Portland',
          admin_area_1: 'ME',
          postal_code: '04101',
          country_code: 'US',
        },
      },
    }),
  );
  await page.goto(`${bench.sandbox.url}/checkoutnow?token=${body['id']}`);
  expect(await page.locator('.lines li').allInnerTexts()).toEqual([
    expect.stringMatching(/^Apron\s+2 × 16.00\s+32.00$/),
    expect.stringMatching(/^Mug\s+10.00$/),
    expect.stringMatching(/^Shipping\s+8.00$/),
    expect.stringMatching(/^Discount\s+−2.00$/),
    expect.stringMatching(/^Total\s+48.00 USD$/),
  ]);
  expect(await page.locator('address').innerText()).toContain('12 Quay Street');
});

test('a buyer may have the funding declined, or leave the payment pending', async () => {
  for (const [button, outcome] of [
    [/funding declined/, 'instrument_declined'],
    [/payment pending/, 'pending'],
  ] as const) {
    const { body } = await bench.api('POST', '/v2/checkout/orders', orderBody());
    await page.goto(`${bench.sandbox.url}/checkoutnow?token=${body['id']}`);
    await page.getByText('Try another ending').click();
    await page.getByRole('button', { name: button }).click();
    await expect.poll(() => page.getByRole('heading').textContent()).toBe('Approved');
    const { items } = (await bench.control('GET', '/orders')).body as { items: Json[] };
    expect(items[0].funding).toEqual({ source: 'paypal', outcome });
  }
});

test('an order that is paid or gone has a page that says so', async () => {
  const { order_id } = await capturedOrder(bench);
  const paid = await bench.call('GET', `/checkoutnow?token=${order_id}`);
  expect(paid.text).toContain('This order is paid');
  const gone = await bench.call('GET', '/checkoutnow?token=5O190127TN364715T');
  expect([gone.status, gone.text.includes('There is nothing here')]).toEqual([404, true]);
});

test('the pages and the buttons have no accessibility violation, in light and in dark, wide and narrow', async () => {
  const { body } = await bench.api('POST', '/v2/checkout/orders', orderBody());
  const created = await bench.api('POST', '/v2/customer/partner-referrals', referralBody('page-2'));
  const paths = [
    `${bench.sandbox.url}/checkoutnow?token=${body['id']}`,
    String(created.body['links'][1].href),
    `${bench.sandbox.url}/inspector/sign-ups`,
  ];
  for (const [colorScheme, width] of [
    ['light', 360],
    ['dark', 1180],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    for (const path of paths) {
      await page.goto(path);
      expect({ path, found: await breaches(page) }).toEqual({ path, found: [] });
      const sideways = await sidewaysOf(page);
      expect(sideways).toBeLessThanOrEqual(0);
    }
  }
  await page.goto(shopUrl());
  await page.getByRole('button', { name: 'Pay with PayPal' }).waitFor();
  expect(await breaches(page, '#buttons')).toEqual([]);
});

describe('a call of the control interface that a page makes', () => {
  const release = (headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      const url = new URL(`${bench.sandbox.url}/_control/notices/release`);
      plainRequest(url, { method: 'POST', headers }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
      })
        .once('error', reject)
        .end();
    });

  test('is refused, from another site or under a borrowed name', async () => {
    const own = new URL(bench.sandbox.url);
    expect(await release({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await release({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await release({ origin: 'https://evil.test' })).toBe(403);
    expect(await release({ origin: 'null' })).toBe(403);
    expect(await release({ host: 'evil.test', origin: 'http://evil.test' })).toBe(403);
    expect(await release({ origin: own.origin, 'sec-fetch-site': 'same-origin' })).toBe(200);
  });

  test('is taken from a program, by whatever name it knows the sandbox', async () => {
    expect(await release({})).toBe(200);
    expect(await release({ host: 'sandbox.internal.example' })).toBe(200);
  });
});

describe('a form that is not ours', () => {
  const post = (headers: Record<string, string>, body = 'mode=hold&back=/'): Promise<number> =>
    new Promise((resolve, reject) => {
      const url = new URL(`${bench.sandbox.url}/inspector/do/notices.mode`);
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      plainRequest(url, { method: 'POST', headers: { ...type, ...headers } }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
      })
        .once('error', reject)
        .end(body);
    });

  const mode = async (): Promise<string> => {
    const { text } = await bench.call('GET', '/inspector/notices');
    return /aria-pressed="true">([^<]*)</.exec(text)?.[1] ?? '';
  };

  test('is refused, from another site or under a borrowed name', async () => {
    const own = new URL(bench.sandbox.url);
    expect(await post({ origin: 'https://evil.test' })).toBe(403);
    expect(await post({ origin: 'null' })).toBe(403);
    expect(await post({ origin: `http://127.0.0.1:${Number(own.port) + 1}` })).toBe(403);
    expect(await post({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await post({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(
      await post({ host: 'evil.test', origin: 'http://evil.test', 'sec-fetch-site': 'same-origin' }),
    ).toBe(403);
    expect(await mode()).toContain('Deliver at once');
    expect(await post({ origin: own.origin, 'sec-fetch-site': 'same-origin' })).toBe(303);
    expect(await mode()).toContain('Hold until released');
  });

  test('does not lead anywhere else, and no page runs a foreign script', async () => {
    for (const back of ['//evil.test', '/\\evil.test', 'https://evil.test/']) {
      const answer = await fetch(`${bench.sandbox.url}/inspector/do/notices.mode`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ mode: 'deliver', back }),
      });
      expect(answer.headers.get('location')).toBe('/');
    }
    await bench.control('PATCH', `/accounts/${SELLER}`, { business_name: '<img src=x onerror=alert(1)>' });
    const { headers, text } = await bench.call('GET', `/inspector/accounts/${SELLER}`);
    expect(text).not.toContain('<img src=x');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
  });
});
