import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  capture,
  makeChannel,
  makeConnectedMerchant,
  makeMerchant,
  makeOrder,
  makeSession,
  refund,
  type TestChannel,
} from '../world/actors.ts';
import { GR4VY, NMI, payByCard, transactionOf } from '../world/gateways.ts';
import { startWorld, type World } from '../world/world.ts';

let world: World;
let channel: TestChannel;

beforeAll(async () => {
  world = await startWorld();
  channel = await makeChannel(world);
});

afterAll(() => world.close());

const pemOf = (namedCurve: string) =>
  generateKeyPairSync('ec', {
    namedCurve,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const { privateKey: private_key, publicKey } = pemOf('P-521');

let accounts = 0;
/** Credentials of an account that no other merchant has. */
const gravy = (more: object = {}) => ({
  ...{ instance_id: 'acme', merchant_account_id: `shop-${(accounts += 1)}` },
  ...{ private_key, webhook_secret: 'a-webhook-secret' },
  ...more,
});
const nmi = (more: object = {}) => ({
  security_key: '6457Thfj624V5r7WUwc5v6a68Zsd6YEm',
  tokenization_key: `7rR2FQ-Tk8d2M-jPJN7f-${String((accounts += 1)).padStart(6, '0')}`,
  webhook_signing_key: 'D2F6B7A48A5C4E1DA0D6',
  ...more,
});

const patch = (merchant_id: string, change: object) =>
  world.operator('PATCH', `merchants/${merchant_id}`, change);
const newMerchant = () => makeMerchant(world, channel);
const without = (of: Record<string, unknown>, member: string) =>
  Object.fromEntries(Object.entries(of).filter(([name]) => name !== member));

/** What a 422 says, and that it repeats nothing of what was sent. */
async function problems(merchant_id: string, change: { rail_credentials: unknown }) {
  const answer = await patch(merchant_id, change);
  expect(answer.status).toBe(422);
  expect(JSON.stringify(answer.body)).not.toMatch(/BEGIN|6457Thfj|a-webhook-secret|D2F6B7A4|"input"/);
  return answer.body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [type, ...loc.slice(1)]);
}

describe('the credentials of a merchant on another rail', () => {
  test('are taken as they are, and shown without what is secret', async () => {
    const merchant_id = await newMerchant();
    const given = gravy({ api_base: 'https://api.acme.example' });
    const changed = await patch(merchant_id, { payment_provider: 'gravy', rail_credentials: given });
    expect(changed.status).toBe(200);
    const { instance_id, merchant_account_id } = given;
    const shown = { instance_id, merchant_account_id, api_base: 'https://api.acme.example' };
    expect(changed.body).toMatchObject({ payment_provider: 'gravy', rail_credentials: shown });
    const read = await world.operator('GET', 'merchants?limit=200');
    const row = read.body.items.find((one: { merchant_id: string }) => one.merchant_id === merchant_id);
    expect(row.rail_credentials).toEqual(shown);
    expect(JSON.stringify(read.body)).not.toContain('BEGIN');
  });

  test('show of nmi the public key alone', async () => {
    const merchant_id = await newMerchant();
    const changed = await patch(merchant_id, { payment_provider: 'nmi', rail_credentials: nmi() });
    expect(changed.body.rail_credentials).toEqual({
      tokenization_key: expect.stringMatching(/^7rR2FQ-Tk8d2M-jPJN7f-\d{6}$/),
    });
  });

  test('may follow the routing in a call of their own, and stay when it changes', async () => {
    const merchant_id = await newMerchant();
    expect((await patch(merchant_id, { payment_provider: 'nmi' })).body.rail_credentials).toBeNull();
    const given = await patch(merchant_id, { rail_credentials: nmi() });
    expect(given.body.rail_credentials).not.toBeNull();
    expect((await patch(merchant_id, { payment_provider: 'ppcp' })).body.rail_credentials).toBeNull();
    const back = await patch(merchant_id, { payment_provider: 'nmi' });
    expect(back.body.rail_credentials).toEqual(given.body.rail_credentials);
  });

  test.each([
    ['gravy', gravy],
    ['nmi', nmi],
  ])('of one account of %s serve one merchant', async (payment_provider, anew) => {
    const change = { payment_provider, rail_credentials: anew() };
    const first = await newMerchant();
    expect((await patch(first, change)).status).toBe(200);
    const second = await newMerchant();
    expect(await patch(second, change)).toMatchObject({ status: 409, body: { code: 'rail_account_taken' } });
    expect((await patch(first, { ...change, rail_credentials: anew() })).status).toBe(200);
    expect((await patch(second, change)).status).toBe(200);
  });

  test('leave what is in the audit trail without them', async () => {
    const merchant_id = await newMerchant();
    await patch(merchant_id, { payment_provider: 'nmi', rail_credentials: nmi() });
    const { body } = await world.operator('GET', 'audit?limit=5');
    const entry = body.items.find((one: { subject: string }) => one.subject === merchant_id);
    expect(entry.detail).toEqual({ changed: ['payment_provider', 'rail_credentials'] });
  });
});

describe('refused with the member that is wrong are', () => {
  test.each([
    ['gravy', 'instance_id', {}],
    ['gravy', 'private_key', {}],
    ['nmi', 'security_key', {}],
    ['nmi', 'webhook_signing_key', {}],
  ])('credentials of %s without %s', async (payment_provider, member) => {
    const all: Record<string, unknown> = payment_provider === 'gravy' ? gravy() : nmi();
    const rail_credentials = without(all, member);
    expect(await problems(await newMerchant(), { payment_provider, rail_credentials } as never)).toEqual([
      ['missing', 'rail_credentials', member],
    ]);
  });

  test.each([
    ['gravy', ['instance_id', 'merchant_account_id', 'private_key', 'webhook_secret']],
    ['nmi', ['security_key', 'tokenization_key', 'webhook_signing_key']],
  ])('none at all for %s', async (payment_provider, members) => {
    const found = await problems(await newMerchant(), { payment_provider, rail_credentials: {} } as never);
    expect(found).toEqual(members.map((member) => ['missing', 'rail_credentials', member]));
  });

  const wrong: [string, string, Record<string, unknown>, string[][]][] = [
    ['an unknown member', 'nmi', nmi({ password: 'D2F6B7A4' }), [['extra_forbidden', 'password']]],
    [
      'those of another rail',
      'nmi',
      gravy({ ...nmi() }),
      [
        ['extra_forbidden', 'instance_id'],
        ['extra_forbidden', 'merchant_account_id'],
        ['extra_forbidden', 'private_key'],
        ['extra_forbidden', 'webhook_secret'],
      ],
    ],
    [
      'the two keys of nmi exchanged',
      'nmi',
      nmi({ security_key: nmi().tokenization_key, tokenization_key: nmi().security_key }),
      [
        ['value_error', 'security_key'],
        ['value_error', 'tokenization_key'],
      ],
    ],
    [
      'the secret key twice',
      'nmi',
      nmi({ tokenization_key: nmi().security_key }),
      [['value_error', 'tokenization_key']],
    ],
    [
      'the two secrets of gravy exchanged',
      'gravy',
      gravy({ private_key: 'a-webhook-secret', webhook_secret: private_key }),
      [
        ['value_error', 'private_key'],
        ['value_error', 'webhook_secret'],
      ],
    ],
    [
      'a public key in the place of the private one',
      'gravy',
      gravy({ private_key: publicKey }),
      [['value_error', 'private_key']],
    ],
    [
      'a key on another curve',
      'gravy',
      gravy({ private_key: pemOf('P-256').privateKey }),
      [['value_error', 'private_key']],
    ],
    ['a secret that is empty', 'gravy', gravy({ webhook_secret: '' }), [['value_error', 'webhook_secret']]],
    ['a number', 'nmi', nmi({ security_key: 6457 }), [['string_type', 'security_key']]],
    ['no address', 'nmi', nmi({ api_base: 'nowhere' }), [['value_error', 'api_base']]],
    [
      'an address with a password',
      'nmi',
      nmi({ api_base: 'https://me:pw@x.example' }),
      [['value_error', 'api_base']],
    ],
  ];
  test.each(wrong)('%s', async (_name, payment_provider, rail_credentials, expected) => {
    const merchant_id = await newMerchant();
    const found = await problems(merchant_id, { payment_provider, rail_credentials } as never);
    expect(found.toSorted()).toEqual(
      expected.map(([type, member]) => [type, 'rail_credentials', member]).toSorted(),
    );
    const { body } = await world.operator('GET', 'merchants?limit=200');
    const row = body.items.find((one: { merchant_id: string }) => one.merchant_id === merchant_id);
    expect(row.payment_provider).toBe('ppcp');
  });

  test('a text in the place of credentials, and any on the wallet’s rail', async () => {
    const merchant_id = await newMerchant();
    expect(await problems(merchant_id, { rail_credentials: 'a-webhook-secret' })).toEqual([
      ['dict_type', 'rail_credentials'],
    ]);
    expect(await problems(merchant_id, { rail_credentials: nmi() })).toEqual([
      ['value_error', 'rail_credentials'],
    ]);
  });
});

test('what is routed to another rail is paid by its fields from then on, and earlier sessions as they were made', async () => {
  const merchant = await makeConnectedMerchant(world, channel);
  const earlier = await makeSession(world, merchant);
  const change = { payment_provider: 'nmi', rail_credentials: nmi() };
  expect((await patch(merchant.merchant_id, change)).status).toBe(200);
  const later = await makeSession(world, merchant);
  const order = (id: string) => world.call('POST', `/api/checkout-sessions/${id}/orders`, { body: {} });
  expect(await order(later.body.id)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'payment_token'], type: 'missing' }] },
  });
  const token = await world.call('POST', `/api/checkout-sessions/${later.body.id}/client-token`);
  expect(token).toMatchObject({ status: 422 });
  const read = async (id: string) => (await world.call('GET', `/api/checkout-sessions/${id}`)).body;
  expect(await read(later.body.id)).toMatchObject({
    payment_provider: 'nmi',
    supported_funding: ['card'],
    wallet_merchant_id: null,
  });
  expect(await read(earlier.body.id)).toMatchObject({
    payment_provider: 'ppcp',
    wallet_merchant_id: merchant.account_id,
  });
  expect(await order(earlier.body.id)).toMatchObject({ status: 201, body: { provider: 'ppcp' } });
});

test.each([GR4VY, NMI])(
  'what the wallet’s buyer agreed to is captured and returned there after a merchant was routed to $rail',
  async (gateway) => {
    const merchant = await makeConnectedMerchant(world, channel);
    const { order_id, transaction_id } = await makeOrder(world, merchant);
    const opened = (await world.control('POST', 'rails/accounts', { rail: gateway.rail })).body;
    const change = { payment_provider: gateway.rail, rail_credentials: opened.credentials };
    expect((await patch(merchant.merchant_id, change)).status).toBe(200);
    const captured = await capture(world, merchant, order_id);
    expect(captured).toMatchObject({ status: 200, body: { status: 'captured' } });
    expect((await refund(world, merchant, captured.body.provider_capture_id)).status).toBe(200);
    await world.drain();
    expect((await transactionOf(world, merchant, transaction_id)).status).toBe('refunded');
  },
);

test.each([GR4VY, NMI])(
  'on $rail a merchant is paid in any currency, whatever wallet it has, had or lost',
  async (gateway) => {
    const connected = await makeConnectedMerchant(world, channel);
    const { merchant_id } = connected;
    const opened = (await world.control('POST', 'rails/accounts', { rail: gateway.rail })).body;
    const change = { payment_provider: gateway.rail, rail_credentials: opened.credentials };
    expect((await patch(merchant_id, change)).status).toBe(200);
    const shop = { ...connected, ...opened, gateway };
    const pay = async () => {
      const { transaction_id } = await payByCard(world, shop, { session: { currency: 'EUR' } });
      return transactionOf(world, shop, transaction_id);
    };
    expect(await pay()).toMatchObject({ status: 'captured', currency: 'EUR', amount: 20 });
    expect((await world.operator('POST', `merchants/${merchant_id}/disconnect`)).status).toBe(200);
    expect(await pay()).toMatchObject({ status: 'captured', currency: 'EUR', amount: 20 });
  },
);
