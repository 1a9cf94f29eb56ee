import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant, recordedEvents } from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import {
  as,
  expectProblem,
  expectRefused,
  ISO_UTC,
  makeDirectMerchant,
  makeShop,
  type TestMerchant,
} from './support.ts';

const REQUIRED = [
  'amount',
  'checkout_session_id',
  'checkout_url',
  'currency',
  'embed_url',
  'environment',
  'expires_at',
  'id',
  'merchant_name',
  'status',
];

let world: World;
let merchant: TestMerchant;
let shop: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
  shop = await makeShop(world);
});
afterAll(() => world.close());

const create = (body: unknown, headers: Record<string, string> = {}, by = merchant) =>
  world.call('POST', '/api/checkout-sessions', { ...as(by), body, headers });

describe('the answer', () => {
  test('to the smallest request has the defaults', async () => {
    const before = world.clock.now().getTime();
    const made = await create({ amount: 12.5 });
    expect(made.status).toBe(201);
    for (const name of REQUIRED) expect(typeof made.body[name], name).toBe('string');
    expect(made.body).toMatchObject({
      merchant_name: 'Corner Shop',
      amount: '12.5',
      currency: 'USD',
      environment: 'test',
      status: 'open',
    });
    expect(made.body.id).toMatch(/^cs_/);
    expect(made.body.checkout_session_id).toBe(made.body.id);
    expect(made.body.expires_at).toMatch(ISO_UTC);
    const minutes = (Date.parse(made.body.expires_at) - before) / 60_000;
    expect(Math.abs(minutes - 30)).toBeLessThan(0.5);
    for (const name of ['checkout_url', 'embed_url']) {
      expect(made.body[name].startsWith(`${world.base_url}/`)).toBe(true);
      expect(made.body[name]).toContain(made.body.id);
    }
  });

  test('echoes what was sent', async () => {
    const body = {
      amount: '20',
      currency: 'USD',
      external_order_id: 'o'.repeat(120),
      description: 'd'.repeat(500),
      success_url: 'https://shop.example/ok?a=1',
      cancel_url: 'https://shop.example/no',
      allowed_origins: ['https://shop.example'],
    };
    expect((await create(body)).body).toMatchObject(body);
  });

  test('a direct merchant creates with its own key and no header', async () => {
    const direct = await makeDirectMerchant(world);
    const made = await world.call('POST', '/api/checkout-sessions', { key: direct.key, body: { amount: 1 } });
    expect(made.status).toBe(201);
    expect(made.body.merchant_name).toBe('Direct Shop');
  });

  test('a merchant that is not connected may have sessions', async () => {
    expect((await create({ amount: 1 }, {}, shop)).status).toBe(201);
    expect((await create({ amount: 1, currency: 'EUR' }, {}, shop)).status).toBe(201);
  });

  test('every session raises checkout.session.created with its order identifiers', async () => {
    const own = await makeShop(world);
    const made = await create({ amount: 3, external_order_id: 'order-7' }, {}, own);
    const plain = await create({ amount: 3 }, {}, own);
    const events = await recordedEvents(world, own.merchant_id);
    expect(events.map(({ type }) => type)).toEqual(Array(2).fill('checkout.session.created'));
    expect(events[0]!.object).toMatchObject({
      merchant_id: own.merchant_id,
      checkout_session_id: made.body.id,
      external_order_id: 'order-7',
    });
    expect(events[1]!.object).toMatchObject({ checkout_session_id: plain.body.id, external_order_id: null });
  });
});

describe('accepted values', () => {
  test.each([
    ['null where null is allowed', nulls()],
    ['the longest lifetime', { expires_in_minutes: 1440 }],
    ['the shortest lifetime', { expires_in_minutes: 5 }],
    ['free metadata', { metadata: { a: { b: [1, null, 'x'] }, 'key with space': true } }],
    ['a buyer email', { buyer_email: 'buyer@example.com' }],
    ['ten origins', { allowed_origins: Array.from({ length: 10 }, (_, n) => `https://s${n}.example`) }],
    ['no origins', { allowed_origins: [] }],
    ['no items', { items: [] }],
    ['an item with its required fields', { items: [{ name: 'Tea', unit_amount: '1.50' }] }],
    [
      'a hundred items',
      { items: Array.from({ length: 100 }, (_, n) => ({ name: `i${n}`, unit_amount: 0.01 })) },
    ],
    [
      'a whole item',
      {
        items: [
          {
            name: 'Tea',
            unit_amount: 999999.99,
            category: 'PHYSICAL_GOODS',
            description: null,
            quantity: 3,
            sku: 'T1',
          },
        ],
      },
    ],
    ['a country alone', { shipping_address: { country_code: 'DE' }, shipping_amount_cents: 0 }],
    [
      'a shipping amount',
      { shipping_address: wholeAddress(), shipping_amount_cents: 499, requires_shipping: true },
    ],
  ])('%s', async (_case, body) => {
    const made = await create({ amount: '10.00', ...body });
    expect({ status: made.status, body: made.body }).toMatchObject({ status: 201 });
  });

  test.each([5, 1440])('%i minutes are counted from the creation', async (minutes) => {
    const made = await create({ amount: 1, expires_in_minutes: minutes });
    const lifetime = Date.parse(made.body.expires_at) - Date.parse(made.body.created_at);
    expect(lifetime).toBe(minutes * 60_000);
  });
});

function nulls() {
  const names = [
    'external_order_id',
    'description',
    'buyer_email',
    'success_url',
    'cancel_url',
    'allowed_origins',
    'items',
    'requires_shipping',
    'shipping_address',
    'shipping_amount_cents',
  ];
  return Object.fromEntries(names.map((name) => [name, null]));
}

function wholeAddress() {
  return {
    country_code: 'US',
    address_line_1: '1 Main St',
    address_line_2: 'Floor 2',
    admin_area_1: 'CA',
    admin_area_2: 'San Jose',
    postal_code: '95131',
  };
}

describe('refused values', () => {
  test.each<[string, unknown, (string | number)[]?]>([
    ['currency', null],
    ['currency', 'usd'],
    ['currency', 'US'],
    ['currency', 'ABC'],
    ['currency', 'DEM'],
    ['currency', 840],
    ['expires_in_minutes', 4],
    ['expires_in_minutes', 1441],
    ['expires_in_minutes', 5.5],
    ['expires_in_minutes', '30'],
    ['expires_in_minutes', null],
    ['external_order_id', 'o'.repeat(121)],
    ['external_order_id', 7],
    ['description', 'd'.repeat(501)],
    ['buyer_email', 'nobody'],
    ['buyer_email', `${'a'.repeat(250)}@example.com`],
    ['success_url', `https://shop.example/${'p'.repeat(1000)}`],
    ['success_url', 'javascript:alert(1)'],
    ['success_url', 'file:///tmp/x'],
    ['success_url', 'https://shop.example/ok\r\nSet-Cookie: a=b'],
    ['success_url', 'https:shop.example/ok'],
    ['success_url', 'https:///ok'],
    ['success_url', '/ok'],
    ['success_url', 'https://user:pass@shop.example/ok'],
    ['cancel_url', `https://shop.example/${'p'.repeat(1000)}`],
    ['cancel_url', 'data:text/html,x'],
    ['allowed_origins', Array.from({ length: 11 }, (_, n) => `https://s${n}.example`)],
    ['allowed_origins', 'https://shop.example'],
    ['allowed_origins', ['https://a;script-src-elem'], ['allowed_origins', 0]],
    ['allowed_origins', [5], ['allowed_origins', 0]],
    ['items', {}],
    ['items', Array.from({ length: 101 }, () => ({ name: 'i', unit_amount: 1 }))],
    ['items', ['tea'], ['items', 0]],
    ['items', [{ unit_amount: 1 }], ['items', 0, 'name']],
    ['items', [{ name: 'Tea' }], ['items', 0, 'unit_amount']],
    ['items', [{ name: 'Tea', unit_amount: 0 }], ['items', 0, 'unit_amount']],
    ['items', [{ name: 'Tea', unit_amount: '1000000' }], ['items', 0, 'unit_amount']],
    ['items', [{ name: 'Tea', unit_amount: null }], ['items', 0, 'unit_amount']],
    ['items', [{ name: 'Tea', unit_amount: 1, quantity: 0 }], ['items', 0, 'quantity']],
    ['items', [{ name: 'Tea', unit_amount: 1, quantity: 1.5 }], ['items', 0, 'quantity']],
    ['items', [{ name: 'Tea', unit_amount: 1, quantity: null }], ['items', 0, 'quantity']],
    ['items', [{ name: 'Tea', unit_amount: 1, category: null }], ['items', 0, 'category']],
    ['items', [{ name: 'Tea', unit_amount: 1, tax: 1 }], ['items', 0, 'tax']],
    ['metadata', []],
    ['metadata', 'text'],
    ['metadata', null],
    ['requires_shipping', 'yes'],
    ['shipping_address', {}, ['shipping_address', 'country_code']],
    ['shipping_address', { country_code: 'USA' }, ['shipping_address', 'country_code']],
    ['shipping_address', { country_code: 'US', city: 'x' }, ['shipping_address', 'city']],
    ['shipping_amount_cents', -1],
    ['shipping_amount_cents', 1.5],
    ['shipping_amount_cents', '100'],
  ])('%s %j', async (name, value, loc) => {
    expectProblem(await create({ amount: 1, [name]: value }), ['body', ...(loc ?? [name])]);
  });

  test.each([
    ['success_url', 'myapp://done'],
    ['cancel_url', 'http://shop.example/test-environments-only'],
    ['items', [{ name: 'n'.repeat(2_000), unit_amount: 1, sku: 's'.repeat(500), category: 'c'.repeat(80) }]],
    [
      'shipping_address',
      { country_code: 'US', address_line_1: 'a'.repeat(900), postal_code: '1'.repeat(90) },
    ],
  ])('%s may be %j', async (name, value) => {
    expect((await create({ amount: 1, [name]: value })).status).toBe(201);
  });

  test.each(['merchant_id', 'channel_id', 'status', 'id', 'idempotency_key', 'platform_fee'])(
    'an unknown property: %s',
    async (name) => {
      expectProblem(await create({ amount: 1, [name]: 'x' }), ['body', name], 'extra_forbidden');
    },
  );

  test('the amount is required', async () => {
    expectProblem(await create({}), ['body', 'amount'], 'missing');
  });

  test('a currency that the merchant is not settled in is 400', async () => {
    const figures = { session_currency: 'EUR', settlement_currency: 'USD' };
    expectRefused(await create({ amount: 1, currency: 'EUR' }), 400, undefined, figures);
    const account = { country: 'DE', currency: 'EUR' };
    const german = await makeConnectedMerchant(world, await makeChannel(world), account);
    expect((await create({ amount: 1, currency: 'EUR' }, {}, german)).status).toBe(201);
    const turned = { session_currency: 'USD', settlement_currency: 'EUR' };
    expectRefused(await create({ amount: 1 }, {}, german), 400, undefined, turned);
  });
});

describe('Idempotency-Key', () => {
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });

  test('the same key and body answer the same session, byte for byte', async () => {
    const own = await makeShop(world);
    const headers = key();
    const body = { amount: '5.00', external_order_id: 'same' };
    const answers = [];
    for (let n = 0; n < 3; n += 1) answers.push(await create(body, headers, own));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(answers[1]!.body).toEqual(answers[0]!.body);
    expect(answers[2]!.body).toEqual(answers[0]!.body);
    expect(answers.map(({ headers: told }) => told.get('idempotent-replayed'))).toEqual([
      null,
      'true',
      'true',
    ]);
    expect(await recordedEvents(world, own.merchant_id)).toHaveLength(1);
  });

  test('calls in parallel make one session', async () => {
    const headers = key();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ amount: 5 }, headers)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.every(({ status }) => status === 201)).toBe(true);
  });

  test('another body under the same key names the header', async () => {
    const headers = key();
    await create({ amount: 5 }, headers);
    expectProblem(await create({ amount: 6 }, headers), ['header', 'Idempotency-Key']);
  });

  test('a key belongs to its merchant', async () => {
    const headers = key();
    const [one, other] = [await create({ amount: 5 }, headers), await create({ amount: 5 }, headers, shop)];
    expect(other.status).toBe(201);
    expect(other.body.id).not.toBe(one.body.id);
  });

  test('a refused call does not use the key up', async () => {
    const headers = key();
    expect((await create({ amount: -1 }, headers)).status).toBe(422);
    expect((await create({ amount: 5, currency: 'EUR' }, headers)).status).toBe(400);
    expect((await create({ amount: 5 }, headers)).status).toBe(201);
  });

  test('at most 128 characters', async () => {
    expect(
      (await create({ amount: 5 }, { 'idempotency-key': crypto.randomUUID().padEnd(128, 'k') })).status,
    ).toBe(201);
    const answer = await create({ amount: 5 }, { 'idempotency-key': 'k'.repeat(129) });
    expectProblem(answer, ['header', 'Idempotency-Key'], 'string_too_long');
  });

  test.each(['', '   '])('an empty key (%j) is refused', async (empty) => {
    expectProblem(await create({ amount: 5 }, { 'idempotency-key': empty }), ['header', 'Idempotency-Key']);
  });

  test('after 72 hours a key is free again', async () => {
    const headers = key();
    const first = await create({ amount: 5 }, headers);
    await world.advance(71 * 3600);
    expect((await create({ amount: 5 }, headers)).body.id).toBe(first.body.id);
    await world.advance(2 * 3600);
    expect((await create({ amount: 6 }, headers)).body.id).not.toBe(first.body.id);
  });
});
