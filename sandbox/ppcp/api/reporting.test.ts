import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  ALL_FEATURES,
  type Answered,
  assertion,
  beginAnew,
  type Bench,
  capturedOrder,
  type Json,
  orderBody,
  SELLER,
  startBench,
} from '../../tests/bench.ts';

const RANGE = 'start_date=2030-05-06T00:00:00Z&end_date=2030-05-07T00:00:00Z';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());
beforeEach(() => beginAnew(bench));

const search = (query: string, headers = assertion()): Promise<Answered> =>
  bench.api('GET', `/v1/reporting/transactions?${query}`, undefined, headers);
const balances = (query = ''): Promise<Answered> =>
  bench.api('GET', `/v1/reporting/balances${query}`, undefined, assertion());
const rowsOf = ({ body }: Answered): [code: string, value: string][] =>
  body['transaction_details'].map(({ transaction_info: info }: Json) => [
    info.transaction_event_code,
    info.transaction_amount.value,
  ]);
const usd = (value: string): object => ({ currency_code: 'USD', value });

test('what a payment, a refund and a dispute moved stands in the report, and adds up to the balance', async () => {
  const { capture } = await capturedOrder(bench, {}, orderBody('27.00', '0.81'));
  const refund = { amount: usd('5.00'), payment_instruction: { platform_fees: [{ amount: usd('0.15') }] } };
  await bench.api('POST', `/v2/payments/captures/${capture['id']}/refund`, refund, assertion());
  const dispute = { reason: 'UNAUTHORISED', amount: '10.00' };
  const opened = await bench.control('POST', `/captures/${capture['id']}/dispute`, dispute);
  const rows = rowsOf(await search(RANGE));
  expect(rows.sort()).toEqual([
    ['T0006', '27.00'],
    ['T0113', '-0.81'],
    ['T1107', '-5.00'],
    ['T1108', '0.15'],
    ['T1110', '-10.00'],
  ]);
  // 27.00 less 1.43 of the provider and 0.81 of the platform; 5.00 back, 0.15 of it from the platform.
  expect((await balances()).body['balances']).toEqual([
    {
      currency: 'USD',
      primary: true,
      total_balance: usd('19.91'),
      available_balance: usd('9.91'),
      withheld_balance: usd('10.00'),
    },
  ]);
  await bench.control('POST', `/disputes/${opened.body['dispute_id']}/resolve`, {
    outcome: 'RESOLVED_BUYER_FAVOUR',
  });
  expect((await balances()).body['balances']).toMatchObject([
    { total_balance: usd('9.91'), withheld_balance: usd('0.00') },
  ]);
  expect(rowsOf(await search(`${RANGE}&transaction_type=T1106`))).toEqual([['T1106', '-10.00']]);
});

test('a pending payment moves nothing yet, and is shown to whoever asks for it', async () => {
  await capturedOrder(bench, { funding_source: 'pending' }, orderBody('3.00', null));
  expect(rowsOf(await search(RANGE))).toEqual([]);
  expect(rowsOf(await search(`${RANGE}&balance_affecting_records_only=N`))).toEqual([['T0006', '3.00']]);
  expect(rowsOf(await search(`${RANGE}&transaction_status=P`))).toEqual([['T0006', '3.00']]);
  expect((await balances()).body['balances']).toMatchObject([{ total_balance: usd('0.00') }]);
});

test('a report comes in pages, filtered, with the sections asked for', async () => {
  const { capture, order_id } = await capturedOrder(bench, {}, orderBody('2.00', null, { custom_id: 'c-1' }));
  await capturedOrder(bench, {}, orderBody('4.00', null));
  const page = await search(`${RANGE}&page_size=1&page=2`);
  expect(page.body).toMatchObject({ page: 2, total_items: 2, total_pages: 2, account_number: SELLER });
  expect(rowsOf(page)).toHaveLength(1);
  expect(rowsOf(await search(`${RANGE}&transaction_amount=300 TO 500`))).toEqual([['T0006', '4.00']]);
  const one = await search(`${RANGE}&transaction_id=${capture['id']}&fields=all`);
  expect(one.body['transaction_details']).toMatchObject([
    {
      transaction_info: {
        paypal_reference_id: order_id,
        paypal_reference_id_type: 'ODR',
        custom_field: 'c-1',
        transaction_status: 'S',
      },
      payer_info: { email_address: 'buyer@sandbox.test' },
    },
  ]);
});

test('a report shows what moved as late as the account is set to, and says how far it goes', async () => {
  await bench.control('PATCH', `/accounts/${SELLER}`, { search_lag_seconds: 3 * 3_600 });
  await capturedOrder(bench, {}, orderBody('2.00', null));
  const early = await search(RANGE);
  expect(rowsOf(early)).toEqual([]);
  expect(early.body['end_date']).toBe(early.body['last_refreshed_datetime']);
  await bench.control('PATCH', `/accounts/${SELLER}`, { search_lag_seconds: 0 });
  expect(rowsOf(await search(RANGE))).toEqual([['T0006', '2.00']]);
});

test('a report is refused without its range, over too long a one, and to whom it is not granted', async () => {
  expect((await search('end_date=2030-05-07T00:00:00Z')).status).toBe(400);
  expect((await search('start_date=2030-05-06T00:00:00Z&end_date=2030-06-07T00:00:00Z')).status).toBe(400);
  expect((await search(`${RANGE}&page_size=501`)).status).toBe(400);
  expect((await bench.api('GET', `/v1/reporting/transactions?${RANGE}`)).status).toBe(403);
  await bench.control('PATCH', `/accounts/${SELLER}`, { granted: ['PAYMENT'] });
  expect((await search(RANGE)).status).toBe(403);
  expect((await balances()).status).toBe(403);
  await bench.control('PATCH', `/accounts/${SELLER}`, { granted: ALL_FEATURES });
  await bench.control('POST', '/faults', { operation: 'search.read', mode: 'error', status: 503 });
  expect((await search(RANGE)).status).toBe(503);
});

test('a domain is registered once for a seller, listed, and taken away', async () => {
  const domain = { provider_type: 'APPLE_PAY', domain: { name: 'shop.example.com' } };
  const post = (path: string, body: object = domain): Promise<Answered> =>
    bench.api('POST', `/v1/customer/${path}`, body, assertion());
  expect((await post('wallet-domains')).body).toEqual(domain);
  expect((await post('wallet-domains')).body['details'][0].issue).toBe('DOMAIN_ALREADY_REGISTERED');
  expect((await post('wallet-domains', { provider_type: 'APPLE_PAY', domain: { name: 'a b' } })).status).toBe(
    400,
  );
  const list = await bench.api('GET', '/v1/customer/wallet-domains', undefined, assertion());
  expect(list.body['wallet_domains']).toEqual([domain]);
  expect((await post('unregister-wallet-domain')).status).toBe(200);
  expect((await post('unregister-wallet-domain')).status).toBe(422);
});
