import { expect, test } from 'vitest';
import type { JsonObject } from '../http/json.ts';
import type { Seller } from '../rail.ts';
import { createBooks } from './books.ts';
import type { Client } from './client.ts';
import type { Answer } from './sort-answer.ts';

const ID = '0199c0de-0000-7000-8000-000000000001';
const OTHER_ID = '0199c0de-0000-7000-8000-000000000002';
const SELLER: Seller = {
  ...{ account_id: 'one', provider_account: 'one/shop', secrets: {} },
  shown: { merchant_account_id: 'shop' },
};
const PAYMENT = { provider_order_id: ID, provider_capture_id: OTHER_ID, seller: SELLER, currency: 'USD' };
const TRANSACTION = {
  ...{ type: 'transaction', id: ID, merchant_account_id: 'shop', status: 'capture_succeeded' },
  ...{ amount: 2_700, currency: 'USD', authorized_amount: 2_700, captured_amount: 2_500, refunded_amount: 0 },
  ...{
    settled: false,
    settled_amount: 0,
    settled_currency: null,
    reconciliation_id: '7jZXl4gBUNl0CnaLEnfXbt',
  },
  ...{ metadata: { transaction_id: 'ours' }, updated_at: '2030-01-02T03:04:05.000Z' },
  payment_service: { payment_service_definition_id: 'mock-card', display_name: 'Mock' },
  payment_method: { method: 'card', scheme: 'visa', label: '1111', approval_url: 'https://example.com' },
  buyer: { billing_details: { email_address: 'buyer@example.com' } },
};
const SETTLED = { settled: true, settled_amount: 2_431, settled_currency: 'USD' };

const success = (body: JsonObject): Answer => ({ kind: 'success', body });
const refused = (status: number): Answer => ({
  ...{ kind: 'refused', status },
  refusal: { issue: 'not_found', description: '', debug_id: null, provider_status: null },
});
const shown = (over: object = {}) => success({ ...TRANSACTION, ...over });
const fees = (...items: object[]) => success({ items });

/** The books of a provider that answers call after call with these. */
function booksOf(...answers: Answer[]) {
  const asked: string[] = [];
  const client: Client = {
    tokens: { sign: () => Promise.reject(new Error('the books sign nothing themselves')) },
    call: ({ method, effect, path }) => {
      asked.push(`${method} ${effect} ${path}`);
      const answer = answers[asked.length - 1];
      return answer ? Promise.resolve(answer) : Promise.reject(new Error(`${path} was not to be asked`));
    },
  };
  return { books: createBooks(client), asked };
}

const sweepOfDoubts = (...answers: Answer[]) => booksOf(...answers).books.settlement!(PAYMENT);

test('tell what the provider has of a transaction, by its own figures', async () => {
  const { books, asked } = booksOf(shown());
  expect(await books.detail(PAYMENT)).toMatchObject({
    kind: 'found',
    detail: {
      ...{ authorized: 2_700, captured: 2_500, external_identifier: 'ours' },
      ...{ payment_service_definition_id: 'mock-card', payment_service_display_name: 'Mock' },
      ...{ provider_status: 'capture_succeeded', provider_updated_at: '2030-01-02T03:04:05.000Z' },
      reconciliation_id: '7jZXl4gBUNl0CnaLEnfXbt',
    },
  });
  expect(asked).toEqual([`GET read /transactions/${ID}`]);
});

test('tell the name that the provider has for us, where it has one', async () => {
  const { books } = booksOf(shown({ external_identifier: 'named' }));
  expect(await books.detail(PAYMENT)).toMatchObject({ detail: { external_identifier: 'named' } });
});

test('show of its own words nothing that is personal or leads anywhere', async () => {
  const outcome = await booksOf(shown({ added_one_day: 'a name' })).books.detail(PAYMENT);
  expect(outcome).toMatchObject({ detail: { payload: { id: ID, payment_method: { scheme: 'visa' } } } });
  expect(JSON.stringify(outcome)).not.toMatch(/buyer@|https:|1111|a name/);
});

test('ask nobody about what is no id of the provider', async () => {
  const { books, asked } = booksOf();
  const foreign = { ...PAYMENT, provider_order_id: '../refunds' };
  expect(await books.detail(foreign)).toEqual({ kind: 'missing' });
  expect(await books.settlement!(foreign)).toEqual({ kind: 'missing' });
  expect(asked).toEqual([]);
});

test.each<[string, Answer, string]>([
  ['another transaction', shown({ id: OTHER_ID }), 'unknown'],
  ['a transaction of another account', shown({ merchant_account_id: 'other' }), 'unknown'],
  ['a transaction without a state', shown({ status: '' }), 'unknown'],
  ['a part of a cent', shown({ captured_amount: 0.5 }), 'unknown'],
  ['that there is none', refused(404), 'missing'],
  ['a refusal', refused(400), 'unknown'],
  ['nothing', { kind: 'unreachable', problem: 'reset', retry_after_seconds: null }, 'unreachable'],
])('tell nothing when %s is answered', async (_what, answer, kind) => {
  expect(await booksOf(answer).books.detail(PAYMENT)).toMatchObject({ kind });
  expect(await sweepOfDoubts(answer)).toMatchObject({ kind });
});

test('ask for no fee of what is not settled', async () => {
  const { books, asked } = booksOf(shown());
  const settlement = { settled: false, amount: null, currency: null, provider_fee: null };
  expect(await books.settlement!(PAYMENT)).toEqual({ kind: 'found', settlement });
  expect(asked).toHaveLength(1);
});

test('tell what was settled, and what was kept of it in all', async () => {
  const part = { currency: 'USD', interchange: 20, markup: 10 };
  const { books, asked } = booksOf(
    shown(SETTLED),
    fees({ ...part, commission: 40 }, { ...part, commission: 29 }),
  );
  const settlement = { settled: true, amount: 2_431, currency: 'USD', provider_fee: 69 };
  expect(await books.settlement!(PAYMENT)).toEqual({ kind: 'found', settlement });
  expect(asked).toEqual([`GET read /transactions/${ID}`, `GET read /transactions/${ID}/settlements`]);
});

test.each([
  ['is not listed', []],
  ['is not told', [{ currency: 'USD' }]],
  ['is in another currency', [{ currency: 'EUR', commission: 69 }]],
  [
    'is told in part',
    [
      { currency: 'USD', commission: 40 },
      { currency: 'USD', commission: null },
    ],
  ],
])('know no fee that %s', async (_what, items) => {
  expect(await sweepOfDoubts(shown(SETTLED), fees(...items))).toMatchObject({
    settlement: { settled: true, amount: 2_431, provider_fee: null },
  });
});

test('tell a settlement in the currency in which the provider made it', async () => {
  const inEuros = { ...SETTLED, settled_amount: 2_200, settled_currency: 'EUR' };
  expect(await sweepOfDoubts(shown(inEuros), fees())).toMatchObject({
    settlement: { settled: true, amount: 2_200, currency: 'EUR', provider_fee: null },
  });
});

test.each<[string, Answer, string]>([
  ['goes on elsewhere', success({ items: [], next_cursor: 'more' }), 'unknown'],
  ['is none', success({}), 'unknown'],
  ['is refused', refused(404), 'unknown'],
  ['does not come', { kind: 'unreachable', problem: 'reset', retry_after_seconds: null }, 'unreachable'],
])('tell no settlement while the list of its fees %s', async (_what, answer, kind) => {
  expect(await sweepOfDoubts(shown(SETTLED), answer)).toMatchObject({ kind });
});

test.each([[undefined], [null], ['2431'], [24.31], [-1]])(
  'tell no settlement of an amount that is %s, which would never be told again',
  async (settled_amount) => {
    const unreadable = shown({ ...SETTLED, settled_amount });
    expect(await sweepOfDoubts(unreadable, fees())).toMatchObject({ kind: 'unknown' });
  },
);
