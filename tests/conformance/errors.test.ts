import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinWorld, type World } from '../world/world.ts';
import { KEYED, OPERATOR } from './operations.fixture.ts';
import { as, expectProblem, expectRefused, makeShop, raw, type TestMerchant } from './support.ts';

const BODY_MAX_BYTES = 256 * 1024;

let world: World;
let shop: TestMerchant;
beforeAll(async () => {
  world = await joinWorld();
  shop = await makeShop(world);
});
afterAll(() => world.close());

const headers = (more: Record<string, string> = {}) => ({
  authorization: `Bearer ${shop.key}`,
  'x-merchant-id': shop.merchant_id,
  'content-type': 'application/json',
  ...more,
});
async function post(path: string, body: string | Uint8Array, more: Record<string, string> = {}) {
  const answer = await raw(world, 'POST', path, { headers: headers(more), body });
  return { status: answer.status, body: JSON.parse(answer.text), headers: answer.headers };
}
const session = (body: string | Uint8Array, more?: Record<string, string>) =>
  post('/api/checkout-sessions', body, more);

describe('routes', () => {
  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/channel',
    '/api/channel/merchants/',
    '/API/channel/merchants',
  ])('%s is 404 with a detail', async (path) => {
    expectRefused(await world.call('GET', path, { key: shop.key }), 404);
    expectRefused(await world.call('POST', path, { body: {} }), 404);
  });

  test.each([...KEYED, ...OPERATOR].map(({ path }) => [path]))(
    '%s with another method is 405',
    async (path) => {
      const known = [...KEYED, ...OPERATOR]
        .filter((row) => row.path === path)
        .map(({ method }) => method as string);
      const answer = await world.call('PUT', path, { key: shop.key });
      expectRefused(answer, 405);
      const allow = answer.headers.get('allow')!.split(', ');
      for (const method of known) expect(allow).toContain(method);
      expect(allow).not.toContain('PUT');
    },
  );

  test.each(['/', '/healthz', '/readyz', '/metrics', '/openapi.json', '/docs', '/owner', '/checkout/cs_x'])(
    '%s, which is no operation, with another method is 405 too',
    async (path) => {
      const answer = await world.call('DELETE', path);
      expectRefused(answer, 405, 'Method Not Allowed');
      expect(answer.headers.get('allow')!.split(', ')).toContain('GET');
    },
  );

  test('an unknown path names where the paths are told, beside the words of every 404', async () => {
    const answer = await world.call('GET', '/api/channel/merchant', { key: shop.key });
    expectRefused(answer, 404, 'Not Found');
    expect(answer.headers.get('link')).toContain('</docs>; rel="service-doc"');
  });

  test.each(['/api/channel/%zz', '/api/checkout-sessions/%', '/api/transactions/%ff%fe'])(
    'the unreadable path %s is nobody’s',
    async (path) => {
      expectRefused(await world.call('GET', path, { key: shop.key }), 404, 'Not Found');
    },
  );

  test('an id longer than any is judged like any other, after its caller', async () => {
    for (const length of [600, 5_000]) {
      const path = `/api/transactions/${'a'.repeat(length)}`;
      expectProblem(await world.call('GET', path, as(shop)), ['path', 'transaction_id']);
      expectRefused(await world.call('GET', path), 401);
    }
  });

  test('a 401 says which kind of credential is asked for, and carries no code', async () => {
    const answer = await world.call('GET', '/api/channel/api-keys', { key: 'nobody' });
    expect([answer.status, answer.body]).toEqual([401, { detail: 'Invalid API key' }]);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('a head longer than 16 KiB is 431 with a detail', async () => {
    const answer = await world.call('GET', '/healthz', { headers: { 'x-long': 'x'.repeat(20_000) } });
    expectRefused(answer, 431);
  });
});

describe('bodies', () => {
  test('over 256 KiB are 413, up to there they are read', async () => {
    const fill = (bytes: number) => {
      const head = '{"amount":1,"metadata":{"a":"';
      return `${head}${'x'.repeat(bytes - head.length - 3)}"}}`;
    };
    expect((await session(fill(BODY_MAX_BYTES))).status).toBe(201);
    expectRefused(await session(fill(BODY_MAX_BYTES + 1)), 413);
    expectRefused(await session(fill(2 * BODY_MAX_BYTES)), 413);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'text/json',
    'application/jsonp',
    'nonsense',
  ])('content type %s is 415', async (type) => {
    expectRefused(await session('{"amount":1}', { 'content-type': type }), 415);
  });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;charset=UTF-8',
  ])('content type %s is read', async (type) => {
    expect((await session('{"amount":1}', { 'content-type': type })).status).toBe(201);
  });

  test.each(['text/plain;charset=UTF-8', 'application/x-www-form-urlencoded'])(
    'no body is none of the type %s either',
    async (type) => {
      const typed = { 'content-type': type, 'content-length': '0' };
      expect((await post('/api/channel/onboarding/start', '', typed)).status).toBe(200);
      const made = await session('', typed);
      expect(made).toMatchObject({ status: 422, body: { detail: [{ type: 'missing', loc: ['body'] }] } });
    },
  );

  test('a compressed body is 415', async () => {
    expectRefused(await session('{"amount":1}', { 'content-encoding': 'gzip' }), 415);
  });

  test.each([
    ['nothing that is JSON', 'amount=1'],
    ['half an object', '{"amount":1'],
    ['a trailing comma', '{"amount":1,}'],
    ['single quotes', "{'amount':1}"],
    ['a comment', '{"amount":1 /* x */}'],
    ['two values', '{"amount":1}{"amount":1}'],
    ['NaN', '{"amount":NaN}'],
    ['a leading zero', '{"amount":01}'],
    ['a control character', '{"amount":1,"description":"a\u0001b"}'],
    ['a NUL', '{"amount":1,"description":"a\\u0000b"}'],
    ['a lone surrogate', '{"amount":1,"description":"a\\ud800b"}'],
    ['a duplicate key', '{"amount":1,"amount":2}'],
    ['a duplicate key by escape', '{"amount":1,"\\u0061mount":2}'],
    ['__proto__', '{"amount":1,"__proto__":{"amount":2}}'],
    ['deep nesting', `{"amount":1,"metadata":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`],
    ['deep arrays', `{"amount":1,"metadata":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`],
    ['blanks', '   '],
    ['a byte order mark', '\ufeff{"amount":1}'],
  ])('%s is 422 json_invalid', async (_case, body) => {
    const answer = await session(body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatchObject([{ type: 'json_invalid', loc: ['body', expect.any(Number)] }]);
  });

  test('bytes that are not UTF-8 are 422 json_invalid', async () => {
    const answer = await session(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].type).toBe('json_invalid');
  });

  test.each(['[]', '5', '"text"', 'null', 'true'])('a body that is %s names the body', async (body) => {
    expectProblem(await session(body), ['body']);
  });

  test('an operation without a body accepts none and an empty object, and refuses anything else', async () => {
    const path = `/api/channel/webhook-endpoints/we_${'0'.repeat(32)}/enable`;
    expect((await world.call('POST', path, as(shop))).status).toBe(404);
    expect((await post(path, '{}')).status).toBe(404);
    expect((await post(path, '')).status).toBe(404);
    expectProblem(await post(path, '{"a":1}'), ['body', 'a'], 'extra_forbidden');
  });
});

describe('422 bodies', () => {
  test('list every problem with loc, msg and type, and may show a short input', async () => {
    const answer = await session(
      JSON.stringify({ amount: -1, currency: 'usd', surplus: 'x', items: [{ name: 5, unit_amount: 1 }] }),
    );
    for (const loc of [
      ['body', 'amount'],
      ['body', 'currency'],
      ['body', 'surplus'],
      ['body', 'items', 0, 'name'],
    ]) {
      expectProblem(answer, loc);
    }
  });

  test('do not repeat a long input whole, nor list without end', async () => {
    const long = await session(JSON.stringify({ amount: 'x'.repeat(200_000) }));
    expect(JSON.stringify(long.body).length).toBeLessThan(5_000);
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`k${n}`, n]));
    const listed = await session(JSON.stringify({ amount: 1, ...many }));
    expect(listed.status).toBe(422);
    expect(listed.body.detail.length).toBeLessThanOrEqual(100);
  });

  test('cut a long input between characters', async () => {
    for (const before of ['', 'a']) {
      const { body } = await session(JSON.stringify({ amount: before + '🦊'.repeat(900) }));
      const { input } = body.detail[0] as { input: string };
      expect([input.isWellFormed(), input.endsWith('🦊…')]).toEqual([true, true]);
    }
  });

  test('__proto__ and constructor are unknown query parameters like any other', async () => {
    for (const path of ['/api/channel/api-keys', '/api/channel/merchants', '/api/transactions']) {
      for (const name of ['__proto__', 'constructor', 'toString', 'anything']) {
        const answer = await world.call('GET', `${path}?${name}=1`, as(shop));
        expectProblem(answer, ['query', name], 'extra_forbidden');
      }
    }
  });

  test('a text that a database cannot hold is refused in a query too', async () => {
    for (const query of ['search=a%00b', 'payment_method=%00', 'processor=a%00']) {
      const answer = await world.call('GET', `/api/transactions?${query}`, as(shop));
      expectProblem(answer, ['query', query.split('=')[0]!]);
    }
    expectProblem(await world.call('GET', '/api/channel/merchants?search=a%00b', as(shop)), [
      'query',
      'search',
    ]);
  });
});

describe('every answer', () => {
  test('is JSON, is not to be kept and not to be sniffed', async () => {
    for (const answer of [
      await world.call('GET', '/api/channel/merchants', as(shop)),
      await world.call('POST', '/api/checkout-sessions', { ...as(shop), body: { amount: 1 } }),
    ]) {
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('tells nothing of the software behind it', async () => {
    const answer = await world.call('GET', '/api/nothing');
    expect(answer.headers.get('server')).toBeNull();
    expect(answer.headers.get('x-powered-by')).toBeNull();
  });
});

describe('health', () => {
  test.each(['/healthz', '/readyz'])('%s answers 200 without a credential', async (path) => {
    const answer = await world.call('GET', path);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: expect.any(String) });
  });
});
