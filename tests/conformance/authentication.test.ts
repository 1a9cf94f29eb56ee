import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeChannel } from '../world/actors.ts';
import { joinWorld, type World } from '../world/world.ts';
import { KEYED, OPERATOR } from './operations.fixture.ts';
import {
  as,
  expectRefused,
  INVALID_KEY,
  makeDirectMerchant,
  makeShop,
  NOBODY,
  raw,
  type TestMerchant,
} from './support.ts';

const HEADER_REQUIRED = { detail: 'X-Merchant-Id header is required' };
const MERCHANT_NOT_FOUND = { detail: 'Merchant not found' };
const BROKEN_JSON = '{"this is not": json';

let world: World;
let shop: TestMerchant;
let other: TestMerchant;
let direct: { key: string; merchant_id: string };
let revoked: string;
let idle: TestMerchant;

beforeAll(async () => {
  world = await joinWorld();
  [shop, other, idle] = [await makeShop(world), await makeShop(world), await makeShop(world)];
  direct = await makeDirectMerchant(world);
  const made = await world.call('POST', '/api/channel/api-keys', { key: shop.key, body: { name: 'gone' } });
  revoked = made.body.key;
  await world.call('POST', `/api/channel/api-keys/${made.body.id}/revoke`, { key: shop.key });
  await world.operator('PATCH', `channels/${idle.channel_id}`, { active: false });
});
afterAll(() => world.close());

// A body that cannot be parsed shows whether anybody tried: a caller who is not allowed must not get that far.
async function send(row: { method: string; path: string }, headers: Record<string, string>) {
  const hasBody = row.method !== 'GET';
  const answer = await raw(world, row.method, row.path, {
    headers: { ...headers, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { body: BROKEN_JSON } : {}),
  });
  return { status: answer.status, text: answer.text, body: JSON.parse(answer.text), headers: answer.headers };
}
const bearer = (key: string, merchant?: string) => ({
  authorization: `Bearer ${key}`,
  ...(merchant === undefined ? {} : { 'x-merchant-id': merchant }),
});
const nameOf = (row: { method: string; path: string }) => `${row.method} ${row.path}`;
const keyed = KEYED.map((row) => [nameOf(row), row] as const);
const perMerchant = keyed.filter(([, row]) => row.auth !== 'CK' && row.auth !== 'MK');
const channelOnly = keyed.filter(([, row]) => row.auth === 'CK');

describe('401', () => {
  test.each(keyed)(
    '%s: no, malformed, unknown, revoked and foreign credentials are the same',
    async (_n, row) => {
      const headers = [
        {},
        { authorization: '' },
        { authorization: 'Bearer' },
        { authorization: 'Bearer ' },
        { authorization: shop.key },
        { authorization: `Basic ${Buffer.from(`${shop.key}:`).toString('base64')}` },
        { authorization: `Token ${shop.key}` },
        { authorization: `Bearer ${shop.key} ${shop.key}` },
        { authorization: `Bearer ${shop.key}x` },
        { authorization: `Bearer ${shop.key.slice(0, -1)}` },
        { authorization: `Bearer ${shop.key.replace('sk_test_', 'sk_live_')}` },
        { authorization: `Bearer ${'k'.repeat(5000)}` },
        bearer(`sk_test_${'0'.repeat(49)}`),
        bearer(revoked),
        bearer(world.operator_token),
        { 'x-api-key': shop.key },
        { cookie: `session=${shop.key}` },
      ];
      const answers = await Promise.all(
        headers.map((some) =>
          send(row, { 'x-merchant-id': shop.merchant_id, ...(some as Record<string, string>) }),
        ),
      );
      for (const answer of answers) {
        expect({ status: answer.status, body: answer.body }).toEqual({ status: 401, body: INVALID_KEY });
      }
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    },
  );

  test.each(perMerchant)('%s: a channel key without the merchant header', async (_name, row) => {
    for (const headers of [bearer(shop.key), bearer(shop.key, '')]) {
      const answer = await send(row, headers);
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 401, body: HEADER_REQUIRED });
    }
  });

  test('the scheme’s letter case does not matter', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer']) {
      const answer = await raw(world, 'GET', '/api/channel/merchants', {
        headers: { authorization: `${scheme} ${shop.key}` },
      });
      expect(answer.status).toBe(200);
    }
  });

  test('a key in the query is none', async () => {
    for (const name of ['api_key', 'key', 'access_token']) {
      const answer = await world.call('GET', `/api/channel/merchants?${name}=${shop.key}`);
      expectRefused(answer, 401, INVALID_KEY.detail);
    }
  });
});

describe('404', () => {
  test.each(perMerchant)(
    '%s: a foreign, absent or malformed merchant, in the same bytes',
    async (_name, row) => {
      const merchants = [
        other.merchant_id,
        direct.merchant_id,
        NOBODY,
        'nonsense',
        `${shop.merchant_id}x`,
        `${shop.merchant_id},${shop.merchant_id}`,
        '*',
        'm'.repeat(2000),
      ];
      const answers = await Promise.all(merchants.map((merchant) => send(row, bearer(shop.key, merchant))));
      for (const answer of answers) {
        expect({ status: answer.status, body: answer.body }).toEqual({
          status: 404,
          body: MERCHANT_NOT_FOUND,
        });
      }
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    },
  );

  test('the merchant’s id may be written in capitals', async () => {
    const merchant = shop.merchant_id.toUpperCase();
    const path = '/api/channel/onboarding/status';
    expect((await world.call('GET', path, { key: shop.key, merchant })).status).toBe(200);
  });
});

describe('403', () => {
  test.each(channelOnly)('%s: a merchant key on a channel route', async (_name, row) => {
    expectRefused(await send(row, bearer(direct.key)), 403);
    expectRefused(await send(row, bearer(direct.key, direct.merchant_id)), 403);
  });

  test.each(keyed.filter(([, row]) => row.auth === 'CK+M'))('%s: a merchant key', async (_name, row) => {
    expectRefused(await send(row, bearer(direct.key)), 403);
    expectRefused(await send(row, bearer(direct.key, direct.merchant_id)), 403);
  });

  test.each(keyed.filter(([, row]) => row.auth === 'MK'))('%s: a channel key', async (_name, row) => {
    expectRefused(await send(row, bearer(shop.key)), 403);
    expectRefused(await send(row, bearer(shop.key, shop.merchant_id)), 403);
  });

  test.each(keyed.filter(([, row]) => row.auth !== 'MK'))('%s: an inactive channel', async (_name, row) => {
    expectRefused(await send(row, bearer(idle.key, idle.merchant_id)), 403);
  });
});

describe('allowed callers', () => {
  test.each(keyed.filter(([, row]) => row.auth === 'MK|CK+M'))(
    '%s: a merchant key needs no header, and one that is sent changes nothing',
    async (_name, row) => {
      for (const merchant of [undefined, direct.merchant_id, shop.merchant_id, 'nonsense']) {
        const answer = await send(row, bearer(direct.key, merchant));
        expect([401, 403]).not.toContain(answer.status);
        expect(answer.text).not.toContain(shop.merchant_id);
      }
    },
  );

  test('what a merchant key reads is its own merchant, whatever the header says', async () => {
    const as_other = { key: direct.key, merchant: shop.merchant_id };
    const read = await world.call('GET', '/api/channel/onboarding/status', as_other);
    expect(read.body.merchant_id).toBe(direct.merchant_id);
  });

  test.each(keyed.filter(([, row]) => row.method !== 'GET'))(
    '%s: only they have their body parsed',
    async (_n, row) => {
      const headers = row.auth === 'MK' ? bearer(direct.key) : bearer(shop.key, shop.merchant_id);
      const answer = await send(row, headers);
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatchObject([{ type: 'json_invalid', loc: ['body', expect.any(Number)] }]);
    },
  );

  test('the channel routes ignore a merchant header', async () => {
    for (const merchant of [shop.merchant_id, other.merchant_id, 'nonsense']) {
      expect((await world.call('GET', '/api/channel/merchants', { key: shop.key, merchant })).status).toBe(
        200,
      );
    }
  });
});

describe('the operator’s interface', () => {
  test.each(OPERATOR.map((row) => [nameOf(row), row] as const))(
    '%s: refused to every other credential',
    async (_n, row) => {
      const headers = [
        {},
        bearer(shop.key),
        bearer(shop.key, shop.merchant_id),
        bearer(direct.key),
        bearer(revoked),
        bearer(`${world.operator_token}x`),
        bearer(world.operator_token.slice(0, -1)),
        { authorization: world.operator_token },
      ];
      for (const some of headers) {
        const answer = await send(row, some);
        expect({ status: answer.status, body: answer.body }).toEqual({ status: 401, body: INVALID_KEY });
      }
    },
  );
});

test('a new channel’s first key is told from nobody’s by the cheapest check', async () => {
  const { key } = await makeChannel(world);
  expect((await world.call('GET', '/api/channel/merchants', { key })).status).toBe(200);
  expect((await world.call('GET', '/api/channel/onboarding/status', as({ ...shop, key }))).status).toBe(404);
});
