import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startBench, type Bench } from '../../tests/bench.ts';
import { openAccount, post, sold, tokenFor, transacted, type NmiAccount } from '../../tests/nmi.ts';

let bench: Bench;
let account: NmiAccount;
let other: NmiAccount;

beforeAll(async () => {
  bench = await startBench();
  [account, other] = await Promise.all([openAccount(bench), openAccount(bench)]);
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.control('DELETE', '/faults');
});

const call = (fields: Record<string, string>, of = account): Promise<Record<string, string>> =>
  transacted(bench, of, fields);

/** The XML that query.php answers. */
async function query(fields: Record<string, string>, of = account): Promise<string> {
  const { status, text, headers } = await post(bench, of, { path: 'query.php', fields });
  expect([status, headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
  return text.replaceAll(/\s*\n\s*/g, '');
}

/** The contents of every element of a name. */
const allOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}\\s*>([^<]*)</${name}\\s*>`, 'g'))].map((match) => match[1] ?? '');

describe('a sale', () => {
  test('by a token is approved, and found by its order id', async () => {
    const payment_token = await tokenFor(bench, account);
    const sale = await call({ type: 'sale', amount: '12.34', payment_token, orderid: 'order-1' });
    expect(sale).toMatchObject({
      response: '1',
      responsetext: 'SUCCESS',
      response_code: '100',
      orderid: 'order-1',
      type: 'sale',
      avsresponse: '',
    });
    expect(sale['transactionid']).toMatch(/^\d{10}$/);
    const xml = await query({ order_id: 'order-1' });
    expect(allOf(xml, 'transaction_id')).toEqual([sale['transactionid']]);
    expect([allOf(xml, 'condition'), allOf(xml, 'amount'), allOf(xml, 'success')]).toEqual([
      ['pendingsettlement'],
      ['12.34'],
      ['1'],
    ]);
    expect(allOf(xml, 'date')[0]).toMatch(/^2030\d{10}$/);
  });

  test('is declined or fails as the card says, with HTTP 200, and stays on record as failed', async () => {
    for (const [outcome, response, code] of [
      ['declined', '2', '202'],
      ['error', '3', '400'],
    ] as const) {
      const payment_token = await tokenFor(bench, account, outcome);
      const orderid = `of-${outcome}`;
      const sale = await call({ type: 'sale', amount: '5.00', payment_token, orderid });
      expect([sale['response'], sale['response_code']]).toEqual([response, code]);
      const xml = await query({ order_id: orderid });
      expect([allOf(xml, 'condition'), allOf(xml, 'success')]).toEqual([['failed'], ['0']]);
    }
  });

  test('uses its token up, which lasts a day and is of one account, or of any', async () => {
    const token = await tokenFor(bench, account);
    const sale = (payment_token: string, of = account): Promise<Record<string, string>> =>
      call({ type: 'sale', amount: '1.00', payment_token }, of);
    expect((await sale(token, other))['responsetext']).toMatch(/^Invalid Payment Token REFID:\d+$/);
    expect((await sale(token))['response']).toBe('1');
    expect((await sale(token))['response_code']).toBe('300');
    expect((await sale(await tokenFor(bench, null), other))['response']).toBe('1');
    const late = await tokenFor(bench, account);
    bench.advance(86_401);
    expect((await sale(late))['response']).toBe('3');
    expect((await sale('00000000-000000-000000-000000000000'))['response']).toBe('1');
  });

  test('at once by one token is one sale', async () => {
    const payment_token = await tokenFor(bench, account);
    const sales = await Promise.all(
      Array.from({ length: 6 }, () => call({ type: 'sale', amount: '1.00', payment_token })),
    );
    expect(sales.filter(({ response }) => response === '1')).toHaveLength(1);
  });

  test.each([
    ['a wrong key', { security_key: 'wrong' }, 'Authentication Failed'],
    ['no amount', { amount: '' }, 'Invalid amount'],
    ['a third decimal', { amount: '1.234' }, 'Invalid amount'],
    ['a type that is none', { type: 'dance' }, 'Invalid Transaction Type'],
    ['a card number', { ccnumber: '4111111111111111' }, 'Card numbers are not taken here'],
    ['no payer', { payment_token: '' }, 'A payment token or a customer vault id is needed'],
  ])('with %s is refused with 300', async (_what, fields, text) => {
    const sale = await call({ type: 'sale', amount: '1.00', payment_token: 'none', ...fields });
    expect([sale['response'], sale['response_code']]).toEqual(['3', '300']);
    expect(sale['responsetext']).toContain(text);
    const log = JSON.stringify((await bench.control('GET', '/requests')).body);
    expect(log).not.toContain('4111111111111111');
    expect(log).not.toContain(account.credentials.security_key);
  });

  test('that looks like the one before is refused where the call or the account says so', async () => {
    const again = async (of: NmiAccount, fields: Record<string, string>): Promise<string> => {
      const payment_token = await tokenFor(bench, of);
      const sale = await call({ type: 'sale', amount: '77.00', payment_token, ...fields }, of);
      return sale['responsetext'] ?? '';
    };
    expect(await again(account, {})).toBe('SUCCESS');
    expect(await again(account, {})).toBe('SUCCESS');
    expect(await again(account, { dup_seconds: '60' })).toMatch(/^Duplicate transaction REFID:/);
    bench.advance(61);
    expect(await again(account, { dup_seconds: '60' })).toBe('SUCCESS');
    const strict = await openAccount(bench, { duplicate_check: true });
    expect(await again(strict, {})).toBe('SUCCESS');
    expect(await again(strict, { dup_seconds: '0' })).toMatch(/^Duplicate transaction/);
    expect(await again(strict, { amount: '78.00' })).toBe('SUCCESS');
  });
});

describe('money back', () => {
  test('in parts, and no more than was taken; the sale tells how much', async () => {
    const orderid = 'parts';
    const transactionid = await sold(bench, account, { orderid });
    const refund = (amount?: string): Promise<Record<string, string>> =>
      call({ type: 'refund', transactionid, ...(amount === undefined ? {} : { amount }) });
    const part = await refund('3.00');
    expect([part['response'], part['type'], part['orderid']]).toEqual(['1', 'refund', '']);
    expect(part['transactionid']).not.toBe(transactionid);
    expect((await refund('7.01'))['responsetext']).toMatch(
      /^Refund amount may not exceed the transaction balance/,
    );
    expect((await refund('0.00'))['response']).toBe('1');
    expect((await refund())['response']).toBe('3');
    const xml = await query({ order_id: orderid });
    expect([allOf(xml, 'action_type'), allOf(xml, 'amount')]).toEqual([
      ['sale', 'refund', 'refund'],
      ['10.00', '3.00', '7.00'],
    ]);
    const own = await query({ transaction_id: part['transactionid'] ?? '' });
    expect([allOf(own, 'original_transaction_id'), allOf(own, 'order_id')]).toEqual([[transactionid], ['']]);
  });

  test('by a void before settlement, by a refund alone after it, as the account has it', async () => {
    const own = await openAccount(bench, { refund_before_settlement: false });
    const early = await sold(bench, own);
    const refund = await call({ type: 'refund', transactionid: early, amount: '1.00' }, own);
    expect(refund['responsetext']).toContain('can be voided only');
    expect((await call({ type: 'void', transactionid: early }, own))['response']).toBe('1');
    expect(allOf(await query({ transaction_id: early }, own), 'condition')).toEqual(['canceled']);
    const late = await sold(bench, own);
    await bench.control('POST', '/rails/settle', { rail: 'nmi', account_id: own.account_id });
    const voided = await call({ type: 'void', transactionid: late }, own);
    expect(voided['responsetext']).toMatch(/^Only transactions pending settlement can be voided REFID:/);
    expect((await call({ type: 'refund', transactionid: late }, own))['response']).toBe('1');
  });

  test('of another account, of a refund, or of nothing is refused', async () => {
    const transactionid = await sold(bench, other);
    const refund = await call({ type: 'refund', transactionid: await sold(bench, account) });
    for (const id of [transactionid, refund['transactionid'] ?? '', '1', '']) {
      expect((await call({ type: 'refund', transactionid: id }))['responsetext']).toContain('not found');
      expect((await call({ type: 'void', transactionid: id }))['responsetext']).toContain('not found');
    }
  });

  test.each([
    ['declined', '2', '200'],
    ['failed', '3', '400'],
  ])('from an account whose refunds are %s moves nothing', async (refund_outcome, response, code) => {
    const own = await openAccount(bench, { refund_outcome });
    const transactionid = await sold(bench, own);
    const refund = await call({ type: 'refund', transactionid }, own);
    expect([refund['response'], refund['response_code']]).toEqual([response, code]);
    const xml = await query({ transaction_id: transactionid }, own);
    expect(allOf(xml, 'success')).toEqual(['1', '0']);
  });

  test('at once by a refund and a void is given back once', async () => {
    const transactionid = await sold(bench, account);
    const answers = await Promise.all([
      call({ type: 'refund', transactionid }),
      call({ type: 'void', transactionid }),
    ]);
    expect(answers.map(({ response }) => response).toSorted()).toEqual(['1', '3']);
  });
});

describe('the vault', () => {
  test('keeps a card under an id of ours, charges it, changes it and forgets it', async () => {
    const customer_vault_id = 'ours-1';
    const kept = { customer_vault_id };
    const add = async (): Promise<Record<string, string>> =>
      call({ customer_vault: 'add_customer', ...kept, payment_token: await tokenFor(bench, account) });
    expect(await add()).toMatchObject({ response: '1', responsetext: 'Customer Added', customer_vault_id });
    expect((await add())['responsetext']).toMatch(/^Duplicate Customer Vault Id/);
    const charge = (of = account): Promise<Record<string, string>> =>
      call({ type: 'sale', amount: '2.00', ...kept }, of);
    expect(await charge()).toMatchObject({ response: '1', customer_vault_id });
    expect((await charge(other))['response']).toBe('3');
    const vault = { report_type: 'customer_vault', ...kept };
    expect(await query(vault)).toContain(`<customer id="${customer_vault_id}"`);
    expect(await query(vault)).not.toContain('411111111111');
    expect(await query(vault, other)).toContain('<nm_response></nm_response>');
    const declined = await tokenFor(bench, account, 'declined');
    await call({ customer_vault: 'update_customer', ...kept, payment_token: declined });
    expect((await charge())['response']).toBe('2');
    expect((await call({ customer_vault: 'delete_customer', ...kept }))['response']).toBe('1');
    expect((await charge())['responsetext']).toMatch(/^Invalid Customer Vault Id/);
  });

  test('rides on a sale or a validation that is approved, and on no other', async () => {
    const ride = async (outcome: string, fields: Record<string, string>): Promise<Record<string, string>> =>
      call({
        customer_vault: 'add_customer',
        payment_token: await tokenFor(bench, account, outcome),
        ...fields,
      });
    const validated = await ride('approved', { type: 'validate', orderid: 'validated' });
    expect([validated['response'], validated['customer_vault_id']]).toEqual([
      '1',
      expect.stringMatching(/^\d{10}$/),
    ]);
    expect(allOf(await query({ order_id: 'validated' }), 'action_type')).toEqual(['validate']);
    expect((await ride('approved', { type: 'sale', amount: '1.00' }))['customer_vault_id']).toMatch(
      /^\d{10}$/,
    );
    expect(await ride('declined', { type: 'validate' })).not.toHaveProperty('customer_vault_id');
  });
});

describe('a query', () => {
  test('of nothing is empty, of a wrong key an error, and shows no other account', async () => {
    expect(await query({ order_id: 'never' })).toContain('<nm_response></nm_response>');
    const theirs = await sold(bench, other, { orderid: 'theirs' });
    expect(await query({ transaction_id: theirs })).toContain('<nm_response></nm_response>');
    expect(await query({ security_key: 'wrong', order_id: 'x' })).toMatch(
      /<error_response>Authentication Failed REFID:\d+<\/error_response>/,
    );
    expect(await query({ colour: 'red' })).toContain('<error_response>');
  });

  test('finds by state, action and time, page by page, and escapes what it tells', async () => {
    const own = await openAccount(bench);
    const ids: string[] = [];
    for (const order_description of ['a', 'b & <c>', 'd'])
      ids.push(await sold(bench, own, { order_description }));
    await call({ type: 'void', transactionid: ids[0] ?? '' }, own);
    const found = async (fields: Record<string, string>): Promise<string[]> =>
      allOf(await query(fields, own), 'transaction_id');
    expect(await found({ condition: 'pendingsettlement' })).toEqual(ids.slice(1));
    expect(await found({ action_type: 'void' })).toEqual(ids.slice(0, 1));
    expect(await found({ result_limit: '2', page_number: '1' })).toEqual(ids.slice(2));
    expect(await found({ result_limit: '1', result_order: 'reverse' })).toEqual(ids.slice(2));
    expect(await found({ start_date: '20990101' })).toEqual([]);
    expect(await found({ end_date: '20990101000000' })).toEqual(ids);
    expect(await query({ transaction_id: ids[1] ?? '' }, own)).toContain('b &amp; &lt;c&gt;');
  });

  test('goes by when something was done to a transaction last', async () => {
    const own = await openAccount(bench);
    const [kept, voided] = [await sold(bench, own), await sold(bench, own)];
    const stampOf = (): string => bench.options.clock.now().toISOString().replaceAll(/\D/g, '').slice(0, 14);
    const begin = stampOf();
    bench.advance(60);
    const then = stampOf();
    await call({ type: 'void', transactionid: voided }, own);
    const found = async (fields: Record<string, string>): Promise<string[]> =>
      allOf(await query(fields, own), 'transaction_id');
    expect(await found({ start_date: then })).toEqual([voided]);
    expect(await found({ end_date: begin })).toEqual([kept]);
    expect(await found({ end_date: begin.slice(0, 8) })).toEqual([]);
  });
});

test('a call whose caller leaves before the answer is in the log once', async () => {
  const slow = await openAccount(bench, { latency_ms: 300 });
  const { security_key } = slow.credentials;
  const body = new URLSearchParams({ security_key, order_id: 'left-alone' });
  const url = `${bench.sandbox.url}/nmi/api/query.php`;
  await expect(fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(100) })).rejects.toThrow();
  await query({ order_id: 'left-alone' }, slow);
  const { items } = (await bench.control('GET', '/requests?limit=20')).body;
  const statuses = (items as { body: { order_id?: string }; status: number | null }[])
    .filter((one) => one.body?.order_id === 'left-alone')
    .map(({ status }) => status);
  expect(statuses).toEqual([200, null]);
});

describe('a fault', () => {
  const sale = async (orderid: string): Promise<Record<string, string>> =>
    call({ type: 'sale', amount: '1.00', orderid, payment_token: await tokenFor(bench, account) });

  test('refuses by a code of the gateway, and nothing happens', async () => {
    for (const [issue, response] of [
      ['420', '3'],
      ['223', '2'],
      ['301', '3'],
    ] as const) {
      await bench.control('POST', '/faults', { operation: 'nmi.sale', mode: 'refuse', issue });
      const refused = await sale(`refused-${issue}`);
      expect([refused['response'], refused['response_code']]).toEqual([response, issue]);
      expect(await query({ order_id: `refused-${issue}` })).toContain('<nm_response></nm_response>');
    }
  });

  test('of its front has a status, and one after the effect leaves the sale to be found', async () => {
    await bench.control('POST', '/faults', {
      operation: 'nmi.sale',
      mode: 'refuse',
      status: 429,
      retry_after: 3,
    });
    await expect(sale('limited')).rejects.toThrow('429');
    await bench.control('POST', '/faults', { operation: 'nmi.sale', mode: 'reset_after_commit' });
    await expect(sale('cut')).rejects.toThrow();
    expect(allOf(await query({ order_id: 'cut' }), 'condition')).toEqual(['pendingsettlement']);
  });

  test.each([
    ['nmi.refund', { type: 'refund', transactionid: '1' }],
    ['nmi.void', { type: 'void', transactionid: '1' }],
    ['nmi.vault', { customer_vault: 'delete_customer', customer_vault_id: 'x' }],
    ['nmi.vault', { type: 'validate', payment_token: 'x' }],
  ])('strikes %s', async (operation, fields) => {
    await bench.control('POST', '/faults', { operation, mode: 'error', status: 502 });
    await expect(call(fields as Record<string, string>)).rejects.toThrow('502');
  });

  test('strikes the query in its own shape', async () => {
    await bench.control('POST', '/faults', { operation: 'nmi.query', mode: 'refuse' });
    expect(await query({ order_id: 'x' })).toContain('<error_response>Refused by the sandbox');
    await bench.control('POST', '/faults', { operation: 'nmi.query', mode: 'garbage' });
    const garbage = await post(bench, account, { path: 'query.php', fields: {} });
    expect([garbage.status, garbage.text]).toEqual([200, expect.stringContaining('unexpected page')]);
  });
});
