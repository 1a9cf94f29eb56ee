import { afterEach, expect, test } from 'vitest';
import { createPpcpRail } from '../index.ts';
import {
  type Answering,
  type FakeProvider,
  optionsFor,
  refusal,
  sendJson,
  startProvider,
} from '../provider.fixture.ts';

const SELLER = '7KQ2WHRB5NCXE';

let provider: FakeProvider | undefined;
afterEach(async () => provider?.close());

async function ask(answer: Answering) {
  provider = await startProvider(answer);
  return createPpcpRail(optionsFor(provider.url)).onboarding!.readPrimaryCurrency(SELLER);
}

const balance = (currency: unknown, primary?: boolean) => ({
  currency,
  ...(primary === undefined ? {} : { primary }),
  total_balance: { currency_code: currency, value: '12.00' },
});

test.each([
  ['the primary one among several', [balance('USD', false), balance('EUR', true), balance('GBP')], 'EUR'],
  ['none that is primary', [balance('USD', false), balance('GBP')], null],
  ['none at all', [], null],
  ['a primary one without a currency', [balance(null, true)], null],
  ['one that is no currency', [balance('Euro', true)], null],
])('%s: %j', async (_case, balances, currency) => {
  const read = await ask((_heard, response) => sendJson(response, 200, { balances, account_id: 'X' }));
  expect(read).toEqual({ kind: 'found', currency });
});

test('is asked in the seller’s name, and once', async () => {
  await ask((_heard, response) => sendJson(response, 200, { balances: [] }));
  expect(provider!.heard.map(({ method, path }) => [method, path])).toEqual([
    ['GET', '/v1/reporting/balances'],
  ]);
  const [, claim = ''] = String(provider!.heard[0]!.headers['paypal-auth-assertion']).split('.');
  expect(JSON.parse(Buffer.from(claim, 'base64url').toString())).toMatchObject({
    payer_id: SELLER,
  });
});

test.each([
  [403, refusal('PERMISSION_DENIED', 'NOT_AUTHORIZED'), { kind: 'refused' }],
  [500, {}, { kind: 'unreachable' }],
  [429, {}, { kind: 'unreachable' }],
])('an answer %i is a value, not an error', async (status, body, outcome) => {
  expect(await ask((_heard, response) => sendJson(response, status, body))).toMatchObject(outcome);
});
