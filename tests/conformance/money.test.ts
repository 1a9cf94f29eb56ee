import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinWorld, type World } from '../world/world.ts';
import { as, expectProblem, makeShop, raw, type TestMerchant } from './support.ts';

let world: World;
let shop: TestMerchant;
beforeAll(async () => {
  world = await joinWorld();
  shop = await makeShop(world);
});
afterAll(() => world.close());

const create = (amount: unknown, currency = 'USD') =>
  world.call('POST', '/api/checkout-sessions', { ...as(shop), body: { amount, currency } });

// The text of the number matters, so it is sent as written.
const createText = async (amount: string, currency = 'USD') => {
  const answer = await raw(world, 'POST', '/api/checkout-sessions', {
    headers: {
      authorization: `Bearer ${shop.key}`,
      'x-merchant-id': shop.merchant_id,
      'content-type': 'application/json',
    },
    body: `{"amount":${amount},"currency":"${currency}"}`,
  });
  return { status: answer.status, body: JSON.parse(answer.text), headers: answer.headers };
};

describe('amounts that are read', () => {
  test.each([
    ['"10.00"', 'USD', '10'],
    ['"10.50"', 'USD', '10.5'],
    ['"10.05"', 'USD', '10.05'],
    ['"10.000"', 'USD', '10'],
    ['"10"', 'USD', '10'],
    ['"010.10"', 'USD', '10.1'],
    ['"0.10"', 'USD', '0.1'],
    ['"0.01"', 'USD', '0.01'],
    ['"999999.99"', 'USD', '999999.99'],
    ['"999999.990"', 'USD', '999999.99'],
    ['"100.00"', 'JPY', '100'],
    ['"100"', 'JPY', '100'],
    ['"999999"', 'JPY', '999999'],
    ['"1.234"', 'KWD', '1.234'],
    ['"1.2300"', 'KWD', '1.23'],
    ['"1.500"', 'KWD', '1.5'],
    ['10', 'USD', '10'],
    ['10.00', 'USD', '10'],
    ['10.5', 'USD', '10.5'],
    ['0.1', 'USD', '0.1'],
    ['0.07', 'USD', '0.07'],
    ['1.15', 'USD', '1.15'],
    ['999999.99', 'USD', '999999.99'],
    ['1e2', 'USD', '100'],
    ['1.5E1', 'USD', '15'],
    ['1e-2', 'USD', '0.01'],
    ['100', 'JPY', '100'],
    ['100.0', 'JPY', '100'],
    ['0.001', 'KWD', '0.001'],
    ['0', 'USD', '0'],
    ['"0"', 'USD', '0'],
    ['"0.00"', 'USD', '0'],
    ['-0', 'USD', '0'],
  ])('%s %s is %s', async (sent, currency, amount) => {
    const made = await createText(sent, currency);
    expect({ status: made.status, body: made.body }).toMatchObject({
      status: 201,
      body: { amount, currency },
    });
  });
});

describe('amounts that are refused', () => {
  test.each([
    ['"10.005"', 'USD'],
    ['10.005', 'USD'],
    ['0.001', 'USD'],
    ['"100.5"', 'JPY'],
    ['0.5', 'JPY'],
    ['"1.2345"', 'KWD'],
    ['-1', 'USD'],
    ['-0.01', 'USD'],
    ['1000000', 'USD'],
    ['999999.991', 'USD'],
    ['"1000000.00"', 'USD'],
    ['"999999.991"', 'KWD'],
    ['1e6', 'USD'],
    ['"-1"', 'USD'],
    ['"-0"', 'USD'],
    ['"+1"', 'USD'],
    ['"1e2"', 'USD'],
    ['" 1"', 'USD'],
    ['"1 "', 'USD'],
    ['"1\\n"', 'USD'],
    ['"1,00"', 'USD'],
    ['"1_000"', 'USD'],
    ['"1."', 'USD'],
    ['".5"', 'USD'],
    ['""', 'USD'],
    ['"."', 'USD'],
    ['"ten"', 'USD'],
    ['"0x10"', 'USD'],
    ['"NaN"', 'USD'],
    ['"Infinity"', 'USD'],
    ['"١٢"', 'USD'],
    ['"１"', 'USD'],
    ['"$1"', 'USD'],
    ['null', 'USD'],
    ['true', 'USD'],
    ['[1]', 'USD'],
    ['{}', 'USD'],
  ])('%s %s', async (sent, currency) => {
    expectProblem(await createText(sent, currency), ['body', 'amount']);
  });

  test.each(['1e400', '10.000000000000000001', '123456789012345678901234567890', '1e-400'])(
    'the number %s cannot be read exactly and is refused',
    async (sent) => {
      expect((await createText(sent)).status).toBe(422);
    },
  );

  test('a very long string is refused quickly', async () => {
    expectProblem(await create('1'.repeat(200_000)), ['body', 'amount']);
    expectProblem(await create(`1.${'0'.repeat(200_000)}`), ['body', 'amount']);
  });
});

test('every cent from 0.01 to 3.00, as number and as text, comes back as itself', async () => {
  const cents = Array.from({ length: 300 }, (_, n) => n + 1);
  const send = async (n: number) => {
    const text = (n / 100).toFixed(2);
    const [asText, asNumber] = [await create(text), await create(n / 100)];
    return [n, asText.body.amount, asNumber.body.amount];
  };
  const answers = [];
  for (let at = 0; at < cents.length; at += 50) {
    answers.push(...(await Promise.all(cents.slice(at, at + 50).map(send))));
  }
  expect(answers).toEqual(cents.map((n) => [n, String(n / 100), String(n / 100)]));
});

test('item amounts follow the same grammar in the session’s currency', async () => {
  const item = (unit_amount: unknown, currency: string) =>
    world.call('POST', '/api/checkout-sessions', {
      ...as(shop),
      body: { amount: '10', currency, items: [{ name: 'Tea', unit_amount }] },
    });
  expect((await item('1.50', 'USD')).status).toBe(201);
  expect((await item('100.00', 'JPY')).status).toBe(201);
  for (const [amount, currency] of [
    ['1.505', 'USD'],
    ['1.5', 'JPY'],
    ['1e1', 'USD'],
    ['0.00', 'USD'],
    [0, 'USD'],
  ] as const) {
    expectProblem(await item(amount, currency), ['body', 'items', 0, 'unit_amount']);
  }
});

test.each(['XXX', 'XTS', 'XAU', 'CLF', 'HRK', 'ZWL', 'BTC'])(
  '%s is not a currency in use',
  async (currency) => {
    expectProblem(await create('1', currency), ['body', 'currency']);
  },
);

test.each(['EUR', 'JPY', 'KWD', 'CHF', 'BRL', 'INR', 'ISK', 'TND'])('%s is in use', async (currency) => {
  expect((await create('1', currency)).status).toBe(201);
});
