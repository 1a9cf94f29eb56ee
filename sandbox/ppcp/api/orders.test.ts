import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ALL_FEATURES,
  assertion,
  orderBody,
  SELLER,
  startBench,
  type Answered,
  type Bench,
} from '../../tests/bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
  await bench.control('PATCH', `/accounts/${SELLER}`, { granted: ALL_FEATURES });
});
afterAll(() => bench.close());

const ORDERS = '/v2/checkout/orders';
const usd = (value: string): object => ({ currency_code: 'USD', value });
const issues = (answer: Answered): string[] =>
  answer.body['details'].map((detail: { issue: string }) => detail.issue);
const amount = (value: string, breakdown?: object): object => ({
  amount: { currency_code: 'USD', value, ...(breakdown ? { breakdown } : {}) },
});
const item = (price: string, quantity = '1', extra: object = {}): object => ({
  name: 'Thing',
  quantity,
  unit_amount: usd(price),
  ...extra,
});

describe('an order that does not add up is refused', () => {
  const cases: [name: string, extra: object, status: number, issue: string][] = [
    [
      'breakdown',
      amount('27.00', { item_total: usd('20.00'), shipping: usd('6.00') }),
      422,
      'AMOUNT_MISMATCH',
    ],
    ['items without a total', { items: [item('27.00')] }, 422, 'ITEM_TOTAL_REQUIRED'],
    [
      'items that sum to another total',
      { ...amount('27.00', { item_total: usd('27.00') }), items: [item('10.00', '2')] },
      422,
      'ITEM_TOTAL_MISMATCH',
    ],
    [
      'tax without a total',
      { ...amount('27.00', { item_total: usd('27.00') }), items: [item('27.00', '1', { tax: usd('1.00') })] },
      422,
      'TAX_TOTAL_REQUIRED',
    ],
    ['three decimals', amount('27.001'), 422, 'DECIMAL_PRECISION'],
    ['zero', amount('0.00'), 422, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    ['no number', amount('27,00'), 400, 'INVALID_PARAMETER_SYNTAX'],
    [
      'an unknown currency',
      { amount: { currency_code: 'KWD', value: '1.000' } },
      422,
      'INVALID_CURRENCY_CODE',
    ],
    ['a quantity with a fraction', { items: [item('1.00', '1.5')] }, 400, 'INVALID_PARAMETER_SYNTAX'],
    [
      'a name too long',
      { items: [item('1.00', '1', { name: 'x'.repeat(128) })] },
      400,
      'INVALID_STRING_MAX_LENGTH',
    ],
    ['a custom id too long', { custom_id: 'x'.repeat(128) }, 400, 'INVALID_STRING_MAX_LENGTH'],
    [
      'another currency within',
      amount('27.00', { item_total: { currency_code: 'EUR', value: '27.00' } }),
      422,
      'MULTI_CURRENCY_ORDER',
    ],
    [
      'a fee above the amount',
      { payment_instruction: { platform_fees: [{ amount: usd('27.01') }] } },
      422,
      'INVALID_PLATFORM_FEES_AMOUNT',
    ],
    [
      'two fees',
      { payment_instruction: { platform_fees: [{ amount: usd('1.00') }, { amount: usd('1.00') }] } },
      400,
      'INVALID_ARRAY_MAX_ITEMS',
    ],
    [
      'donations among goods',
      {
        ...amount('2.00', { item_total: usd('2.00') }),
        payment_instruction: {},
        items: [
          item('1.00', '1', { category: 'DONATION' }),
          item('1.00', '1', { category: 'DIGITAL_GOODS' }),
        ],
      },
      422,
      'MULTIPLE_ITEM_CATEGORIES',
    ],
    [
      'an address without a city',
      { shipping: { address: { country_code: 'US', postal_code: '95131' } } },
      422,
      'CITY_REQUIRED',
    ],
  ];
  test.each(cases)('%s', async (_name, extra, status, issue) => {
    const answer = await bench.api('POST', ORDERS, orderBody('27.00', null, extra));
    expect({ status: answer.status, issues: issues(answer) }).toEqual({ status, issues: [issue] });
    expect(answer.body['debug_id']).toBe(answer.headers.get('paypal-debug-id'));
  });

  test.each(['HUF', 'TWD', 'JPY'])('%s takes no decimals', async (currency_code) => {
    const order = (value: string): object => orderBody('1', null, { amount: { currency_code, value } });
    expect(issues(await bench.api('POST', ORDERS, order('1234.00')))).toEqual(['DECIMAL_PRECISION']);
    expect((await bench.api('POST', ORDERS, order('1234'))).status).toBe(201);
  });

  test('amounts are kept with the decimals of their currency', async () => {
    const extra = { ...amount('27', { item_total: usd('20.0'), shipping: usd('7') }) };
    const answer = await bench.api('POST', ORDERS, orderBody('27', '0.8', extra), {
      prefer: 'return=representation',
    });
    const [unit] = answer.body['purchase_units'];
    expect(unit.amount).toEqual({
      ...usd('27.00'),
      breakdown: { item_total: usd('20.00'), shipping: usd('7.00') },
    });
    expect(unit.payment_instruction.platform_fees).toEqual([{ amount: usd('0.80') }]);
  });

  test('what is missing is named', async () => {
    const answer = await bench.api('POST', ORDERS, {});
    expect(answer.status).toBe(400);
    expect(answer.body['details'].map((detail: { field: string }) => detail.field)).toEqual([
      '/intent',
      '/purchase_units',
    ]);
  });
});

describe('who is paid', () => {
  test('an unknown payee is refused, and one who granted nothing', async () => {
    const unknown = await bench.api(
      'POST',
      ORDERS,
      orderBody('1.00', null, { payee: { merchant_id: 'ZZZZZZZZZZZZ2' } }),
    );
    expect([unknown.status, ...issues(unknown)]).toEqual([422, 'PAYEE_ACCOUNT_INVALID']);
    const { body } = await bench.control('POST', '/accounts', {});
    const stranger = await bench.api(
      'POST',
      ORDERS,
      orderBody('1.00', null, { payee: { merchant_id: body['account_id'] } }),
    );
    expect([stranger.status, ...issues(stranger)]).toEqual([403, 'PAYEE_NOT_CONSENTED']);
  });

  test('a fee needs the permission to take one', async () => {
    const { body } = await bench.control('POST', '/accounts', { granted: ['PAYMENT'] });
    const payee = { payee: { merchant_id: body['account_id'] } };
    expect((await bench.api('POST', ORDERS, orderBody('9.00', null, payee))).status).toBe(201);
    const refused = await bench.api('POST', ORDERS, orderBody('9.00', '1.00', payee));
    expect([refused.status, ...issues(refused)]).toEqual([403, 'PERMISSION_DENIED']);
  });

  test('an assertion for a seller without consent is refused', async () => {
    const answer = await bench.api('POST', ORDERS, orderBody(), assertion('ZZZZZZZZZZZZ2'));
    expect([answer.status, ...issues(answer)]).toEqual([403, 'PERMISSION_DENIED']);
    const broken = await bench.api('POST', ORDERS, orderBody(), { 'PayPal-Auth-Assertion': 'a.b' });
    expect([broken.status, ...issues(broken)]).toEqual([400, 'INVALID_PARAMETER_SYNTAX']);
  });
});

describe('an order in time', () => {
  test('a repeated request id answers the present state with 200, and for six hours only', async () => {
    const header = { 'PayPal-Request-Id': 'order-1' };
    const first = await bench.api('POST', ORDERS, orderBody(), header);
    expect([first.status, first.body['status']]).toEqual([201, 'CREATED']);
    expect(first.body['links'].map((link: { rel: string }) => link.rel)).toEqual([
      'self',
      'approve',
      'update',
      'capture',
    ]);
    await bench.control('POST', `/orders/${first.body['id']}/approve`, {});
    const again = await bench.api('POST', ORDERS, orderBody(), header);
    expect([again.status, again.body['id'], again.body['status']]).toEqual([
      200,
      first.body['id'],
      'APPROVED',
    ]);
    bench.advance(6 * 3600);
    const later = await bench.api('POST', ORDERS, orderBody(), header);
    expect(later.status).toBe(201);
    expect(later.body['id']).not.toBe(first.body['id']);
  });

  test('twenty creates with one request id make one order', async () => {
    const send = (): Promise<Answered> =>
      bench.api('POST', ORDERS, orderBody(), { 'PayPal-Request-Id': 'order-20' });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('an order nobody approved is unknown after three hours', async () => {
    const { body } = await bench.api('POST', ORDERS, orderBody());
    bench.advance(3 * 3600 - 1);
    expect((await bench.api('GET', `${ORDERS}/${body['id']}`)).status).toBe(200);
    bench.advance(1);
    const lapsed = await bench.api('GET', `${ORDERS}/${body['id']}`);
    expect([lapsed.status, ...issues(lapsed)]).toEqual([404, 'INVALID_RESOURCE_ID']);
    expect((await bench.control('POST', `/orders/${body['id']}/approve`, {})).status).toBe(404);
  });

  test('a payment source needs a request id and asks for the payer', async () => {
    const body = {
      ...orderBody(),
      payment_source: { paypal: { experience_context: { brand_name: 'Mugs' } } },
    };
    const bare = await bench.api('POST', ORDERS, body);
    expect([bare.status, ...issues(bare)]).toEqual([400, 'PAYPAL_REQUEST_ID_REQUIRED']);
    const answer = await bench.api('POST', ORDERS, body, { 'PayPal-Request-Id': 'source-1' });
    expect([answer.status, answer.body['status']]).toEqual([201, 'PAYER_ACTION_REQUIRED']);
    expect(answer.body['links'].map((link: { rel: string }) => link.rel)).toEqual(['self', 'payer-action']);
  });
});

describe('a patch', () => {
  const unit = (field: string): string => `/purchase_units/@reference_id=='default'/${field}`;
  const patch = async (changes: object[]): Promise<[Answered, string]> => {
    const { body } = await bench.api('POST', ORDERS, orderBody());
    return [await bench.api('PATCH', `${ORDERS}/${body['id']}`, changes), `${ORDERS}/${body['id']}`];
  };

  test('changes what may be changed, and what results is judged as a whole', async () => {
    const [answer, path] = await patch([
      { op: 'replace', path: unit('amount'), value: { currency_code: 'USD', value: '30' } },
      { op: 'add', path: unit('custom_id'), value: 'c-1' },
      { op: 'remove', path: unit('payment_instruction') },
    ]);
    expect([answer.status, answer.text]).toEqual([204, '']);
    const [changed] = (await bench.api('GET', path)).body['purchase_units'];
    expect(changed).toMatchObject({ amount: usd('30.00'), custom_id: 'c-1', payee: { merchant_id: SELLER } });
    expect(changed.payment_instruction).toBeUndefined();
    const [mismatch] = await patch([
      {
        op: 'replace',
        path: unit('amount'),
        value: { ...usd('30.00'), breakdown: { shipping: usd('1.00') } },
      },
    ]);
    expect([mismatch.status, ...issues(mismatch)]).toEqual([422, 'AMOUNT_MISMATCH']);
  });

  test.each([
    [{ op: 'move', path: unit('amount') }, 400, 'INVALID_PATCH_OPERATION'],
    [{ op: 'replace', path: 'amount', value: {} }, 422, 'INVALID_JSON_POINTER_FORMAT'],
    [{ op: 'remove', path: unit('amount') }, 422, 'AMOUNT_NOT_PATCHABLE'],
    [{ op: 'replace', path: unit('payee/merchant_id'), value: 'X' }, 422, 'NOT_PATCHABLE'],
    [
      { op: 'add', path: "/purchase_units/@reference_id=='x'/custom_id", value: 'c' },
      422,
      'REFERENCE_ID_NOT_FOUND',
    ],
  ])('%j is refused', async (change, status, issue) => {
    const [answer] = await patch([change]);
    expect([answer.status, ...issues(answer)]).toEqual([status, issue]);
  });
});

test('a call without a live token, or in another media type, is refused', async () => {
  const none = await bench.call('POST', ORDERS, orderBody());
  expect([none.status, none.body['error']]).toEqual([401, 'invalid_token']);
  const forged = await bench.call('GET', `${ORDERS}/X`, undefined, { authorization: 'Bearer A21AAe30.e30' });
  expect(forged.status).toBe(401);
  const text = await bench.api('POST', ORDERS, 'x', { 'content-type': 'text/plain' });
  expect([text.status, text.body['name']]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  const broken = await bench.api('POST', ORDERS, '{"intent":');
  expect([broken.status, ...issues(broken)]).toEqual([400, 'MALFORMED_REQUEST_JSON']);
  const nul = await bench.api('POST', ORDERS, orderBody('1.00', null, { custom_id: 'a\u0000b' }));
  expect(nul.status).toBe(400);
});
