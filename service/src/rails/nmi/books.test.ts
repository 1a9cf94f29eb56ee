import { expect, test } from 'vitest';
import { sellerNamed } from '../seller.fixture.ts';
import { createBooks } from './books.ts';
import type { Client, Fields } from './client.ts';
import { readQueryAnswer } from './read/query-answer.ts';

const PAYMENT = {
  ...{ provider_order_id: 'order-1', provider_capture_id: '2612675976', currency: 'USD' },
  seller: sellerNamed('shop'),
};
const UNTOLD = { kind: 'unknown', problem: 'not the sale that was asked for' };

const action = (type: string, over = '') =>
  `<action><amount>10.00</amount><action_type>${type}</action_type><date>20300506070809</date>
   <success>1</success><batch_id>4711</batch_id>${over}</action>`;
const sale = (over: { id?: string; order?: string; currency?: string } = {}) =>
  `<transaction><transaction_id>${over.id ?? '2612675976'}</transaction_id>
   <condition>complete</condition><order_id>${over.order ?? 'order-1'}</order_id>
   <currency>${over.currency ?? 'USD'}</currency>${action('sale')}${action('settle')}</transaction>`;

/** The books of a gateway that answers whatever it is asked with these transactions. */
function booksOf(...transactions: string[]) {
  const asked: Fields[] = [];
  const answer = readQueryAnswer(`<nm_response>${transactions.join('')}</nm_response>`);
  if (answer?.kind !== 'found') throw new Error('no answer');
  const client: Client = {
    transact: () => Promise.reject(new Error('the books move no money')),
    query: ({ fields }) => {
      asked.push(fields);
      return Promise.resolve(answer);
    },
  };
  return { books: createBooks(client), asked };
}

test('tell the sale that was asked for, by its own id or else by its order’s', async () => {
  const { books, asked } = booksOf(sale());
  const unheard = { ...PAYMENT, provider_capture_id: null };
  const told = { kind: 'found', detail: { captured: 1_000, external_identifier: 'order-1' } };
  expect(await books.detail(PAYMENT)).toMatchObject(told);
  expect(await books.detail(unheard)).toMatchObject(told);
  const settlement = { settled: true, amount: 1_000, currency: 'USD', provider_fee: null };
  expect(await books.settlement!(PAYMENT)).toEqual({ kind: 'found', settlement });
  expect(asked).toEqual([
    { transaction_id: '2612675976' },
    { order_id: 'order-1' },
    { transaction_id: '2612675976' },
  ]);
});

test('tell nothing where there is nothing', async () => {
  const { books } = booksOf();
  expect(await books.detail(PAYMENT)).toEqual({ kind: 'missing' });
  expect(await books.settlement!(PAYMENT)).toEqual({ kind: 'missing' });
});

test.each([
  ['another sale', [sale({ id: '2612675977' })]],
  ['the sale of another order', [sale({ order: 'order-2' })]],
  ['a sale in another currency', [sale({ currency: 'EUR' })]],
  ['a sale beside the one that was asked for', [sale(), sale({ id: '2612675977' })]],
])('tell nothing of %s', async (_what, transactions) => {
  const { books } = booksOf(...transactions);
  expect(await books.detail(PAYMENT)).toEqual(UNTOLD);
  expect(await books.settlement!(PAYMENT)).toEqual(UNTOLD);
});

test('tell nothing of another order’s sale where the order is all that is known', async () => {
  const { books } = booksOf(sale({ order: 'order-2' }));
  const unheard = { ...PAYMENT, provider_capture_id: null };
  expect(await books.detail(unheard)).toEqual(UNTOLD);
  expect(await books.settlement!(unheard)).toEqual(UNTOLD);
});
