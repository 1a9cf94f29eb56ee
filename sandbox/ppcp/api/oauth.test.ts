import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ALL_FEATURES,
  assertion,
  SELLER,
  startBench,
  WALLET,
  type Answered,
  type Bench,
} from '../../tests/bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

const token = (form: string, secret = WALLET.client_secret): Promise<Answered> =>
  bench.call('POST', '/v1/oauth2/token', form, {
    authorization: `Basic ${Buffer.from(`${WALLET.client_id}:${secret}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  });

test('the same token is served again and its seconds count down, until a new one comes', async () => {
  const first = await token('grant_type=client_credentials');
  expect(first.body).toMatchObject({ token_type: 'Bearer', expires_in: 32_400 });
  expect(first.body['access_token']).toMatch(/^A21AA.{92,}$/);
  expect(first.body['scope'].split(' ')).toContain('https://uri.paypal.com/services/payments/partnerfee');
  bench.advance(1_000);
  const second = await token('grant_type=client_credentials');
  expect(second.body).toMatchObject({ access_token: first.body['access_token'], expires_in: 31_400 });
  bench.advance(31_400);
  const third = await token('grant_type=client_credentials');
  expect(third.body['access_token']).not.toBe(first.body['access_token']);
  const old = { authorization: `Bearer ${first.body['access_token']}` };
  expect((await bench.call('GET', '/v2/checkout/orders/X', undefined, old)).status).toBe(401);
});

test('a wrong secret and another grant are refused in the shape of OAuth', async () => {
  const wrong = await token('grant_type=client_credentials', 'guess');
  expect([wrong.status, wrong.body['error']]).toEqual([401, 'invalid_client']);
  const other = await token('grant_type=password');
  expect([other.status, other.body['error']]).toEqual([400, 'unsupported_grant_type']);
});

test('an id token and a browser token come on request, and the latter opens no call', async () => {
  const id = await token('grant_type=client_credentials&response_type=id_token&target_customer_id=c-1');
  expect(id.body['id_token'].split('.')).toHaveLength(3);
  const browser = await token(
    'grant_type=client_credentials&response_type=client_token&intent=sdk_init&domains[]=a.test',
  );
  expect(browser.body['expires_in']).toBe(900);
  const header = { authorization: `Bearer ${browser.body['access_token']}` };
  expect((await bench.call('GET', '/v2/checkout/orders/X', undefined, header)).status).toBe(401);
});

test('a client token is made for the seller named', async () => {
  await bench.control('PATCH', `/accounts/${SELLER}`, { granted: ALL_FEATURES });
  const answer = await bench.api('POST', '/v1/identity/generate-token', {}, assertion());
  expect(answer.body['expires_in']).toBe(3_600);
  const blob = JSON.parse(Buffer.from(answer.body['client_token'], 'base64').toString());
  expect(blob.paypal.merchant_id).toBe(SELLER);
});

test('the log of calls shows no secret', async () => {
  await token('grant_type=client_credentials');
  const { body } = await bench.control('GET', '/requests?limit=1');
  expect(body['items'][0]).toMatchObject({
    method: 'POST',
    path: '/v1/oauth2/token',
    body: { grant_type: 'client_credentials' },
    status: 200,
    answer: { access_token: '(hidden)' },
  });
  expect(body['items'][0].headers.authorization).toBeUndefined();
});
