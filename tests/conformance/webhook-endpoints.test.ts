import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeChannel, makeMerchantKey } from '../world/actors.ts';
import { joinWorld, type World } from '../world/world.ts';
import { as, expectProblem, expectRefused, ISO_UTC, makeDirectMerchant, makeShop } from './support.ts';

const RECORD = [
  'created_at',
  'description',
  'enabled',
  'event_types',
  'id',
  'secret_hint',
  'status',
  'updated_at',
  'url',
];
const WITH_SECRET = [...RECORD, 'secret'].sort();
const EVENT_TYPES = [
  'checkout.session.created',
  'payment.created',
  'payment.approved',
  'payment.captured',
  'payment.failed',
  'payment.refunded',
  'dispute.created',
  'dispute.updated',
  'dispute.resolved',
  'dispute.evidence_deadline_approaching',
  'merchant.onboarding_updated',
  'merchant.payments_disabled',
  'subscription.created',
  'subscription.charged',
  'subscription.payment_failed',
  'subscription.past_due',
  'subscription.canceled',
  'text_to_pay.paid',
];
const PRIVATE = 'Webhook endpoint hostname resolves to a private or reserved IP address';
const UNRESOLVED = 'Webhook endpoint hostname could not be resolved by DNS';
const STILL_ENABLED = 'Disable this webhook endpoint before replacing its URL';
const NEEDS_ROTATION = 'Replacing a webhook endpoint with a different host requires rotate_secret=true';
const url = (path = 'hooks') => `https://receiver.sandbox.test/${path}`;
const NO_ENDPOINT = `we_${'0'.repeat(32)}`;

let world: World;
beforeAll(async () => void (world = await joinWorld()));
afterAll(() => world.close());

/** The three who own endpoints, each by a key of its own. */
const OWNERS = [
  { whose: 'a channel', set: 'channel', makeKey: async () => (await makeChannel(world)).key },
  {
    whose: 'a merchant of a channel',
    set: 'merchant',
    makeKey: async () => makeMerchantKey(world, (await makeShop(world)).merchant_id),
  },
  {
    whose: 'a merchant without a channel',
    set: 'merchant',
    makeKey: async () => (await makeDirectMerchant(world)).key,
  },
] as const;

describe.each(OWNERS)('the endpoints of $whose', ({ set, makeKey }) => {
  const PATH = `/api/${set}/webhook-endpoints`;
  const TOO_MANY = `A ${set} can configure at most 10 webhook endpoints`;

  let key: string;
  beforeEach(async () => void (key = await makeKey()));

  const create = (body: unknown) => world.call('POST', PATH, { key, body });
  const list = async () => (await world.call('GET', PATH, { key })).body;
  const patch = (id: string, body: unknown) => world.call('PATCH', `${PATH}/${id}`, { key, body });
  const act = (id: string, verb: 'enable' | 'rotate-secret') =>
    world.call('POST', `${PATH}/${id}/${verb}`, { key });
  const disable = (id: string) => world.call('DELETE', `${PATH}/${id}`, { key });

  describe('registration', () => {
    test('answers the record and the secret, once, and never calls the receiver', async () => {
      const name = `n${Date.now()}`;
      const made = await create({ url: url(name) });
      expect(made.status).toBe(201);
      expect(Object.keys(made.body).sort()).toEqual(WITH_SECRET);
      expect(made.body).toMatchObject({
        url: url(name),
        description: null,
        enabled: true,
        status: 'active',
        event_types: EVENT_TYPES,
      });
      expect(made.body.id).toMatch(/^we_/);
      expect(made.body.created_at).toMatch(ISO_UTC);
      expect(made.body.updated_at).toBe(made.body.created_at);
      expect(made.body.secret.length).toBeGreaterThanOrEqual(32);
      expect(made.body.secret_hint.length).toBeLessThan(made.body.secret.length / 2);
      const [row] = await list();
      const { secret, ...record } = made.body;
      expect(row).toEqual(record);
      expect(JSON.stringify(row)).not.toContain(secret);
      await world.drain();
      expect((await world.control('GET', `receivers/${name}`)).body.deliveries).toEqual([]);
    });

    test('event_types null is all 18, a list is kept, doubles count once', async () => {
      expect((await create({ url: url(), event_types: null })).body.event_types).toEqual(EVENT_TYPES);
      const some = ['payment.refunded', 'payment.captured', 'payment.refunded'];
      expect([...(await create({ url: url(), event_types: some })).body.event_types].sort()).toEqual([
        'payment.captured',
        'payment.refunded',
      ]);
    });

    test('enabled false and a description are kept', async () => {
      const made = await create({ url: url(), enabled: false, description: 'd'.repeat(255) });
      expect(made.body).toMatchObject({ enabled: false, status: 'disabled', description: 'd'.repeat(255) });
      expect((await act(made.body.id, 'enable')).body).toMatchObject({ enabled: true, status: 'active' });
    });

    test.each([
      [{}, 'url', 'missing'],
      [{ url: null }, 'url', 'string_type'],
      [{ url: 5 }, 'url', 'string_type'],
      [{ url: `https://receiver.sandbox.test/${'p'.repeat(2048)}` }, 'url', 'string_too_long'],
      [{ url: url(), description: 'd'.repeat(256) }, 'description', 'string_too_long'],
      [{ url: url(), enabled: null }, 'enabled', 'bool_type'],
      [{ url: url(), enabled: 'yes' }, 'enabled', 'bool_type'],
      [{ url: url(), event_types: 'payment.captured' }, 'event_types', 'list_type'],
      [{ url: url(), secret: 's' }, 'secret', 'extra_forbidden'],
      [{ url: url(), channel_id: 'c' }, 'channel_id', 'extra_forbidden'],
      [{ url: url(), rotate_secret: true }, 'rotate_secret', 'extra_forbidden'],
    ])('%j is refused', async (body, name, type) => {
      expectProblem(await create(body), ['body', name], type);
      expect(await list()).toEqual([]);
    });

    test('an event type outside the vocabulary is refused by its place', async () => {
      const event_types = ['payment.captured', 'payment.stolen'];
      expectProblem(await create({ url: url(), event_types }), ['body', 'event_types', 1]);
    });

    test.each([
      'http://receiver.sandbox.test/a',
      'https://receiver.sandbox.test:8443/a',
      'https://receiver.sandbox.test:80/a',
      'http://receiver.sandbox.test:443/a',
      'https://user@receiver.sandbox.test/a',
      'https://user:pass@receiver.sandbox.test/a',
      'https://@receiver.sandbox.test/a',
      'ftp://receiver.sandbox.test/a',
      '//receiver.sandbox.test/a',
      'receiver.sandbox.test/a',
      'https://',
      'https:///a',
      'https:receiver.sandbox.test/a',
      'https:/receiver.sandbox.test/a',
      'https://receiver.sandbox.test\\@evil.example/a',
      ' https://receiver.sandbox.test/a',
      'https://receiver.sandbox.test/a\n',
      'https://receiver.sandbox.test/a#b',
      '',
    ])('the URL %j is refused, naming url', async (bad) => {
      expectProblem(await create({ url: bad }), ['body', 'url']);
    });

    test('port 443 written out is the default port', async () => {
      expect((await create({ url: 'https://receiver.sandbox.test:443/a' })).status).toBe(201);
    });

    test.each([
      '127.0.0.1',
      '10.0.0.1',
      '172.16.5.4',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '192.0.2.1',
      '198.18.0.1',
      '2130706433',
      '0x7f.1',
      '127.1',
      '[::1]',
      '[::]',
      '[fc00::1]',
      '[fe80::1]',
      '[ff02::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:a9fe:a9fe]',
      '[64:ff9b::7f00:1]',
      '[2001:db8::1]',
    ])('the address %s is private or reserved', async (host) => {
      expectRefused(await create({ url: `https://${host}/a` }), 400, PRIVATE);
    });

    test.each(['93.184.216.34', '[2606:4700:4700::1111]'])(
      'the public address %s is accepted',
      async (host) => {
        expect((await create({ url: `https://${host}/a` })).status).toBe(201);
      },
    );

    test('a name that DNS does not answer for is 424', async () => {
      expectRefused(await create({ url: 'https://no-such-host.invalid/a' }), 424, UNRESOLVED);
      expect(await list()).toEqual([]);
    });

    test('the eleventh endpoint is refused, disabled ones counted', async () => {
      const made = [];
      for (let n = 0; n < 10; n += 1) made.push(await create({ url: url(`n${n}`), enabled: n % 2 === 0 }));
      expect(made.map(({ status }) => status)).toEqual(Array(10).fill(201));
      await disable(made[0]!.body.id);
      expectRefused(await create({ url: url('eleven') }), 400, TOO_MANY);
      expect((await list()).map((row: { id: string }) => row.id)).toEqual(
        made.map(({ body }) => body.id).reverse(),
      );
    });

    test('parallel registrations do not pass the limit', async () => {
      const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => create({ url: url(`p${n}`) })));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
    });
  });

  describe('PATCH', () => {
    let id: string;
    let secret: string;
    beforeEach(async () => {
      const made = await create({ url: url('old'), description: 'first' });
      ({ id, secret } = made.body);
    });

    test('an empty change is refused', async () => {
      expect((await patch(id, {})).status).toBe(422);
      expect((await world.call('PATCH', `${PATH}/${id}`, { key })).status).toBe(422);
    });

    test('description may be changed and set to null; secret is null', async () => {
      const changed = await patch(id, { description: 'second' });
      expect(changed.status).toBe(200);
      expect(Object.keys(changed.body).sort()).toEqual(WITH_SECRET);
      expect(changed.body).toMatchObject({ id, description: 'second', secret: null, enabled: true });
      expect((await patch(id, { description: null })).body.description).toBeNull();
    });

    test('event_types replaces and never merges', async () => {
      await patch(id, { event_types: ['payment.captured'] });
      const changed = await patch(id, { event_types: ['payment.refunded', 'dispute.created'] });
      expect([...changed.body.event_types].sort()).toEqual(['dispute.created', 'payment.refunded']);
    });

    test.each([
      [{ description: 'd'.repeat(256) }, ['body', 'description']],
      [{ url: 'http://receiver.sandbox.test/a' }, ['body', 'url']],
      [{ url: 'https://receiver.sandbox.test:444/a' }, ['body', 'url']],
      [{ url: `https://receiver.sandbox.test/${'p'.repeat(2048)}` }, ['body', 'url']],
      [{ rotate_secret: 'yes' }, ['body', 'rotate_secret']],
      [{ event_types: ['nothing'] }, ['body', 'event_types', 0]],
      [{ enabled: false }, ['body', 'enabled']],
      [{ secret: 's' }, ['body', 'secret']],
    ])('%j is refused', async (change, loc) => {
      expectProblem(await patch(id, change), loc);
    });

    test('the URL of an enabled endpoint is not replaced', async () => {
      expectRefused(await patch(id, { url: url('new') }), 409, STILL_ENABLED);
      expect((await list())[0].url).toBe(url('old'));
    });

    test('the current URL sent back is no replacement', async () => {
      expect((await patch(id, { url: url('old'), description: 'echo' })).body).toMatchObject({
        url: url('old'),
        description: 'echo',
        secret: null,
      });
    });

    test('a change on the same host keeps id and secret, and enabling is a step of its own', async () => {
      const before = (await disable(id)).body;
      const changed = await patch(id, { url: url('new') });
      expect(changed.body).toMatchObject({ id, url: url('new'), secret: null, enabled: false });
      expect(changed.body.secret_hint).toBe(before.secret_hint);
      expect((await act(id, 'enable')).body).toMatchObject({ id, url: url('new'), status: 'active' });
    });

    test('another host needs rotate_secret, and answers the new secret once', async () => {
      await disable(id);
      const other = 'https://93.184.216.34/hooks';
      expectRefused(await patch(id, { url: other }), 400, NEEDS_ROTATION);
      expectRefused(await patch(id, { url: other, rotate_secret: false }), 400, NEEDS_ROTATION);
      const changed = await patch(id, { url: other, rotate_secret: true });
      expect(changed.body).toMatchObject({ id, url: other, enabled: false, secret: expect.any(String) });
      expect(changed.body.secret).not.toBe(secret);
      expect((await patch(id, { description: 'x' })).body.secret).toBeNull();
    });

    test('a temporary DNS failure leaves the endpoint as it was', async () => {
      const before = (await disable(id)).body;
      const change = { url: 'https://no-such-host.invalid/a', rotate_secret: true };
      expectRefused(await patch(id, change), 424, UNRESOLVED);
      expect((await list())[0]).toEqual(before);
    });

    test('a private address is refused here too', async () => {
      await disable(id);
      const change = { url: 'https://10.1.2.3/a', rotate_secret: true };
      expectRefused(await patch(id, change), 400, PRIVATE);
    });

    test('rotate_secret alone rotates', async () => {
      const changed = await patch(id, { rotate_secret: true });
      expect(changed.body.secret).toEqual(expect.any(String));
      expect(changed.body.secret).not.toBe(secret);
    });
  });

  describe('DELETE, enable, rotate', () => {
    test('DELETE disables and keeps the record; both switches may be repeated', async () => {
      const made = await create({ url: url() });
      const { id } = made.body;
      const disabled = await disable(id);
      expect(disabled.status).toBe(200);
      expect(Object.keys(disabled.body).sort()).toEqual(RECORD);
      expect(disabled.body).toMatchObject({ id, enabled: false, status: 'disabled' });
      expect((await disable(id)).body).toEqual(disabled.body);
      const enabled = await act(id, 'enable');
      expect(enabled.status).toBe(200);
      expect(Object.keys(enabled.body).sort()).toEqual(RECORD);
      expect(enabled.body).toMatchObject({ id, url: url(), enabled: true, status: 'active' });
      expect(enabled.body.secret_hint).toBe(made.body.secret_hint);
      expect((await act(id, 'enable')).body).toEqual(enabled.body);
    });

    test('rotation answers a new secret', async () => {
      const made = await create({ url: url() });
      const rotated = await act(made.body.id, 'rotate-secret');
      expect(rotated.status).toBe(200);
      expect(Object.keys(rotated.body).sort()).toEqual(WITH_SECRET);
      expect(rotated.body.secret).not.toBe(made.body.secret);
    });

    test('foreign and absent endpoints are the same 404, a malformed id names the path', async () => {
      const made = await create({ url: url() });
      const other = { key: await makeKey() };
      for (const call of [
        (id: string) => world.call('DELETE', `${PATH}/${id}`, { key: other.key }),
        (id: string) => world.call('POST', `${PATH}/${id}/enable`, { key: other.key }),
        (id: string) => world.call('POST', `${PATH}/${id}/rotate-secret`, { key: other.key }),
        (id: string) => world.call('PATCH', `${PATH}/${id}`, { key: other.key, body: { description: 'x' } }),
      ]) {
        const [foreign, absent] = [await call(made.body.id), await call(NO_ENDPOINT)];
        expectRefused(foreign, 404);
        expect(absent.body).toEqual(foreign.body);
        expectProblem(await call('nonsense'), ['path', 'endpoint_id']);
      }
      expect((await list())[0]).toMatchObject({ description: null, enabled: true });
    });

    test('an empty list is an empty array', async () => {
      expect(await list()).toEqual([]);
    });
  });
});

describe('whose endpoints are whose', () => {
  test('a merchant key sees nothing of the channel’s, the channel nothing of the merchant’s', async () => {
    const shop = await makeShop(world);
    const merchantKey = await makeMerchantKey(world, shop.merchant_id);
    const register = async (set: string, key: string) =>
      (await world.call('POST', `/api/${set}/webhook-endpoints`, { key, body: { url: url(set) } })).body.id;
    const ofChannel = await register('channel', shop.key);
    const ofMerchant = await register('merchant', merchantKey);
    const idsOf = async (set: string, key: string) =>
      (await world.call('GET', `/api/${set}/webhook-endpoints`, { key })).body.map(
        ({ id }: { id: string }) => id,
      );
    expect(await idsOf('channel', shop.key)).toEqual([ofChannel]);
    expect(await idsOf('merchant', merchantKey)).toEqual([ofMerchant]);
    for (const [set, key, id] of [
      ['channel', shop.key, ofMerchant],
      ['merchant', merchantKey, ofChannel],
    ] as const) {
      expectRefused(await world.call('DELETE', `/api/${set}/webhook-endpoints/${id}`, { key }), 404);
    }
  });

  test('another credential does not reach a merchant’s, not even with the merchant named', async () => {
    const shop = await makeShop(world);
    const path = '/api/merchant/webhook-endpoints';
    expectRefused(await world.call('GET', path, as(shop)), 403);
    expectRefused(await world.call('GET', path, { key: world.operator_token }), 401);
    const merchantKey = await makeMerchantKey(world, shop.merchant_id);
    expectRefused(await world.call('GET', '/api/channel/webhook-endpoints', { key: merchantKey }), 403);
    await world.operator('PATCH', `channels/${shop.channel_id}`, { active: false });
    expectRefused(await world.call('GET', path, { key: merchantKey }), 403);
  });
});
