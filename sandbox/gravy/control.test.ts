import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startBench, type Answered, type Bench, type HeardNotice, type Json } from '../tests/bench.ts';
import { gravyCall, openAccount, paidBy, type GravyAccount } from '../tests/gravy.ts';

let bench: Bench;
let account: GravyAccount;

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

const call = (...asked: Parameters<typeof gravyCall>[2]): Promise<Answered> =>
  gravyCall(bench, account, asked);
const settle = (body: object): Promise<Answered> => bench.control('POST', '/rails/settle', body);

async function captured(amount = 10_000, currency = 'USD'): Promise<string> {
  const id = await paidBy(bench, account, { embed: { amount, currency } });
  await call('POST', `/transactions/${id}/capture`, {});
  return id;
}

async function told(): Promise<HeardNotice[]> {
  await bench.sandbox.drain();
  return bench.heard.splice(0);
}

describe('accounts', () => {
  test('are minted with keys of their own, which are told once', async () => {
    const { credentials } = account;
    expect(Object.keys(credentials).toSorted()).toEqual([
      'api_base',
      'instance_id',
      'merchant_account_id',
      'private_key',
      'webhook_secret',
    ]);
    expect(credentials.api_base).toBe(`${bench.sandbox.url}/gravy`);
    const listed = await bench.control('GET', '/rails/accounts');
    expect(listed.body).toMatchObject({
      total: 1,
      items: [{ account_id: account.account_id, rail: 'gravy' }],
    });
    const ofRail = (rail: string) => bench.control('GET', `/rails/accounts?rail=${rail}&limit=1`);
    expect((await ofRail('gravy')).body).toMatchObject({ total: 1, limit: 1, items: listed.body.items });
    expect((await ofRail('ppcp')).status).toBe(422);
    const everything = [
      listed.text,
      (await bench.control('GET', '/snapshot')).text,
      (await bench.control('GET', '/requests')).text,
      (await bench.call('GET', `/inspector/rail-accounts/${account.account_id}`)).text,
      (await bench.call('GET', '/inspector/records/gateway_account')).text,
    ];
    for (const text of everything) {
      expect(text).not.toContain(credentials.webhook_secret);
      expect(text).not.toContain('PRIVATE KEY');
    }
  });

  test('behave as they are told', async () => {
    const path = `/rails/accounts/${account.account_id}`;
    const changed = await bench.control('PATCH', path, { latency_ms: 5, refund_before_settlement: false });
    expect(changed.body).toMatchObject({
      latency_ms: 5,
      refund_before_settlement: false,
      duplicate_check: false,
    });
    expect((await bench.control('PATCH', path, { colour: 'red' })).status).toBe(422);
    expect((await bench.control('PATCH', '/rails/accounts/none', {})).status).toBe(404);
    expect((await bench.control('POST', '/rails/accounts/none/rotate', {})).status).toBe(404);
    const unknown = await bench.control('POST', '/rails/accounts', { rail: 'ppcp' });
    expect([unknown.status, unknown.body['detail']]).toEqual([
      422,
      expect.stringContaining('ppcp is not one of'),
    ]);
  });
});

describe('settlement', () => {
  test('settles what was captured, takes its fees, and tells of it', async () => {
    const id = await captured();
    await paidBy(bench, account);
    expect((await settle({ rail: 'gravy', account_id: account.account_id })).body).toEqual({ settled: 1 });
    expect((await settle({ rail: 'gravy' })).body).toEqual({ settled: 0 });
    const { body } = await call('GET', `/transactions/${id}`);
    expect(body).toMatchObject({ settled: true, settled_currency: 'USD', settled_amount: 9_745 });
    const { items } = (await call('GET', `/transactions/${id}/settlements`)).body as { items: Json[] };
    expect(items).toMatchObject([
      { amount: 10_000, commission: 255, interchange: 180, scheme_fee: 15, markup: 60, transaction_id: id },
    ]);
    const names = (await told()).map(({ event }) => event['name']);
    expect(names.filter((name) => name === 'transaction.settled')).toHaveLength(1);
  });

  test('comes by the clock too, and of a refund with the next one', async () => {
    const id = await captured();
    bench.advance(2 * 86_400 + 1);
    await bench.sandbox.drain();
    expect((await call('GET', `/transactions/${id}`)).body['settled']).toBe(true);
    const refund = await call('POST', `/transactions/${id}/refunds`, { amount: 400 });
    expect(refund.body['settled']).toBe(false);
    await settle({ rail: 'gravy' });
    expect((await call('GET', `/refunds/${refund.body['id']}`)).body).toMatchObject({
      settled: true,
      settled_amount: 400,
    });
    const { body } = await call('GET', `/transactions/${id}/refund-settlements`);
    expect(body['items']).toMatchObject([{ amount: 400, commission: 0, refund_id: refund.body['id'] }]);
  });

  test('that comes by the clock is also of what was given back before', async () => {
    const id = await captured();
    const refund = await call('POST', `/transactions/${id}/refunds`, { amount: 400 });
    bench.advance(2 * 86_400 + 1);
    await bench.sandbox.drain();
    expect((await call('GET', `/refunds/${refund.body['id']}`)).body['settled']).toBe(true);
    expect((await settle({ rail: 'gravy' })).body).toEqual({ settled: 0 });
  });

  test('of refunds by two at once is told once', async () => {
    const id = await captured();
    await settle({ rail: 'gravy' });
    await call('POST', `/transactions/${id}/refunds`, { amount: 400 });
    await Promise.all([settle({ rail: 'gravy' }), settle({ rail: 'gravy' }), settle({ rail: 'gravy' })]);
    const { body } = await call('GET', `/transactions/${id}/refund-settlements`);
    expect(body['items']).toHaveLength(1);
  });

  test('of another account, or of none, is refused', async () => {
    expect((await settle({ rail: 'gravy', account_id: 'none' })).status).toBe(404);
    expect((await settle({ rail: 'gold' })).status).toBe(422);
  });
});

describe('money that moves at the gateway', () => {
  test('is refunded by either id, in the decimals of its currency, and told', async () => {
    const id = await captured(10_000, 'JPY');
    const capture = (await call('GET', `/transactions/${id}/captures`)).body['items'][0];
    const refund = (of: string, body: object): Promise<Answered> =>
      bench.control('POST', `/rails/transactions/${of}/refund`, body);
    await told();
    expect((await refund(id, { amount: '1.50' })).status).toBe(422);
    expect((await refund(capture.id, { amount: '400' })).body).toMatchObject({
      amount: 400,
      transaction_id: id,
    });
    expect((await refund(id, {})).body['amount']).toBe(9_600);
    expect((await refund(id, {})).status).toBe(409);
    expect((await refund('none', {})).status).toBe(404);
    const heard = (await told()).map(({ event }) => [event['name'], event['target'].amount]);
    expect(heard).toEqual([
      ['refund.succeeded', 400],
      ['refund.succeeded', 9_600],
    ]);
  });

  test('is charged back: the transaction is disputed, and a read tells how much', async () => {
    const id = await captured();
    const path = `/rails/transactions/${id}/chargeback`;
    expect((await bench.control('POST', path, { amount: '100.01' })).status).toBe(422);
    expect((await bench.control('POST', path, { amount: '40.00' })).body).toMatchObject({
      type: 'chargeback',
      amount: 4_000,
    });
    expect((await call('GET', `/transactions/${id}`)).body['disputed']).toBe(true);
    expect((await call('GET', `/transactions/${id}/chargebacks`)).body['items']).toMatchObject([
      { amount: 4_000 },
    ]);
  });
});

describe('an event', () => {
  const signature = (secret: string, { headers, raw }: HeardNotice): string =>
    createHmac('sha256', secret)
      .update(`${String(headers['x-gr4vy-webhook-timestamp'])}.`)
      .update(raw)
      .digest('hex');

  test('tells who and what in short, signed by each secret at the time of the wall clock', async () => {
    const id = await captured();
    const heard = await told();
    expect(heard.map(({ event }) => event['name'])).toEqual([
      'transaction.authorized',
      'transaction.captured',
    ]);
    const [, notice] = heard;
    expect(notice!.event).toMatchObject({
      type: 'event',
      merchant_account_id: account.credentials.merchant_account_id,
      gr4vy_id: account.credentials.instance_id,
      environment: 'sandbox',
      target: { type: 'transaction', id, status: 'capture_succeeded', captured_amount: 10_000 },
    });
    expect(notice!.headers['x-gr4vy-webhook-id']).toBe(notice!.event['id']);
    const signatures = String(notice!.headers['x-gr4vy-webhook-signatures']).split(',');
    expect(signatures).toHaveLength(2);
    expect(signatures).toContain(signature(account.credentials.webhook_secret, notice!));
    const age = Date.now() / 1000 - Number(notice!.headers['x-gr4vy-webhook-timestamp']);
    expect(Math.abs(age)).toBeLessThan(60);
  });

  test('is sent again until it is taken, and goes where the account says', async () => {
    bench.hearing.status = 500;
    await paidBy(bench, account);
    expect(await told()).toHaveLength(1);
    bench.hearing.status = 204;
    expect(await told()).toHaveLength(0);
    bench.advance(11);
    expect(await told()).toHaveLength(1);
    await bench.control('PATCH', `/rails/accounts/${account.account_id}`, {
      notice_url: 'http://127.0.0.1:1/away',
    });
    await paidBy(bench, account);
    expect(await told()).toHaveLength(0);
  });

  test('of each move has its name', async () => {
    await paidBy(bench, account, { outcome: 'declined' });
    const id = await paidBy(bench, account, { outcome: 'capture_declined' });
    await call('POST', `/transactions/${id}/capture`, {});
    await call('POST', `/transactions/${id}/void`);
    const slow = await paidBy(bench, account, { outcome: 'capture_pending' });
    await call('POST', `/transactions/${slow}/capture`, {});
    const names = (await told()).map(({ event }) => event['name']);
    expect(names.toSorted()).toEqual(
      [
        'transaction.authorized',
        'transaction.authorized',
        'transaction.capture-failed',
        'transaction.capture-pending',
        'transaction.declined',
        'transaction.voided',
      ].toSorted(),
    );
  });

  test('is held, doubled and released like any other', async () => {
    await bench.control('POST', '/notices', { mode: 'hold' });
    await captured();
    expect(await told()).toHaveLength(0);
    expect((await bench.control('POST', '/notices/release', {})).body['released']).toBe(2);
    expect(await told()).toHaveLength(2);
  });
});

test('the inspector shows its transactions and moves their money', async () => {
  const id = await captured();
  const page = await bench.call('GET', `/inspector/gravy/${id}`);
  expect(page.text).toContain('visa ending in 1111');
  expect((await bench.call('GET', '/inspector/gravy')).text).toContain(id);
  const origin = { 'content-type': 'application/x-www-form-urlencoded', origin: bench.sandbox.url };
  const form = new URLSearchParams({ id, amount: '2.50', back: `/inspector/gravy/${id}` }).toString();
  expect((await bench.call('POST', '/inspector/do/rails.refund', form, origin)).status).toBe(303);
  expect((await call('GET', `/transactions/${id}`)).body['refunded_amount']).toBe(250);
});

test('everything comes back with a snapshot, but for the secrets of an account that is gone', async () => {
  const id = await captured();
  const { body } = await bench.control('GET', '/snapshot');
  await bench.control('POST', '/reset', {});
  expect((await call('GET', `/transactions/${id}`)).status).toBe(401);
  expect((await bench.control('PUT', '/snapshot', body)).status).toBe(200);
  expect((await call('GET', `/transactions/${id}`)).body['status']).toBe('capture_succeeded');
});

test('an event is shown to no other party', async () => {
  await captured();
  const [kept] = (await bench.control('GET', '/notices')).body['items'];
  const wallet = await bench.api('GET', '/v1/notifications/webhooks-events');
  expect(wallet.body['events']).toEqual([]);
  expect((await bench.api('GET', `/v1/notifications/webhooks-events/${kept.event_id}`)).status).toBe(404);
  const resent = await bench.api('POST', `/v1/notifications/webhooks-events/${kept.event_id}/resend`, {});
  expect(resent.status).toBe(404);
});
