import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Answered, approvedOrder, beginAnew, type Bench, startBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());
beforeEach(() => beginAnew(bench));

const arm = (fault: object): Promise<Answered> =>
  bench.control('POST', '/faults', { operation: 'orders.capture', ...fault });
const capture = (id: string): Promise<Answered> => bench.api('POST', `/v2/checkout/orders/${id}/capture`, {});
const statusOf = async (id: string): Promise<string> =>
  (await bench.api('GET', `/v2/checkout/orders/${id}`)).body['status'];
/** The capture is abandoned after the effect, or its absence, has settled. */
const abandoned = async (id: string, until: string): Promise<unknown> => {
  const leave = new AbortController();
  const call = fetch(`${bench.sandbox.url}/v2/checkout/orders/${id}/capture`, {
    method: 'POST',
    headers: { authorization: await bench.bearer(), 'content-type': 'application/json' },
    body: '{}',
    signal: leave.signal,
  });
  await expect.poll(() => armedCount()).toBe(0);
  await expect.poll(() => statusOf(id)).toBe(until);
  leave.abort();
  return call.catch((error: unknown) => (error as Error).name);
};
const armedCount = async (): Promise<number> => (await bench.control('GET', '/faults')).body['total'];

test('refuse answers an issue with its own status, as many times as asked', async () => {
  const id = await approvedOrder(bench);
  expect((await arm({ mode: 'refuse', issue: 'INSTRUMENT_DECLINED', times: 2 })).status).toBe(201);
  for (let time = 0; time < 2; time += 1) {
    const refused = await capture(id);
    expect([refused.status, refused.body['details'][0].issue]).toEqual([422, 'INSTRUMENT_DECLINED']);
    expect(refused.body['links'].map((link: { rel: string }) => link.rel)).toContain('redirect');
  }
  expect((await capture(id)).status).toBe(201);
});

test('refuse takes a status, and an issue that has one brings it', async () => {
  const id = await approvedOrder(bench);
  await arm({ mode: 'refuse', issue: 'PAYEE_ACCOUNT_NOT_VERIFIED' });
  expect((await capture(id)).status).toBe(403);
  await arm({ mode: 'refuse', issue: 'RATE_LIMIT_REACHED', status: 429, retry_after: 7 });
  const limited = await capture(id);
  expect([limited.status, limited.body['name'], limited.headers.get('retry-after')]).toEqual([
    429,
    'RATE_LIMIT_REACHED',
    '7',
  ]);
});

test('refuse without an issue says what its status means', async () => {
  const id = await approvedOrder(bench);
  await arm({ mode: 'refuse' });
  expect((await capture(id)).status).toBe(422);
  await arm({ mode: 'refuse', status: 404 });
  expect((await capture(id)).body).toMatchObject({
    name: 'RESOURCE_NOT_FOUND',
    details: [{ issue: 'INVALID_RESOURCE_ID' }],
  });
});

test('a bearer refused once is refused in the shape of OAuth', async () => {
  const id = await approvedOrder(bench);
  await arm({ mode: 'refuse', status: 401 });
  // The first answer is 401 invalid_token; a caller then takes a fresh token and is served.
  expect((await capture(id)).status).toBe(201);
  const calls = (await bench.control('GET', '/requests')).body['items'];
  expect(calls.map((call: { status: number }) => call.status).slice(0, 3)).toEqual([201, 200, 401]);
  expect(Object.keys(calls[2])).toEqual(['at', 'method', 'path', 'headers', 'body', 'status', 'answer']);
});

test('error strikes before the effect, error_after_commit after it', async () => {
  const id = await approvedOrder(bench);
  await arm({ mode: 'error', status: 503 });
  expect((await capture(id)).status).toBe(503);
  expect(await statusOf(id)).toBe('APPROVED');
  await arm({ mode: 'error_after_commit' });
  const failed = await capture(id);
  expect([failed.status, failed.body['name'], failed.body['details']]).toEqual([
    500,
    'INTERNAL_SERVER_ERROR',
    undefined,
  ]);
  expect(await statusOf(id)).toBe('COMPLETED');
});

test('reset destroys the socket, before or after the effect', async () => {
  const id = await approvedOrder(bench);
  await arm({ mode: 'reset' });
  await expect(capture(id)).rejects.toThrow();
  expect(await statusOf(id)).toBe('APPROVED');
  await arm({ mode: 'reset_after_commit' });
  await expect(capture(id)).rejects.toThrow();
  expect(await statusOf(id)).toBe('COMPLETED');
  const calls = (await bench.control('GET', '/requests')).body['items'];
  expect(calls.filter((call: { status: number | null }) => call.status === null)).toHaveLength(2);
});

test('hang holds the call until the caller leaves, before or after the effect', async () => {
  const id = await approvedOrder(bench);
  await arm({ mode: 'hang' });
  expect(await abandoned(id, 'APPROVED')).toBe('AbortError');
  await arm({ mode: 'hang_after_commit' });
  expect(await abandoned(id, 'COMPLETED')).toBe('AbortError');
});

test('garbage answers 200 with no JSON after the effect', async () => {
  const id = await approvedOrder(bench);
  await arm({ mode: 'garbage' });
  const answer = await capture(id);
  expect(answer.status).toBe(200);
  expect(() => JSON.parse(answer.text)).toThrow();
  expect(await statusOf(id)).toBe('COMPLETED');
});

test('a fault survives a restart, and all of them can be cleared', async () => {
  const id = await approvedOrder(bench);
  await arm({ mode: 'error', times: 3 });
  await bench.restart();
  expect((await capture(id)).status).toBe(500);
  expect((await bench.control('GET', '/faults')).body['items'][0]).toMatchObject({ times: 3, remaining: 2 });
  expect((await bench.control('DELETE', '/faults')).body).toEqual({ cleared: 1 });
  expect((await capture(id)).status).toBe(201);
});

test('faults are used up exactly under parallel calls', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => approvedOrder(bench)));
  await arm({ mode: 'error', times: 3 });
  await arm({ mode: 'error', status: 503, times: 4 });
  const statuses = (await Promise.all(ids.map((id) => capture(id)))).map(({ status }) => status);
  const count = (status: number): number => statuses.filter((entry) => entry === status).length;
  expect([count(500), count(503), count(201)]).toEqual([3, 4, 13]);
});

test('the token endpoint fails in its own shape', async () => {
  await bench.control('POST', '/faults', { operation: 'oauth.token', mode: 'refuse' });
  const answer = await bench.token();
  expect([answer.status, answer.body['error']]).toEqual([401, 'invalid_client']);
  expect((await bench.token()).status).toBe(200);
});

test('an unknown operation is refused by its name, an unknown property too', async () => {
  const unknown = await bench.control('POST', '/faults', { operation: 'orders.dance', mode: 'error' });
  expect(unknown.status).toBe(422);
  expect(unknown.body['detail']).toContain('orders.dance');
  const extra = await arm({ mode: 'error', colour: 'red' });
  expect([extra.status, extra.body['detail']]).toEqual([422, 'body: colour is not known']);
});

test('delay keeps the answer back, and what it answers is what the call came to', async () => {
  const id = await approvedOrder(bench);
  await arm({ mode: 'delay', delay_ms: 30, times: 2 });
  expect((await capture(id)).status).toBe(201);
  const late = await capture(id);
  expect([late.status, late.body['details'][0].issue]).toEqual([422, 'ORDER_ALREADY_CAPTURED']);
  await arm({ operation: 'oauth.token', mode: 'delay', delay_ms: 1 });
  expect((await bench.token()).status).toBe(200);
});

test('a fault can be armed for every operation by name, and for nothing else', async () => {
  const names =
    'oauth.token referrals.create integrations.read orders.create orders.read orders.capture captures.read ' +
    'captures.refund identity.token disputes.read disputes.act vault.setup vault.read vault.delete ' +
    'invoices.create invoices.send invoices.read invoices.cancel search.read messages.send gravy.read ' +
    'gravy.create gravy.list gravy.capture gravy.void gravy.refund nmi.sale nmi.refund nmi.void nmi.query nmi.vault';
  for (const operation of names.split(' ')) {
    expect([operation, (await arm({ operation, mode: 'error' })).status]).toEqual([operation, 201]);
  }
  expect((await arm({ operation: 'orders.dance', mode: 'error' })).status).toBe(422);
});
