import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../world/world.ts';
import { as, expectRefused, makeShop, raw, type TestMerchant } from './support.ts';

// What stands at the door is looked at before what is carried through it.

const NOT_JSON = '{'.repeat(1_000);
const json = { 'content-type': 'application/json' };

let world: World;
let shop: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  shop = await makeShop(world);
});
afterAll(() => world.close());

async function statusOf(path: string, headers: Record<string, string> = json): Promise<number> {
  return (await raw(world, 'POST', path, { headers, body: NOT_JSON })).status;
}

describe('a body is not read', () => {
  test('for a path that leads nowhere', async () => {
    expect(await statusOf('/api/nothing')).toBe(404);
    expect(await statusOf('/nothing', { 'content-type': 'text/plain' })).toBe(404);
  });

  test('for a method that a path does not have', async () => {
    expect(await statusOf(`/api/channel/onboarding/status`)).toBe(405);
  });

  test('for who presents no credential', async () => {
    expect(await statusOf('/api/checkout-sessions')).toBe(401);
    expect(await statusOf('/api/operator/channels')).toBe(401);
  });

  test('as JSON by a page', async () => {
    expect(await statusOf('/checkout/cs_x/pay')).toBe(415);
    expect(await statusOf('/activate/x')).toBe(415);
  });

  test('of a notice that nobody signed', async () => {
    expect(await statusOf('/api/notices/ppcp')).toBe(400);
  });
});

test('more values than any request needs are refused as a whole', async () => {
  const items = Array.from({ length: 80_000 }, () => ({}));
  const answer = await world.call('POST', '/api/checkout-sessions', {
    ...as(shop),
    body: { amount: 1, items },
  });
  expect(answer.status).toBe(422);
  expect(answer.body.detail).toEqual([expect.objectContaining({ type: 'json_invalid' })]);
});

test('refusals are not to be kept or sniffed either', async () => {
  for (const [method, path] of [
    ['GET', '/api/nothing'],
    ['GET', '/api/channel/merchants'],
    ['PUT', '/api/channel/merchants'],
    ['GET', '/%zz'],
  ] as const) {
    const { headers } = await world.call(method, path);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

async function heardOf(version: string, ...headers: string[]): Promise<string> {
  return heardOfLine(`GET /healthz HTTP/${version}`, ...headers);
}

async function heardOfLine(...lines: string[]): Promise<string> {
  const { hostname, port } = new URL(world.base_url);
  const socket = connect(Number(port), hostname);
  socket.write([...lines, '', ''].join('\r\n'));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

test.each([
  ['names two hosts', ['Host: a', 'Host: b'], 400, 'host_ambiguous'],
  ['names no host', [], 400, 'host_missing'],
  ['expects what nobody knows', ['Host: a', 'Expect: the-unexpected'], 417, undefined],
])('a request that %s is refused in the shape of every refusal', async (_what, headers, status, code) => {
  const [head, body] = (await heardOf('1.1', ...headers)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toContain('cache-control: no-store');
  expect(head).toMatch(/^x-request-id: \S{36}$/m);
  expect(head).toMatch(/^connection: close$/im);
  expect(JSON.parse(body!)).toEqual({ detail: expect.any(String), ...(code && { code }) });
});

test.each([
  ['1.0', []],
  ['1.0', ['Expect: the-unexpected']],
  ['1.1', ['Host: a', 'Expect: 100-Continue']],
])('HTTP/%s with %j is answered', async (version, headers) => {
  expect(await heardOf(version, ...headers, 'Connection: close')).toMatch(/HTTP\/1\.1 200 OK/);
});

test.each(['*', '*healthz', '*api/channel/merchants', 'ftp://a/healthz'])(
  'what asks for %s names no path and leads nowhere',
  async (target) => {
    const heard = await heardOfLine(`GET ${target} HTTP/1.1`, 'Host: a', 'Connection: close');
    expect(heard).toMatch(/^HTTP\/1\.1 404 /);
    expect(heard).toMatch(/\r\n\r\n\{"detail":"Not Found"\}$/);
  },
);

test.each(['/healthz', 'http://a/healthz', 'HTTPS://a/healthz'])('%s names a path', async (target) => {
  const heard = await heardOfLine(`GET ${target} HTTP/1.1`, 'Host: a', 'Connection: close');
  expect(heard).toMatch(/^HTTP\/1\.1 200 /);
});

test.each(['/healthz', 'http://a/healthz?b'])('%s is told which methods it has', async (target) => {
  const heard = await heardOfLine(`DELETE ${target} HTTP/1.1`, 'Host: a', 'Connection: close');
  expect(heard).toMatch(/^HTTP\/1\.1 405 [^]*\r\nallow: GET, HEAD\r\n/);
});

test('who asks for a tunnel is told that there is none', async () => {
  const [head, body] = (await heardOfLine('CONNECT a:443 HTTP/1.1', 'Host: a')).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 405 /);
  expect(head).toMatch(/^allow: $/m);
  expect(JSON.parse(body!)).toEqual({ detail: 'Method Not Allowed' });
});

test('an unknown path is told in the shape of every refusal', async () => {
  expectRefused(await world.call('POST', '/api/nothing', { body: {} }), 404);
});
