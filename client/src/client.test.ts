import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Scripted, type ScriptedServer, startScripted } from '../server.fixture.ts';
import { clientWith, fairwayClient } from './client.ts';
import { CALLS } from './contract.ts';
import { type FairwayError, isFairwayError } from './errors.ts';

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScripted();
});
afterAll(() => server.close());

const KEY = 'sk_test_of_the_tests';
const soon = (_made: number, retryAfter: string | null) => (retryAfter === null ? 1 : 20_000);
const clientOf = (more: object = {}) => clientWith(soon, { baseUrl: server.url, key: KEY, ...more });
const refused = (status: number, body: object = { detail: 'No', code: 'no' }): Scripted => ({ status, body });

async function errorOf(call: Promise<unknown>): Promise<FairwayError> {
  const error = await call.then(
    () => new Error('The call was answered.'),
    (thrown: unknown) => thrown,
  );
  if (!isFairwayError(error)) throw error;
  return error;
}

describe('a call', () => {
  test('brings each field to where it belongs', async () => {
    server.answer({ status: 200, body: { id: 'we_1' } });
    const changed = await clientOf().endpoints.update({ endpoint_id: 'we_1/..', rotate_secret: true });
    expect(changed).toEqual({ id: 'we_1' });
    expect(server.got[0]).toMatchObject({
      method: 'PATCH',
      path: '/api/channel/webhook-endpoints/we_1%2F..',
      body: '{"rotate_secret":true}',
    });
    await clientOf().merchants.list({
      search: 'a & b',
      onboarding_status: ['pending', 'revoked'],
      email: undefined,
    });
    const { path, body } = server.got[1]!;
    expect(path).toBe(
      '/api/channel/merchants?search=a+%26+b&onboarding_status=pending&onboarding_status=revoked',
    );
    expect(body).toBe('');
  });

  test('acts for the merchant of the client, or for that of the call', async () => {
    server.answer({ status: 200 });
    const fairway = clientOf({ merchantId: 'm-1' });
    await fairway.onboarding.status();
    await fairway.onboarding.status({}, { merchantId: 'm-2' });
    await fairway.forMerchant('m-3').onboarding.status();
    await fairway.keys.list();
    expect(server.got.map(({ headers }) => headers['x-merchant-id'])).toEqual([
      'm-1',
      'm-2',
      'm-3',
      undefined,
    ]);
    expect(new Set(server.got.map(({ headers }) => headers.authorization))).toEqual(
      new Set([`Bearer ${KEY}`]),
    );
  });

  test('of a buyer is made without the key', async () => {
    server.answer({ status: 200 });
    await clientOf({ merchantId: 'm-1' }).sessions.read({ checkout_session_id: 'cs_1' });
    expect(server.got[0]!.headers.authorization).toBeUndefined();
    expect(server.got[0]!.headers['x-merchant-id']).toBeUndefined();
  });

  test.each([undefined, ''])('that takes a credential is not made without one, which was %j', async (key) => {
    server.answer({ status: 200 });
    const called = clientOf({ key }).transactions.read({ transaction_id: 't-1' });
    await expect(called).rejects.toThrow(new TypeError('GET /api/transactions/:transaction_id needs a key'));
    expect(server.got).toEqual([]);
    const more = { key, fetch: globalThis.fetch };
    // Whoever brings a fetch may add the credential there.
    await clientOf(more).transactions.read({ transaction_id: 't-1' });
    expect(server.got).toHaveLength(1);
  });

  test('that names nothing to address, or a key that it does not take, is not made', async () => {
    server.answer({ status: 200 });
    const capture = clientOf().orders.capture({ order_id: '' });
    await expect(capture).rejects.toThrow(
      new TypeError('POST /api/payments/orders/:order_id/capture needs order_id'),
    );
    const keyed = clientOf().keys.create({ name: 'n' }, { idempotencyKey: 'k' });
    await expect(keyed).rejects.toThrow(TypeError);
    expect(() => fairwayClient({ baseUrl: 'pay.example.com' })).toThrow(TypeError);
    expect(server.got).toEqual([]);
  });

  test('carries its key nowhere else, wherever it is sent', async () => {
    server.answer({ status: 302, headers: { location: 'https://elsewhere.example.com/' } });
    expect(await errorOf(clientOf().keys.list())).toMatchObject({ kind: 'fault', status: 302 });
    expect(server.got).toHaveLength(1);
  });

  test('is seen with its answer by who observes', async () => {
    server.answer({ status: 201, body: { merchant_id: 'm' } });
    const seen: unknown[] = [];
    const observe = (...attempt: unknown[]) => seen.push(attempt);
    const body = { business_name: 'b', email: 'e@example.com', country_code: 'US' };
    await clientOf({ observe }).merchants.create(body);
    expect(seen).toEqual([
      [expect.objectContaining({ method: 'POST', body }), expect.objectContaining({ status: 201 })],
    ]);
  });

  test('is there for every operation, also for one that is a group as well', () => {
    const { owner, operator } = clientOf();
    expect(owner.signIn).toBeTypeOf('function');
    expect(owner.signIn.passkeyOptions).toBeTypeOf('function');
    expect(operator.events.replayMany).toBeTypeOf('function');
    const fields = Object.values(CALLS).flatMap(({ path }) => path.match(/:[^/]+/g) ?? []);
    expect(fields.filter((field) => !/^:[a-z_]+$/.test(field))).toEqual([]);
  });
});

describe('an answer that is no success', () => {
  test.each([
    [409, { detail: 'Too much', code: 'refund_exceeds_remaining', remaining_amount: '1.00' }, 'refused'],
    [404, { detail: 'Capture not found' }, 'refused'],
    [
      422,
      { detail: [{ loc: ['body', 'amount'], msg: 'Field required', type: 'missing' }] },
      'invalid_fields',
    ],
    [429, { error: 'Rate limit exceeded: 10 per 1 minute' }, 'over_budget'],
    [500, { detail: 'Internal server error', request_id: 'r-1' }, 'fault'],
    [502, '<html>Bad gateway</html>', 'fault'],
  ] as const)('%d %j is of the kind it is', async (status, body, kind) => {
    server.answer({ status, body });
    const error = await errorOf(clientOf({ retries: 0 }).captures.refund({ capture_id: 'c' }));
    expect(error).toMatchObject({ kind, status, mayHaveHappened: status >= 500 });
    expect(error.message).toContain(`POST /api/payments/captures/{capture_id}/refund answered ${status}: `);
  });

  test('tells the name of the refusal, its figures and each field', async () => {
    const body = { detail: 'Too much', code: 'refund_exceeds_remaining', remaining_amount: '1.00' };
    server.answer({ status: 409, body });
    const told = await errorOf(clientOf().captures.refund({ capture_id: 'c' }));
    expect(told).toMatchObject({ code: 'refund_exceeds_remaining', detail: 'Too much', body });
    server.answer({
      status: 422,
      body: { detail: [{ loc: ['body', 'amount'], msg: 'Field required', type: 'missing' }] },
    });
    const invalid = await errorOf(clientOf().captures.refund({ capture_id: 'c' }));
    expect(invalid).toMatchObject({ problems: [{ loc: ['body', 'amount'] }] });
    expect(invalid.message).toContain('answered 422: body.amount: Field required');
  });

  test('names the call, as the log of the service does', async () => {
    const headers = { 'x-request-id': 'r-2' };
    for (const status of [404, 422, 429, 503]) {
      server.answer({ status, headers, body: { detail: 'No' } });
      const told = await errorOf(clientOf({ retries: 0 }).captures.refund({ capture_id: 'c' }));
      expect(told).toMatchObject({ status, requestId: 'r-2' });
    }
    server.answer('lost');
    const never = await errorOf(clientOf({ retries: 0 }).captures.refund({ capture_id: 'c' }));
    expect(never).toMatchObject({ kind: 'no_answer', requestId: null });
  });

  test('may have happened when an earlier attempt of it may have, whatever the last was answered', async () => {
    const error = { error: 'Rate limit exceeded: 10 per 1 minute' };
    server.answer('lost', { status: 429, body: error });
    const told = await errorOf(clientOf({ retries: 1 }).captures.refund({ capture_id: 'c' }));
    expect(told).toMatchObject({ kind: 'over_budget', mayHaveHappened: true });
    server.answer({ status: 429, body: error }, { status: 429, body: error });
    const never = await errorOf(clientOf({ retries: 1 }).captures.refund({ capture_id: 'c' }));
    expect(never).toMatchObject({ kind: 'over_budget', mayHaveHappened: false });
  });

  test('may have happened when nothing came, in time or at all, unless the call only read', async () => {
    server.answer('lost');
    expect(await errorOf(clientOf().keys.create({ name: 'n' }))).toMatchObject({
      kind: 'no_answer',
      isTimeout: false,
      mayHaveHappened: true,
    });
    server.answer('late');
    expect(await errorOf(clientOf({ timeoutMs: 50, retries: 0 }).keys.list())).toMatchObject({
      kind: 'no_answer',
      isTimeout: true,
      mayHaveHappened: false,
    });
  });

  test('is the reason of whoever gave the call up', async () => {
    server.answer('late');
    const end = new AbortController();
    const call = clientOf().keys.list({}, { signal: end.signal });
    end.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    await expect(clientOf().keys.list({}, { signal: end.signal })).rejects.toThrow('enough');
  });
});

describe('a call is repeated', () => {
  const attempts = () => server.got.length;
  const unavailable = refused(503, { detail: 'Later', code: 'database_unavailable' });

  test.each([
    ['lost', 'lost' as const],
    ['503', unavailable],
    ['500', refused(500, { detail: 'Internal server error', request_id: 'r' })],
    ['429', refused(429, { error: 'Rate limit exceeded: 60 per 1 minute' })],
  ])('when it reads and its answer was %s', async (_name, first) => {
    server.answer(first, { status: 200, body: [] });
    expect(await clientOf().keys.list()).toEqual([]);
    expect(attempts()).toBe(2);
  });

  test('under one key for all of its attempts, its own or the one that was given', async () => {
    server.answer('lost', unavailable, { status: 200, body: { success: true } });
    await clientOf().captures.refund({ capture_id: 'c' });
    const [own, ...others] = server.got.map(({ headers }) => headers['idempotency-key']);
    expect(own).toMatch(/^[0-9a-f-]{36}$/);
    expect(others).toEqual([own, own]);
    server.answer('lost', { status: 200, body: { success: true } });
    await clientOf().captures.refund({ capture_id: 'c' }, { idempotencyKey: 'return-1' });
    expect(server.got.map(({ headers }) => headers['idempotency-key'])).toEqual(['return-1', 'return-1']);
  });

  test('when the key is in its body', async () => {
    server.answer(unavailable, { status: 200, body: { transaction_id: 't' } });
    await clientOf().vault.charge({ customer_ref: 'c', amount: '1', idempotency_key: 'k' });
    expect(attempts()).toBe(2);
  });

  test('never when that could do it twice', async () => {
    server.answer(unavailable);
    await errorOf(clientOf().keys.create({ name: 'n' }));
    expect(attempts()).toBe(1);
    server.answer('lost');
    await errorOf(clientOf({ retries: 5 }).orders.create({ checkout_session_id: 'cs_1' }));
    expect(attempts()).toBe(1);
  });

  test.each([400, 401, 402, 404, 409, 422, 502])('never after %d, which stays', async (status) => {
    server.answer(refused(status));
    await errorOf(clientOf().captures.refund({ capture_id: 'c' }));
    expect(attempts()).toBe(1);
  });

  test('as often as was said, and then throws what came last', async () => {
    server.answer(unavailable);
    expect(await errorOf(clientOf({ retries: 1 }).keys.list())).toMatchObject({ status: 503 });
    expect(attempts()).toBe(2);
    server.answer(unavailable);
    await errorOf(clientOf().keys.list({}, { retries: 0 }));
    expect(attempts()).toBe(1);
  });

  test('not once more after it was given up between two attempts', async () => {
    server.answer({ ...(unavailable as object), status: 503, headers: { 'retry-after': '20' } });
    const end = new AbortController();
    const observe = () => end.abort(new Error('enough'));
    await expect(clientOf({ observe }).keys.list({}, { signal: end.signal })).rejects.toThrow('enough');
    expect(attempts()).toBe(1);
  });
});
