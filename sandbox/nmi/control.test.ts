import { createHmac } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startBench, type Bench, type HeardNotice } from '../tests/bench.ts';
import { openAccount, post, sold, tokenFor, transacted, type NmiAccount } from '../tests/nmi.ts';

let bench: Bench;
let account: NmiAccount;

beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.control('POST', '/reset', {});
  account = await openAccount(bench);
  bench.heard.length = 0;
  bench.hearing.status = 200;
});

async function told(): Promise<HeardNotice[]> {
  await bench.sandbox.drain();
  return bench.heard.splice(0);
}

const namesOf = (heard: readonly HeardNotice[]): unknown[] => heard.map(({ event }) => event['event_type']);

test('an account has keys of its own, of which only the public one is told again', async () => {
  const { security_key, tokenization_key, webhook_signing_key, api_base } = account.credentials;
  expect(tokenization_key).toMatch(/^[A-Za-z0-9]{6}(?:-[A-Za-z0-9]{6}){3}$/);
  expect(security_key).toMatch(/^[A-Za-z0-9]{32}$/);
  expect(api_base).toBe(`${bench.sandbox.url}/nmi`);
  const everything = [
    (await bench.control('GET', '/rails/accounts')).text,
    (await bench.control('GET', '/snapshot')).text,
    (await bench.call('GET', `/inspector/rail-accounts/${account.account_id}`)).text,
  ];
  for (const text of everything) {
    expect(text).not.toContain(security_key);
    expect(text).not.toContain(webhook_signing_key);
  }
  expect(everything[0]).toContain(tokenization_key);
});

test('a rotation ends all keys at once, and the account stays who it is', async () => {
  const id = await sold(bench, account);
  const { body } = await bench.control('POST', `/rails/accounts/${account.account_id}/rotate`, {});
  expect((await transacted(bench, account, { type: 'void', transactionid: id }))['responsetext']).toMatch(
    /^Authentication Failed/,
  );
  expect(
    (await bench.control('POST', '/nmi/tokens', { tokenization_key: account.credentials.tokenization_key }))
      .status,
  ).toBe(422);
  const fresh: NmiAccount = { ...account, credentials: body['credentials'] };
  expect((await transacted(bench, fresh, { type: 'void', transactionid: id }))['response']).toBe('1');
});

test('what was taken settles as a batch, by a call or a day later by the clock', async () => {
  const ids = [await sold(bench, account), await sold(bench, account)];
  const failed = await tokenFor(bench, account, 'declined');
  await transacted(bench, account, { type: 'sale', amount: '1.00', payment_token: failed });
  await told();
  expect((await bench.control('POST', '/rails/settle', { rail: 'nmi' })).body).toEqual({ settled: 2 });
  const [batch] = await told();
  expect(batch!.event).toMatchObject({
    event_type: 'settlement.batch.complete',
    event_body: { transaction_ids: ids, amount: '20.00' },
  });
  const late = await sold(bench, account);
  await told();
  bench.advance(86_401);
  expect(namesOf(await told())).toEqual(['settlement.batch.complete']);
  const { text } = await post(bench, account, { path: 'query.php', fields: { transaction_id: late } });
  expect(text).toContain('<condition>complete</condition');
  expect(text.replaceAll(/\s*\n\s*/g, '')).toContain('<action_type>settle</action_type>');
});

test('what is given back after its sale was settled settles by itself too', async () => {
  const transactionid = await sold(bench, account);
  await bench.control('POST', '/rails/settle', { rail: 'nmi' });
  const { transactionid: refund } = await transacted(bench, account, { type: 'refund', transactionid });
  await told();
  bench.advance(86_401);
  const [batch] = await told();
  expect(batch?.event).toMatchObject({
    event_type: 'settlement.batch.complete',
    event_body: { transaction_ids: [refund] },
  });
});

test('what is more than a batch holds follows in the next one at once', async () => {
  const id = await sold(bench, account);
  const db = new Client({ connectionString: bench.direct_url });
  await db.connect();
  await db.query(
    `insert into records (kind, id, body)
     select kind, id || '-' || n, jsonb_set(body, '{id}', to_jsonb(id || '-' || n))
     from records, generate_series(1, 1000) as n where kind = 'nmi_transaction' and id = $1`,
    [id],
  );
  await db.end();
  await told();
  bench.advance(86_401);
  const batches = await told();
  expect(batches.map(({ event }) => event['event_body'].count)).toEqual(['1000', '1']);
});

test('a sale is found by the id of its order too, and the one that took something before one that did not', async () => {
  const orderid = 'order-of-the-platform';
  const id = await sold(bench, account, { orderid });
  const declined = await tokenFor(bench, account, 'declined');
  await transacted(bench, account, {
    type: 'sale',
    amount: '10.00',
    payment_token: declined,
    orderid,
    dup_seconds: '0',
  });
  const refund = await bench.control('POST', `/rails/transactions/${orderid}/refund`, { amount: '4.00' });
  expect(refund.body).toMatchObject({ response: '1', type: 'refund' });
  const chargeback = await bench.control('POST', `/rails/transactions/${orderid}/chargeback`, {});
  expect(chargeback.body).toMatchObject({ transaction_id: id, amount: '10.00' });
});

test('money moves at the gateway, by the sale or by its refund, and is told', async () => {
  const id = await sold(bench, account);
  await told();
  const refund = (of: string, body: object) =>
    bench.control('POST', `/rails/transactions/${of}/refund`, body);
  const part = await refund(id, { amount: '4.00' });
  expect(part.body).toMatchObject({ response: '1', type: 'refund' });
  expect((await refund(String(part.body['transactionid']), {})).status).toBe(200);
  expect((await refund(id, {})).status).toBe(409);
  expect((await refund('none', {})).status).toBe(404);
  expect(namesOf(await told())).toEqual(['transaction.refund.success', 'transaction.refund.success']);
  const chargeback = await bench.control('POST', `/rails/transactions/${id}/chargeback`, { amount: '10.00' });
  expect(chargeback.body).toMatchObject({ transaction_id: id, amount: '10.00' });
  expect(
    (await bench.control('POST', `/rails/transactions/${id}/chargeback`, { amount: '10.01' })).status,
  ).toBe(422);
  const [notice] = await told();
  expect(notice!.event).toMatchObject({
    event_type: 'chargeback.batch.complete',
    event_body: { transaction_ids: [id] },
  });
});

test('an event is signed over a nonce and the very bytes, and tells whose account it is', async () => {
  const id = await sold(bench, account, { orderid: 'order-9' });
  const [notice] = await told();
  const [, nonce, signature] = /^t=([0-9a-f]+),s=([0-9a-f]{64})$/.exec(
    String(notice!.headers['webhook-signature']),
  )!;
  const digest = createHmac('sha256', account.credentials.webhook_signing_key)
    .update(`${nonce}.`)
    .update(notice!.raw)
    .digest('hex');
  expect(signature).toBe(digest);
  expect(notice!.event).toMatchObject({
    event_type: 'transaction.sale.success',
    event_body: {
      merchant: { id: expect.stringMatching(/^\d{7}$/) },
      transaction_id: id,
      order_id: 'order-9',
      condition: 'pendingsettlement',
      requested_amount: '10.00',
      currency: 'USD',
      card: { cc_number: '411111******1111' },
      action: { amount: '10.00', action_type: 'sale', success: '1', response_code: '100' },
    },
  });
});

test('an event is taken by 200 alone, and sent again', async () => {
  bench.hearing.status = 204;
  await sold(bench, account);
  expect(await told()).toHaveLength(1);
  bench.hearing.status = 200;
  bench.advance(31);
  expect(await told()).toHaveLength(1);
  bench.advance(86_000);
  expect(namesOf(await told())).not.toContain('transaction.sale.success');
});

test('each thing that is done has an event, a decline too', async () => {
  const payment_token = await tokenFor(bench, account, 'declined');
  await transacted(bench, account, { type: 'sale', amount: '1.00', payment_token });
  const id = await sold(bench, account);
  await transacted(bench, account, { type: 'void', transactionid: id });
  const token = await tokenFor(bench, account);
  await transacted(bench, account, { type: 'validate', payment_token: token });
  expect(namesOf(await told())).toEqual([
    'transaction.sale.failure',
    'transaction.sale.success',
    'transaction.void.success',
    'transaction.validate.success',
  ]);
});

test('the inspector shows what was done to a sale, and moves its money', async () => {
  const id = await sold(bench, account);
  expect((await bench.call('GET', '/inspector/nmi')).text).toContain(id);
  const origin = { 'content-type': 'application/x-www-form-urlencoded', origin: bench.sandbox.url };
  const form = new URLSearchParams({ id, amount: '2.50', back: '/' }).toString();
  expect((await bench.call('POST', '/inspector/do/rails.refund', form, origin)).status).toBe(303);
  const page = await bench.call('GET', `/inspector/nmi/${id}`);
  expect(page.text).toContain('visa ending in 1111');
  expect(page.text).toContain('2.50');
});
