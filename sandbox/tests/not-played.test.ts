import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertion, beginAnew, orderBody, startBench, type Bench } from './bench.ts';
import { gravyCall, openAccount, paidBy } from './gravy.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
  await beginAnew(bench);
});
afterAll(() => bench.close());

const WORDS = 'The sandbox does not play this operation';
const carrier = (path: string, token = 'secret') =>
  bench.call('GET', `/2010-04-01${path}`, undefined, {
    authorization: `Basic ${Buffer.from(`AC1:${token}`).toString('base64')}`,
  });

test.each([
  ['POST', '/v2/checkout/orders/{id}/confirm-payment-source'],
  ['POST', '/v2/checkout/orders/{id}/authorize'],
  ['PUT', '/v2/checkout/orders/{id}'],
  ['POST', '/v2/invoicing/invoices/{id}/generate-qr-code'],
  ['GET', '/v1/billing/plans'],
  ['DELETE', '/v3/vault/setup-tokens/{id}'],
])('the wallet says of %s %s that it is not played', async (method, path) => {
  const order = await bench.api('POST', '/v2/checkout/orders', orderBody());
  const body = method === 'POST' ? {} : undefined;
  const answer = await bench.api(method, path.replace('{id}', String(order.body['id'])), body, assertion());
  expect([answer.status, answer.body]).toEqual([
    501,
    {
      name: 'NOT_IMPLEMENTED',
      message: WORDS,
      debug_id: answer.headers.get('paypal-debug-id'),
      links: [],
    },
  ]);
});

test.each([
  ['GET', '/transactions/{id}/events'],
  ['POST', '/transactions/{id}/sync'],
  ['POST', '/transactions/{id}/cancel'],
  ['GET', '/payment-links'],
])('Gr4vy says of %s %s that it is not played', async (method, path) => {
  const account = await openAccount(bench);
  const id = await paidBy(bench, account);
  const body = method === 'POST' ? {} : undefined;
  const answer = await gravyCall(bench, account, [method, path.replace('{id}', id), body]);
  expect([answer.status, answer.body]).toEqual([
    501,
    { type: 'error', code: 'not_implemented', status: 501, message: WORDS, details: [] },
  ]);
});

test('NMI and the carrier say so in their own shapes', async () => {
  const nmi = await bench.call('GET', '/nmi/api/v5/payments');
  expect([nmi.status, nmi.text]).toEqual([501, `<h1>${WORDS}</h1>`]);
  const call = await carrier('/Accounts/AC1/Calls.json');
  expect([call.status, call.body]).toMatchObject([501, { code: 20500, message: WORDS, status: 501 }]);
});

test('nobody hears it who is not known', async () => {
  expect((await bench.call('GET', '/v1/billing/plans')).body).toMatchObject({ error: 'invalid_token' });
  expect((await bench.call('GET', '/gravy/transactions/x/events')).body).toMatchObject({
    code: 'unauthorized',
  });
  expect((await carrier('/Accounts/AC1/Calls.json', '')).body).toMatchObject({ code: 20003 });
});

test('what names nothing of an operation that is played, or nothing at all, is not found', async () => {
  const missing = [404, 'RESOURCE_NOT_FOUND'];
  const order = await bench.api('GET', '/v2/checkout/orders/5O190127TN364715T');
  expect([order.status, order.body['name']]).toEqual(missing);
  const place = await bench.api('GET', '/nothing');
  expect([place.status, place.body['name']]).toEqual(missing);
  const transaction = await gravyCall(bench, await openAccount(bench), ['GET', '/transactions/none']);
  expect([transaction.status, transaction.body['code']]).toEqual([404, 'not_found']);
  expect((await carrier('/Accounts/AC1/Messages/SM1.json')).status).toBe(404);
});

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test('an address that nothing has is a page to a browser', async () => {
  const page = await bench.call('GET', '/nothing', undefined, { accept: BROWSER });
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.text).toContain('There is nothing here');
  expect(page.text).toContain('Open the inspector');
});

test.each([
  ['GET', '/nothing', 'application/json'],
  ['GET', '/nothing', 'text/html;q=0.5, application/json'],
  ['GET', '/nothing', '*/*'],
  ['POST', '/nothing', BROWSER],
  ['GET', '/v2/checkout/orders/5O190127TN364715T', BROWSER],
  ['GET', '/v1/nothing', BROWSER],
  ['GET', '/_control/nothing', BROWSER],
])('%s %s is told as a problem to whoever accepts %s', async (method, path, accept) => {
  const { headers } = await bench.call(method, path, undefined, { accept });
  expect(headers.get('content-type')).toMatch(/^application\/json/);
});
