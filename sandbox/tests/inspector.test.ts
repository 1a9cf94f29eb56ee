import { createHmac } from 'node:crypto';
import { request as tlsRequest } from 'node:https';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  breaches,
  closePages,
  DESKTOP,
  openPage,
  PHONE,
  sidewaysOf,
  startBrowser,
} from '../../web/common/browser.fixture.ts';
import {
  ALL_FEATURES,
  assertion,
  capturedOrder,
  orderBody,
  SELLER,
  startBench,
  type Bench,
} from './bench.ts';
import { openAccount as openGravy, paidBy } from './gravy.ts';
import { openAccount as openNmi, sold } from './nmi.ts';

const PLACES = [
  'Overview',
  'Requests',
  'Notices',
  'Receivers',
  'Text messages',
  'Accounts',
  'Sign-ups',
  'Gateway accounts',
  'Orders',
  'Captures',
  'Disputes',
  'Invoices',
  'Gr4vy',
  'NMI',
  'Faults',
  'All records',
  'State and clock',
];

let bench: Bench;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [bench, browser] = await Promise.all([startBench(), startBrowser()]);
});
beforeEach(async () => {
  await bench.control('POST', '/reset');
  await bench.control('PATCH', `/accounts/${SELLER}`, { granted: ALL_FEATURES });
  // Every form is a plain one: what is done here is done without the script.
  ({ page, complaints } = await openPage(browser, { javaScriptEnabled: false }));
});
afterEach(async () => {
  expect(complaints).toEqual([]);
  await page.context().close();
});
afterAll(async () => {
  await closePages();
  await bench.close();
});

const open = (path: string, on = page): Promise<unknown> => on.goto(bench.sandbox.url + path);
// Each sends a form, and what is looked at then is the page that answers it.
async function press(name: string | RegExp): Promise<void> {
  const answered = page.waitForEvent('domcontentloaded');
  await page.getByRole('button', { name }).click();
  await answered;
}
const note = (): Promise<string | null> => page.locator('.note').textContent();

function deliver(receiver: string, secret: string): Promise<void> {
  const body = JSON.stringify({ type: 'payment.captured' });
  const signature = createHmac('sha256', secret).update(`7.${body}`).digest('hex');
  return new Promise((resolve, reject) => {
    const outgoing = tlsRequest(
      {
        host: '127.0.0.1',
        port: bench.sandbox.receivers.port,
        path: `/${receiver}`,
        method: 'POST',
        ca: bench.sandbox.receivers.ca_pem,
        servername: bench.sandbox.receivers.host,
        headers: { 'service-signature': `t=7,v1=${signature}`, 'service-event-type': 'payment.captured' },
      },
      (answer) => answer.resume().once('end', resolve),
    );
    outgoing.once('error', reject).end(body);
  });
}

function text(words: string): Promise<unknown> {
  const authorization = `Basic ${Buffer.from('AC1:carrier-token').toString('base64')}`;
  const form = new URLSearchParams({ To: '+15555550123', From: '+15555550100', Body: words });
  return bench.call('POST', '/2010-04-01/Accounts/AC1/Messages.json', form.toString(), {
    authorization,
    'content-type': 'application/x-www-form-urlencoded',
  });
}

async function sentInvoice(): Promise<string> {
  await bench.control('PATCH', `/accounts/${SELLER}`, { granted: [...ALL_FEATURES, 'INVOICE_READ_WRITE'] });
  const draft = await bench.api(
    'POST',
    '/v2/invoicing/invoices',
    {
      detail: { currency_code: 'USD', invoice_number: '2030-7', note: 'Thank you.' },
      items: [
        { name: 'Repair', quantity: '1.5', unit_amount: { currency_code: 'USD', value: '20.00' } },
        { name: 'Parts', quantity: '2', unit_amount: { currency_code: 'USD', value: '5.00' } },
      ],
    },
    { ...assertion(), Prefer: 'return=representation' },
  );
  const id = String(draft.body['id']);
  const sent = await bench.api('POST', `/v2/invoicing/invoices/${id}/send`, {}, assertion());
  expect([draft.status, sent.status]).toEqual([201, 200]);
  return id;
}

describe('every page', () => {
  test('of a fresh sandbox says what would fill it', async () => {
    await open('/');
    for (const place of PLACES) {
      await page.getByRole('navigation', { name: 'Inspector' }).getByText(place, { exact: true }).click();
      expect(await page.locator('nav [aria-current=page]').textContent()).toContain(place);
      expect(await page.title()).toBe(`${place} · Fairway sandbox`);
    }
    await open('/inspector/orders');
    expect(await page.locator('.empty').textContent()).toContain('checkout page');
  });

  test('holds to WCAG 2.2 AA and to the width of a small phone, in light and in dark', async () => {
    const { order_id, capture } = await capturedOrder(bench);
    const disputed = await bench.control('POST', `/captures/${capture['id']}/dispute`, { reason: 'OTHER' });
    await bench.control('POST', '/faults', { operation: 'orders.read', mode: 'hang', times: 2 });
    await deliver('my-shop', 'whsec_wrong');
    await text('Pay here: http://127.0.0.1/invoice/p/INV2-1');
    const gravy = await openGravy(bench);
    const nmi = await sold(bench, await openNmi(bench));
    const paths = [
      `/invoice/p/${await sentInvoice()}`,
      '/',
      '/inspector/notices',
      '/inspector/receivers/my-shop',
      '/inspector/accounts',
      `/inspector/accounts/${SELLER}`,
      `/inspector/orders/${order_id}`,
      `/inspector/captures/${capture['id']}`,
      `/inspector/disputes/${disputed.body['dispute_id']}`,
      '/inspector/messages',
      '/inspector/invoices',
      `/inspector/rail-accounts/${gravy.account_id}`,
      `/inspector/gravy/${await paidBy(bench, gravy)}`,
      `/inspector/nmi/${nmi}`,
      '/inspector/faults',
      '/inspector/state',
    ];
    for (const look of [
      { ...DESKTOP, colorScheme: 'dark' } as const,
      { ...PHONE, colorScheme: 'light' } as const,
    ]) {
      const looking = await openPage(browser, look);
      for (const path of paths) {
        await open(path, looking.page);
        const sideways = await sidewaysOf(looking.page);
        expect({ path, isTooWide: sideways > 0 }).toEqual({ path, isTooWide: false });
        expect({ path, found: await breaches(looking.page) }).toEqual({ path, found: [] });
      }
      expect(looking.complaints).toEqual([]);
      await looking.context.close();
    }
  });
});

describe('money', () => {
  test('an order is approved from its page, which then tells its whole story', async () => {
    const { body } = await bench.api('POST', '/v2/checkout/orders', orderBody());
    await open(`/inspector/orders/${body['id']}`);
    await page.getByRole('button', { name: 'Approve', exact: true }).first().click();
    expect(await note()).toBe('The buyer approved the order.');
    const captured = await bench.api('POST', `/v2/checkout/orders/${body['id']}/capture`, {});
    expect(captured.status).toBe(201);
    await page.reload();
    const story = await page.locator('.story').textContent();
    expect(story).toContain('/v2/checkout/orders');
    expect(story).toContain(`/v2/checkout/orders/${body['id']}/capture`);
    expect(story).toContain('CHECKOUT.ORDER.APPROVED');
    expect(story).toContain('PAYMENT.CAPTURE.COMPLETED');
    expect(await page.getByRole('button', { name: /Approve/ }).count()).toBe(0);
  });

  test('an order is cancelled, and a refusal is told in words', async () => {
    const { body } = await bench.api('POST', '/v2/checkout/orders', orderBody());
    await open(`/inspector/orders/${body['id']}`);
    await press('Cancel');
    expect(await page.getByText('canceled', { exact: true }).count()).toBe(1);
    const { capture } = await capturedOrder(bench);
    await open(`/inspector/captures/${capture['id']}`);
    await page.getByLabel('Amount in USD').first().fill('27.01');
    await press('Refund as the seller');
    expect(await page.getByRole('alert').textContent()).toMatch(/REFUND|amount/i);
    await page.reload();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('a capture is refunded in part, reversed and disputed', async () => {
    const { capture } = await capturedOrder(bench);
    await open(`/inspector/captures/${capture['id']}`);
    await page.getByLabel('Amount in USD').first().fill('5.00');
    await press('Refund as the seller');
    expect(await page.getByText('22.00 USD remain').count()).toBe(1);
    await page.getByLabel('Reason').selectOption('UNAUTHORISED');
    await page.getByLabel('Answer due in hours').fill('48');
    await press('Open a dispute');
    expect(await note()).toBe('The buyer opened a dispute.');
    await page.locator('dd a[href^="/inspector/disputes/"]').click();
    // The page before it has facts too.
    await page.waitForURL('**/inspector/disputes/*');
    expect(await page.locator('.facts').textContent()).toContain('Unauthorised');
    await open(`/inspector/captures/${capture['id']}`);
    await press('Reverse as the provider');
    expect(await page.getByRole('cell', { name: 'reversal' }).count()).toBe(1);
  });

  test('the other side of a dispute writes, makes a claim of it, and has it decided', async () => {
    const { capture } = await capturedOrder(bench);
    const reason = 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED';
    const { body } = await bench.control('POST', `/captures/${capture['id']}/dispute`, { reason });
    await open(`/inspector/disputes/${body['dispute_id']}`);
    await page.getByLabel('Message to the seller').fill('Where is my parcel?');
    await press('Send');
    expect(await page.locator('.story').textContent()).toContain('Buyer: Where is my parcel?');
    await press('Escalate to a claim');
    expect(await page.locator('.facts').textContent()).toContain('Chargeback');
    expect(await page.getByRole('button', { name: 'Escalate to a claim' }).count()).toBe(0);
    await page.getByLabel('Outcome').selectOption('RESOLVED_BUYER_FAVOUR');
    await press('Resolve');
    expect(await page.locator('h1 + p .badge').allTextContents()).toEqual([
      'resolved',
      'resolved buyer favour',
    ]);
    expect(await page.getByRole('button', { name: 'Resolve' }).count()).toBe(0);
  });

  test('a pending capture is ended', async () => {
    const { capture } = await capturedOrder(bench, { funding_source: 'pending' });
    await open(`/inspector/captures/${capture['id']}`);
    await press('Complete it');
    expect(await page.getByText('completed', { exact: true }).count()).toBe(1);
  });
});

describe('an invoice', () => {
  test('is read by its payer, who is declined and then pays, and stays as a receipt', async () => {
    const id = await sentInvoice();
    await open(`/invoice/p/${id}`);
    expect(await page.locator('.lines li').allInnerTexts()).toEqual([
      expect.stringMatching(/^Repair\s+1\.5 × 20\.00\s+30\.00$/),
      expect.stringMatching(/^Parts\s+2 × 5\.00\s+10\.00$/),
      expect.stringMatching(/^Total\s+40\.00 USD$/),
    ]);
    await page.getByText('Try another ending').click();
    await press('Have the payment declined');
    expect(await page.getByRole('alert').textContent()).toContain('declined');
    await press('Pay 40.00 USD');
    expect(await page.title()).toContain('Paid');
    expect(await page.getByRole('heading', { name: 'Paid. Thank you.' }).count()).toBe(1);
    expect(await page.getByRole('button').count()).toBe(0);
  });

  test('is paid from the inspector, where the text message that brought it stands too', async () => {
    const id = await sentInvoice();
    await text(`Your invoice: ${bench.sandbox.url}/invoice/p/${id}`);
    await open('/inspector/messages');
    await page.locator('.bubble a').click();
    expect(new URL(page.url()).pathname).toBe(`/invoice/p/${id}`);
    await open('/inspector/invoices');
    await page.locator('.feed summary').click();
    await page.getByLabel('What becomes of the payment').selectOption('pending');
    await press('Pay as the buyer');
    expect(await page.locator('.feed .badge').textContent()).toBe('payment pending');
    bench.advance(400);
    await bench.sandbox.drain();
    await page.reload();
    expect(await page.locator('.feed .badge').textContent()).toBe('paid');
  });
});

describe('traffic', () => {
  test('requests are found by method, path and status, and show what was said', async () => {
    const { body } = await bench.api('POST', '/v2/checkout/orders', orderBody());
    await bench.api('GET', '/v2/checkout/orders/5O190127TN364715T');
    await open('/inspector/requests');
    await page.getByLabel('Status').selectOption('4');
    await page.getByLabel('Path contains').fill('5O190127TN364715T');
    await press('Filter');
    expect(await page.locator('.feed > li').count()).toBe(1);
    await open('/inspector/requests?method=POST&path=checkout');
    await page
      .getByRole('link', { name: /command to repeat it/, includeHidden: true })
      .first()
      .evaluate((link) => link.closest('details').setAttribute('open', ''));
    await page
      .getByRole('link', { name: /command to repeat it/ })
      .first()
      .click();
    expect(await page.getByLabel('Answer').textContent()).toContain(body['id']);
    expect(await page.getByLabel('Command').textContent()).toContain(`curl -i -X POST '${bench.sandbox.url}`);
    expect(await page.content()).not.toContain('Bearer A');
  });

  test('notices are held, released and sent again', async () => {
    await open('/inspector/notices');
    await press('Hold until released');
    expect(await page.locator('[aria-pressed=true]').textContent()).toContain('Hold until released');
    await capturedOrder(bench);
    await page.reload();
    expect(await page.getByText('2 held', { exact: true }).count()).toBe(1);
    await press('Release 2 held and deliver again');
    expect(await note()).toContain('on its way');
    expect(await page.locator('[aria-pressed=true]').textContent()).toContain('Deliver at once');
    await page.locator('.feed summary').first().click();
    const before = bench.heard.length;
    await page.getByRole('button', { name: 'Send again' }).first().click();
    await bench.sandbox.drain();
    expect(bench.heard.length).toBe(before + 1);
    expect(bench.heard.at(-1)?.event['event_type']).toBe('PAYMENT.CAPTURE.COMPLETED');
  });

  test('a receiver shows which signatures hold', async () => {
    await open('/inspector/receivers');
    await page.getByLabel('Name').fill('my-shop');
    await page.getByLabel('Signing secret').fill('whsec_right');
    await press('Set up');
    await deliver('my-shop', 'whsec_right');
    await deliver('my-shop', 'whsec_wrong');
    await page.getByRole('link', { name: 'my-shop', exact: true }).click();
    expect(await page.locator('nav [aria-current=page]').innerText()).toMatch(/^Receivers\s+1$/);
    expect(await page.locator('.feed .badge').allTextContents()).toEqual([
      'signature wrong',
      '200',
      'signature holds',
      '200',
    ]);
    expect(await page.content()).not.toContain('whsec_right');
  });

  test('a fault is armed, counts down and is cleared', async () => {
    await open('/inspector/faults');
    await page.getByLabel('Operation').selectOption('orders.create');
    await page.getByLabel('Fails as').selectOption('error');
    await page.getByLabel('Status').fill('429');
    await page.getByLabel('Retry after, seconds').fill('5');
    await page.getByLabel('Times').fill('3');
    await press('Arm');
    const struck = await bench.api('POST', '/v2/checkout/orders', orderBody());
    expect([struck.status, struck.headers.get('retry-after')]).toEqual([429, '5']);
    await page.reload();
    expect(await page.getByText('2 of 3 left').count()).toBe(1);
    await press('The next capture is declined');
    expect(await page.locator('tbody tr').count()).toBe(2);
    await press('Clear all');
    expect((await bench.control('GET', '/faults')).body['total']).toBe(0);
  });

  test('new requests come in without a reload, and leave focus and what is open alone', async () => {
    await bench.api('POST', '/v2/checkout/orders', orderBody());
    const live = await openPage(browser);
    await open('/inspector/requests', live.page);
    await live.page.locator('.feed summary').first().click();
    const rows = await live.page.locator('.feed > li').count();
    await bench.api('GET', '/v2/checkout/orders/5O190127TN364715T');
    await expect.poll(() => live.page.locator('.feed > li').count()).toBe(rows + 1);
    expect(await live.page.locator('.feed > li').first().textContent()).toContain('5O190127TN364715T');
    expect(await live.page.locator('.feed > li').nth(1).locator('details[open]').count()).toBe(1);
    expect(await live.page.locator(':focus').evaluate((one) => one.tagName)).toBe('SUMMARY');
    expect(await live.page.getByRole('status').textContent()).toBe('Live: 1 new');
    expect(live.complaints).toEqual([]);
    await live.context.close();
  });
});

describe('the state', () => {
  test('is kept as a file, emptied and brought back', async () => {
    const { order_id } = await capturedOrder(bench);
    const kept = await bench.call('GET', '/_control/snapshot');
    await open('/inspector/state');
    expect(await page.getByRole('link', { name: 'Download a snapshot' }).getAttribute('download')).toMatch(
      /json$/,
    );
    await page.getByText('Reset the sandbox').click();
    await press('Yes, forget everything');
    expect((await bench.control('GET', '/orders')).body['total']).toBe(0);
    const upload = (text: string): Promise<void> =>
      page
        .getByLabel('Snapshot', { exact: true })
        .setInputFiles({ name: 'kept.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await upload('{"not": "a snapshot"}');
    await press('Bring this state back');
    expect(await page.getByRole('alert').textContent()).toContain('no snapshot');
    await upload(kept.text);
    await press('Bring this state back');
    expect(await note()).toMatch(/^\d+ records are back\.$/);
    expect((await bench.control('GET', '/orders')).body['items'][0].id).toBe(order_id);
  });

  test("never shows the sandbox's keys, and what is not there is a page that says so", async () => {
    await open('/inspector/records');
    expect(await page.locator('tbody a').allTextContents()).not.toContain('key');
    for (const path of [
      'records/key',
      'records/token',
      'orders/NONE',
      'accounts/NONE',
      'nothing',
      'requests/x',
    ]) {
      const answer = await bench.call('GET', `/inspector/${path}`);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.text).toContain('There is nothing here');
    }
  });
});
