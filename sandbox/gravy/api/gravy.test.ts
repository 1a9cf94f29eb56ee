import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startBench, type Answered, type Bench, type Json } from '../../tests/bench.ts';
import { embedToken, gravyCall, openAccount, paidBy, tokenOf, type GravyAccount } from '../../tests/gravy.ts';

let bench: Bench;
let account: GravyAccount;
let other: GravyAccount;

beforeAll(async () => {
  bench = await startBench();
  [account, other] = await Promise.all([openAccount(bench), openAccount(bench)]);
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.control('DELETE', '/faults');
});

const call = (...asked: Parameters<typeof gravyCall>[2]): Promise<Answered> =>
  gravyCall(bench, account, asked);
const now = (): number => bench.options.clock.now().getTime();
const BY_CAPTURE = { prefer: 'resource=transaction-capture' };
const CARD = { method: 'card', number: '4111111111111111', expiration_date: '12/40', security_code: '123' };

/** A transaction that is captured already. */
async function captured(of: GravyAccount = account, amount = 1_299): Promise<string> {
  const id = await paidBy(bench, of, { embed: { amount } });
  const answer = await gravyCall(bench, of, ['POST', `/transactions/${id}/capture`, {}]);
  expect(answer.body['status']).toBe('capture_succeeded');
  return id;
}

describe('a payment by the fields', () => {
  test('is what the token pins, authorised and not yet captured', async () => {
    const id = await paidBy(bench, account, {
      embed: { amount: 500, currency: 'EUR', metadata: { a: 'b' } },
    });
    const { status, body } = await call('GET', `/transactions/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      amount: 500,
      currency: 'EUR',
      status: 'authorization_succeeded',
      intent: 'authorize',
      intent_outcome: 'succeeded',
      authorized_amount: 500,
      captured_amount: 0,
      metadata: { a: 'b' },
      merchant_account_id: account.credentials.merchant_account_id,
      payment_method: { method: 'card', scheme: 'visa', label: '1111' },
      payment_service: { payment_service_definition_id: 'mock-card' },
      settled: false,
    });
    expect(body['reconciliation_id']).toMatch(/^[0-9A-Za-z]{20,22}$/);
  });

  test('may be declined, and nothing of it can be captured', async () => {
    const id = await paidBy(bench, account, { outcome: 'declined' });
    const { body } = await call('GET', `/transactions/${id}`);
    expect(body).toMatchObject({
      status: 'authorization_declined',
      authorized_amount: 0,
      error_code: 'insufficient_funds',
      raw_response_code: '51',
      intent_outcome: 'failed',
    });
    expect((await call('POST', `/transactions/${id}/capture`, {})).status).toBe(400);
  });

  test('by a browser must be in the amount and the currency of its token, by a card that is one', async () => {
    const token = await embedToken(bench, account);
    const pay = (body: object): Promise<Answered> =>
      bench.call('POST', '/gravy/transactions', body, { authorization: `Bearer ${token}` });
    const good = { amount: 1_299, currency: 'USD', payment_method: CARD };
    expect((await pay({ ...good, amount: 1 })).status).toBe(403);
    expect((await pay({ ...good, currency: 'EUR' })).status).toBe(403);
    const wrong = await pay({ ...good, payment_method: { ...CARD, number: '4111111111111112' } });
    expect([wrong.status, wrong.body['details'][0].pointer]).toEqual([400, '/payment_method/number']);
    expect(wrong.text).not.toContain('4111111111111112');
    const paid = await pay({ ...good, metadata: { transaction_id: 'theirs' }, external_identifier: 'x-1' });
    expect([paid.status, paid.body['metadata']]).toEqual([201, { transaction_id: 'ours' }]);
    expect(JSON.stringify((await bench.control('GET', '/requests')).body)).not.toContain('4111111111111111');
  });

  test('is refused by a token for another merchant account, or one that pins nothing', async () => {
    const foreign = await embedToken(bench, account, { merchant_account_id: 'default' });
    const bare = await tokenOf(account.credentials, { now: now(), scopes: ['embed'] });
    for (const embed_token of [foreign, bare]) {
      const { status, body } = await bench.control('POST', '/gravy/pay', { embed_token });
      expect([status, body['detail']]).toEqual([409, 'Invalid credentials']);
    }
  });
});

test.each([
  [3_599, 400],
  [3_600, 201],
  [86_400, 201],
  [86_401, 400],
])('a token for a browser that lives %d seconds is answered %d', async (seconds, status) => {
  const token = await embedToken(bench, account, {}, seconds);
  const paid = await bench.call(
    'POST',
    '/gravy/transactions',
    { amount: 1_299, currency: 'USD', payment_method: CARD },
    { authorization: `Bearer ${token}` },
  );
  expect(paid.status).toBe(status);
  if (status === 400) expect(paid.body).toMatchObject({ code: 'bad_request', status: 400 });
  const byControl = await bench.control('POST', '/gravy/pay', { embed_token: token });
  expect(byControl.status).toBe(status === 400 ? 409 : 200);
  if (status === 201) expect(byControl.body).toEqual({ transaction_id: expect.any(String) });
});

describe('a capture', () => {
  test('takes all, or a part, and tells of itself when asked to', async () => {
    const whole = await call('POST', `/transactions/${await paidBy(bench, account)}/capture`, {});
    expect(whole.body).toMatchObject({
      type: 'transaction',
      status: 'capture_succeeded',
      captured_amount: 1_299,
    });
    const id = await paidBy(bench, account);
    const part = await call('POST', `/transactions/${id}/capture`, { amount: 299 }, BY_CAPTURE);
    expect(part.body).toMatchObject({
      type: 'transaction-capture',
      status: 'succeeded',
      code: null,
      transaction: { status: 'capture_succeeded', captured_amount: 299, intent_outcome: 'succeeded' },
    });
    const { body } = await call('GET', `/transactions/${id}/captures`);
    expect(body['items']).toMatchObject([{ id: part.body['capture_id'], amount: 299, status: 'succeeded' }]);
    expect((await call('POST', `/transactions/${id}/capture`, {})).status).toBe(400);
  });

  test('that is declined is a 200 which only its own resource tells, and it may be tried again', async () => {
    const id = await paidBy(bench, account, { outcome: 'capture_declined' });
    const declined = await call('POST', `/transactions/${id}/capture`, {}, BY_CAPTURE);
    expect([declined.status, declined.body['status'], declined.body['code']]).toEqual([
      200,
      'declined',
      'refused_capture',
    ]);
    expect(declined.body['transaction'].status).toBe('authorization_succeeded');
    const again = await call('POST', `/transactions/${id}/capture`, {});
    expect([again.status, again.body['status'], again.body['captured_amount']]).toEqual([
      200,
      'authorization_succeeded',
      0,
    ]);
  });

  test('that is pending is taken by the clock', async () => {
    const id = await paidBy(bench, account, { outcome: 'capture_pending' });
    const pending = await call('POST', `/transactions/${id}/capture`, {}, BY_CAPTURE);
    expect([pending.body['status'], pending.body['transaction'].status]).toEqual([
      'pending',
      'capture_pending',
    ]);
    bench.advance(301);
    await bench.sandbox.drain();
    expect((await call('GET', `/transactions/${id}`)).body).toMatchObject({
      status: 'capture_succeeded',
      captured_amount: 1_299,
    });
  });

  test('of more than was authorised is refused', async () => {
    const id = await paidBy(bench, account);
    const { status, body } = await call('POST', `/transactions/${id}/capture`, { amount: 1_300 });
    expect([status, body['details'][0].pointer]).toEqual([400, '/amount']);
  });

  test('and a void exclude each other', async () => {
    const id = await paidBy(bench, account);
    const [one, two] = await Promise.all([
      call('POST', `/transactions/${id}/capture`, {}),
      call('POST', `/transactions/${id}/void`, undefined, { prefer: 'resource=transaction-void' }),
    ]);
    expect([one.status, two.status].toSorted()).toEqual([200, 400]);
    const voided = await call('POST', `/transactions/${await paidBy(bench, account)}/void`);
    expect(voided.body).toMatchObject({ type: 'transaction', status: 'authorization_voided' });
  });
});

describe('a refund', () => {
  test('gives back a part and then the rest, and no more', async () => {
    const id = await captured();
    const part = await call('POST', `/transactions/${id}/refunds`, {
      amount: 300,
      external_identifier: 'r-1',
    });
    expect([part.status, part.body['status'], part.body['external_identifier']]).toEqual([
      201,
      'succeeded',
      'r-1',
    ]);
    const more = await call('POST', `/transactions/${id}/refunds`, { amount: 1_000 });
    expect(more.status).toBe(400);
    const rest = await call('POST', `/transactions/${id}/refunds`, {});
    expect(rest.body['amount']).toBe(999);
    expect((await call('POST', `/transactions/${id}/refunds`, {})).status).toBe(400);
    const { body } = await call('GET', `/transactions/${id}/refunds`);
    expect(body['items'].map((refund: Json) => refund.amount)).toEqual([999, 300]);
    expect((await call('GET', `/refunds/${part.body['id']}`)).body['amount']).toBe(300);
    expect((await call('GET', `/transactions/${id}`)).body['refunded_amount']).toBe(1_299);
  });

  test.each([
    ['declined', 'declined', 'declined', 0],
    ['failed', 'failed', 'failed', 0],
    ['processing', 'processing', 'succeeded', 100],
    ['processing_failed', 'processing', 'failed', 0],
  ])('of an account whose refunds are %s', async (refund_outcome, first, last, given) => {
    const own = await openAccount(bench, { refund_outcome });
    const id = await captured(own);
    const refund = await gravyCall(bench, own, ['POST', `/transactions/${id}/refunds`, { amount: 100 }]);
    expect([refund.status, refund.body['status']]).toEqual([201, first]);
    bench.advance(301);
    await bench.sandbox.drain();
    const path = `/transactions/${id}/refunds/${refund.body['id']}`;
    expect((await gravyCall(bench, own, ['GET', path])).body['status']).toBe(last);
    const { body } = await gravyCall(bench, own, ['GET', `/transactions/${id}`]);
    expect(body['refunded_amount']).toBe(given);
  });

  test('before settlement is declined where the account has it so, and taken after it', async () => {
    const own = await openAccount(bench, { refund_before_settlement: false });
    const id = await captured(own);
    const refund = async (): Promise<Json> =>
      (await gravyCall(bench, own, ['POST', `/transactions/${id}/refunds`, { amount: 100 }])).body['status'];
    expect(await refund()).toBe('declined');
    await bench.control('POST', '/rails/settle', { rail: 'gravy', account_id: own.account_id });
    expect(await refund()).toBe('succeeded');
  });
});

describe('an idempotency key', () => {
  test('answers a repeat for a day with the first answer, a refusal included', async () => {
    const id = await captured();
    const refund = (amount: number, key: string): Promise<Answered> =>
      call('POST', `/transactions/${id}/refunds`, { amount }, { 'idempotency-key': key });
    const first = await refund(100, 'key-1');
    expect((await refund(100, 'key-1')).text).toBe(first.text);
    const refused = await refund(9_999, 'key-2');
    expect([refused.status, (await refund(50, 'key-2')).text]).toEqual([400, refused.text]);
    bench.advance(24 * 3_600 + 1);
    expect((await refund(100, 'key-1')).body['id']).not.toBe(first.body['id']);
    expect((await call('GET', `/transactions/${id}`)).body['refunded_amount']).toBe(200);
  });

  test('in parallel moves money once, and the other is told that the first still runs', async () => {
    const id = await captured();
    const calls = Array.from({ length: 8 }, () =>
      call('POST', `/transactions/${id}/refunds`, { amount: 100 }, { 'idempotency-key': 'together' }),
    );
    const answers = await Promise.all(calls);
    const ids = answers.filter(({ status }) => status === 201).map(({ body }) => body['id']);
    expect(new Set(ids).size).toBe(1);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect((await call('GET', `/transactions/${id}`)).body['refunded_amount']).toBe(100);
  });
});

describe('a list', () => {
  test('finds what was pinned, by any name it went by, page by page', async () => {
    const own = await openAccount(bench);
    const ids: string[] = [];
    for (const n of ['1', '2', '3'])
      ids.push(await paidBy(bench, own, { embed: { metadata: { order: n } } }));
    const list = async (query: string): Promise<Record<string, Json>> =>
      (await gravyCall(bench, own, ['GET', `/transactions?${query}`])).body;
    const found = await list(`metadata=${encodeURIComponent('{"order":"2"}')}`);
    expect(found['items'].map((item: Json) => item.id)).toEqual([ids[1]]);
    const page = await list('limit=2');
    expect(page['items'].map((item: Json) => item.id)).toEqual([ids[2], ids[1]]);
    const next = await list(`limit=2&cursor=${page['next_cursor']}`);
    expect([next['items'].map((item: Json) => item.id), next['next_cursor']]).toEqual([[ids[0]], null]);
    expect((await list('status=capture_succeeded'))['items']).toEqual([]);
    expect((await gravyCall(bench, own, ['GET', '/transactions?colour=red'])).status).toBe(400);
  });

  test('shows first what moved last, and finds it by when it moved', async () => {
    const own = await openAccount(bench);
    const [first, second] = [await captured(own), await captured(own)];
    bench.advance(60);
    const since = encodeURIComponent(new Date(now()).toISOString());
    const list = async (query: string): Promise<string[]> => {
      const { body } = await gravyCall(bench, own, ['GET', `/transactions?${query}`]);
      return (body['items'] as Json[]).map((item: Json) => item.id as string);
    };
    expect(await list('limit=10')).toEqual([second, first]);
    await gravyCall(bench, own, ['POST', `/transactions/${first}/refunds`, { amount: 100 }]);
    expect(await list('limit=10')).toEqual([first, second]);
    expect(await list(`updated_at_gte=${since}`)).toEqual([first]);
    expect(await list(`updated_at_lte=${since}&created_at_gte=${since}`)).toEqual([]);
    expect((await gravyCall(bench, own, ['GET', '/transactions?updated_at_gte=x'])).status).toBe(400);
    expect((await gravyCall(bench, own, ['GET', '/transactions?cursor=x'])).status).toBe(400);
  });

  test('and a read show nothing of another account', async () => {
    const id = await captured(other);
    for (const path of [
      `/transactions/${id}`,
      `/transactions/${id}/refunds`,
      `/transactions/${randomUUID()}`,
    ]) {
      const { status, body } = await call('GET', path);
      expect([path, status, body['code']]).toEqual([path, 404, 'not_found']);
    }
    expect((await call('POST', `/transactions/${id}/refunds`, {})).status).toBe(404);
    expect((await call('GET', `/transactions?id=${id}`)).body['items']).toEqual([]);
  });
});

test('a stored card pays again, for its own account', async () => {
  const first = await call('POST', '/transactions', {
    amount: 700,
    currency: 'USD',
    intent: 'capture',
    store: true,
    external_identifier: 'first',
    payment_method: CARD,
  });
  expect([first.status, first.body['status']]).toEqual([201, 'capture_succeeded']);
  const again = {
    amount: 800,
    currency: 'USD',
    intent: 'capture',
    merchant_initiated: true,
    is_subsequent_payment: true,
    payment_source: 'card_on_file',
    payment_method: { method: 'id', id: first.body['payment_method'].id },
  };
  expect((await call('POST', '/transactions', again)).body).toMatchObject({
    captured_amount: 800,
    method: 'card',
  });
  expect((await gravyCall(bench, other, ['POST', '/transactions', again])).status).toBe(404);
});

describe('a fault', () => {
  test.each([
    ['gravy.read', 'GET', ''],
    ['gravy.capture', 'POST', '/capture'],
    ['gravy.void', 'POST', '/void'],
    ['gravy.refund', 'POST', '/refunds'],
    ['gravy.list', 'GET', '/refunds'],
  ])('strikes %s in the shape of the gateway', async (operation, method, path) => {
    const id = await paidBy(bench, account);
    await bench.control('POST', '/faults', { operation, mode: 'error', status: 503, retry_after: 7 });
    const { status, body, headers } = await call(
      method,
      `/transactions/${id}${path}`,
      method === 'POST' ? {} : undefined,
    );
    expect([status, body['type'], body['code'], headers.get('retry-after')]).toEqual([
      503,
      'error',
      'service_unavailable',
      '7',
    ]);
    await bench.control('POST', '/faults', { operation, mode: 'refuse', status: 429 });
    expect((await call(method, `/transactions/${id}${path}`)).body['code']).toBe('too_many_requests');
  });

  test('after the effect leaves it done, and a repeat by its key tells of it', async () => {
    const id = await paidBy(bench, account);
    await bench.control('POST', '/faults', { operation: 'gravy.capture', mode: 'reset_after_commit' });
    const capture = (): Promise<Answered> =>
      call('POST', `/transactions/${id}/capture`, {}, { ...BY_CAPTURE, 'idempotency-key': `k-${id}` });
    await expect(capture()).rejects.toThrow();
    expect((await call('GET', `/transactions/${id}`)).body['status']).toBe('capture_succeeded');
    expect((await capture()).body).toMatchObject({ type: 'transaction-capture', status: 'succeeded' });
  });

  test('strikes the payment of a browser too', async () => {
    await bench.control('POST', '/faults', { operation: 'gravy.create', mode: 'error' });
    const authorization = `Bearer ${await embedToken(bench, account)}`;
    const body = { amount: 1_299, currency: 'USD', payment_method: CARD };
    expect((await bench.call('POST', '/gravy/transactions', body, { authorization })).status).toBe(500);
  });
});

test('an account that is slow answers late', async () => {
  const own = await openAccount(bench, { latency_ms: 120 });
  const began = performance.now();
  expect((await gravyCall(bench, own, ['GET', '/transactions'])).status).toBe(200);
  expect(performance.now() - began).toBeGreaterThan(110);
});
