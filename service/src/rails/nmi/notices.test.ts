import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ReceivedNotice, Seller } from '../rail.ts';
import { createNotices } from './notices.ts';

const notices = createNotices();
const seller = (account_id: string, webhook_signing_key: string): Seller => ({
  ...{ account_id, provider_account: account_id, shown: {} },
  secrets: { webhook_signing_key, security_key: 'secret' },
});

const BODY = JSON.stringify({
  event_id: 'a-1',
  event_type: 'transaction.sale.success',
  event_body: { merchant: { id: '1234' }, transaction_id: '77', order_id: 'order-1' },
});

function signed(key: string, over: { body?: string; nonce?: string; header?: string } = {}): ReceivedNotice {
  const { body = BODY, nonce = 'f00' } = over;
  const signature = createHmac('sha256', key).update(`${nonce}.${body}`).digest('hex');
  return {
    source_address: '192.0.2.1',
    headers: { 'webhook-signature': over.header ?? `t=${nonce},s=${signature}` },
    raw_body: Buffer.from(body),
  };
}

test('is genuine for the account whose key signed it, whichever bears the name', async () => {
  const candidates = [seller('one', 'key-of-one'), seller('two', 'key-of-two')];
  expect(await notices.verify(signed('key-of-two'), candidates)).toEqual({
    kind: 'genuine',
    account_id: 'two',
  });
  expect(await notices.verify(signed('key-of-three'), candidates)).toMatchObject({ kind: 'forged' });
  expect(await notices.verify(signed('key-of-two'), [])).toMatchObject({ kind: 'forged' });
});

test('however old its nonce is, which is no time', async () => {
  const one = [seller('one', 'key')];
  for (const nonce of ['1', '0000000000', 'not-a-time'])
    expect(await notices.verify(signed('key', { nonce }), one)).toMatchObject({ kind: 'genuine' });
});

test.each([
  ['no signature', ''],
  ['half a signature', `t=f00,s=${'0'.repeat(63)}`],
  ['a signature in capitals', `t=f00,s=${'A'.repeat(64)}`],
  ['two signatures', `t=f00,s=${'0'.repeat(64)},s=${'0'.repeat(64)}`],
])('is forged with %s', async (_what, header) => {
  const verdict = await notices.verify(signed('key', { header }), [seller('one', 'key')]);
  expect(verdict).toMatchObject({ kind: 'forged' });
});

test('is nobody’s by a key that is empty', async () => {
  expect(await notices.verify(signed(''), [seller('one', '')])).toMatchObject({ kind: 'forged' });
});

test('says whose it is, or nothing that is a name', () => {
  const claimed = (body: string) => notices.claim(signed('key', { body }));
  expect(claimed(BODY)).toEqual({ account_hint: '1234' });
  expect(claimed(BODY.replace('"1234"', '1234'))).toEqual({ account_hint: '1234' });
  for (const body of ['', '[]', '{"event_body":{}}', BODY.replace('1234', '../1')])
    expect(claimed(body)).toEqual({ account_hint: '' });
});

test('says nothing of whose it is without a signature, so that nobody’s keys are tried', () => {
  for (const header of ['', 't=f00,s=0', `t=f00,s=${'A'.repeat(64)}`])
    expect(notices.claim(signed('key', { header }))).toEqual({ account_hint: '' });
});

const told = (type: string, event_body: object) =>
  notices.read({ event_id: 'x', event_type: type, event_body });

const OURS = '0199c0de-0000-7000-8000-000000000001';

test('tells nothing of a sale that was not asked for by us', () => {
  for (const order_id of [null, '', '1001', 'shop-order-7'])
    expect(told('transaction.sale.success', { transaction_id: '7', order_id })).toBeNull();
});

test('tells of sales, voids and refunds, done or not', () => {
  for (const [outcome, is_taken] of [
    ['success', true],
    ['failure', false],
    ['unknown', false],
  ] as const)
    expect(told(`transaction.sale.${outcome}`, { transaction_id: '7', order_id: OURS })).toEqual({
      ...{ about: 'capture_changed', provider_capture_id: '7', is_taken },
      ...{ provider_order_id: OURS, transaction_id: OURS },
    });
  expect(told('transaction.void.success', { transaction_id: '7' })).toEqual({
    ...{ about: 'refund_changed', provider_refund_id: '7', provider_capture_id: '7' },
  });
  expect(told('transaction.refund.success', { transaction_id: '8' })).toEqual({
    ...{ about: 'refund_changed', provider_refund_id: '8', provider_capture_id: null },
  });
});

test('tells of batches: what was settled, and what banks took back', () => {
  const transaction_ids = ['7', '8'];
  expect(told('settlement.batch.complete', { transaction_ids })).toEqual({
    ...{ about: 'captures_settled', provider_capture_ids: transaction_ids },
  });
  const reversed = (of: object) =>
    told('chargeback.batch.complete', { batch_id: '5', amount: '4.00', ...of });
  const one = { about: 'capture_reversed', provider_capture_id: '7', reversal_id: '5-7' };
  expect(reversed({ transaction_ids: ['7'], currency: 'USD' })).toEqual({
    ...{ about: 'several', notices: [{ ...one, amount: 400 }] },
  });
  expect(reversed({ transaction_ids: ['7'] })).toMatchObject({ notices: [{ ...one, amount: null }] });
  expect(reversed({ transaction_ids, currency: 'USD' })).toMatchObject({
    notices: [{ amount: null }, { amount: null, reversal_id: '5-8' }],
  });
  expect(told('settlement.batch.failure', { transaction_ids })).toBeNull();
});

test('is of no interest when it is about anything else', () => {
  for (const type of ['transaction.validate.success', 'transaction.auth.success', 'acu.summary.all', 'x', ''])
    expect(told(type, { transaction_id: '7', order_id: OURS })).toBeNull();
  expect(told('transaction.sale.success', { transaction_id: '7', order_id: '' })).toBeNull();
  expect(notices.read('nothing')).toBeNull();
  expect(notices.identify({ event_type: 'x' })).toBeNull();
});

test('has no id that is longer than an id is', () => {
  const identified = (event_id: string, event_type: string) =>
    notices.identify({ event_id, event_type }) !== null;
  const [longest, longer] = ['x'.repeat(128), 'x'.repeat(129)] as const;
  expect([identified(longest, 'x'), identified('x', longest)]).toEqual([true, true]);
  expect([identified(longer, 'x'), identified('x', longer)]).toEqual([false, false]);
});

test('names no transaction by what is no id of one', () => {
  for (const transaction_id of ['7'.repeat(65), '../7', '7 8', 7, null])
    for (const type of ['sale', 'refund', 'void'])
      expect(told(`transaction.${type}.success`, { transaction_id, order_id: OURS })).toBeNull();
});

test('names a batch by its own id, or else by that of the notice', () => {
  const reversal_of = (batch_id: unknown) =>
    told('chargeback.batch.complete', { batch_id, transaction_ids: ['7'] });
  expect(reversal_of('5')).toMatchObject({ notices: [{ reversal_id: '5-7' }] });
  for (const batch_id of [undefined, '', 5, '5'.repeat(129)])
    expect(reversal_of(batch_id)).toMatchObject({ notices: [{ reversal_id: 'x-7' }] });
});
