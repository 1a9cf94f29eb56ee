import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVENT_TYPES } from '../../../../wire/events/registry.ts';
import type { OperationId } from '../../http/operations.ts';
import type { Route } from '../../http/route.ts';
import { addressBook } from '../../lib/public-address.ts';
import { type NameServer, startNameServer } from '../../poster/fixtures/name-server.ts';
import { type Asking, call, newTenant, startWorld, type World } from '../../../../tests/world/bare-world.ts';
import { endpointRoutes } from './routes.ts';

let world: World;
let dns: NameServer;
let routes: Route[];

beforeAll(async () => {
  dns = await startNameServer();
  dns.names.set('good.test', ['8.8.8.8']);
  dns.names.set('other.test', ['8.8.4.4']);
  dns.names.set('inside.test', ['8.8.8.8', '10.1.2.3']);
  dns.names.set('xn--bcher-kva.test', ['8.8.8.8']);
  world = await startWorld();
  routes = endpointRoutes(world.ctx, addressBook({ servers: [dns.address] }));
});

afterAll(async () => {
  await world.close();
  await dns.close();
});

/** A channel of its own, and its calls. */
async function newChannel() {
  const { channel_id } = await newTenant(world.ctx);
  const scope = { kind: 'channel', key_id: channel_id, channel_id } as const;
  const ask = (operation: OperationId, asking: Omit<Asking, 'scope'> = {}) =>
    call(routes, operation, { scope, ...asking });
  return {
    create: (body: unknown) => ask('endpoints.create', { body }),
    list: () => ask('endpoints.list'),
    change: (endpoint_id: string, body: unknown) =>
      ask('endpoints.update', { params: { endpoint_id }, body }),
    disable: (endpoint_id: string) => ask('endpoints.disable', { params: { endpoint_id } }),
    enable: (endpoint_id: string) => ask('endpoints.enable', { params: { endpoint_id } }),
    rotate: (endpoint_id: string) => ask('endpoints.rotate', { params: { endpoint_id } }),
  };
}

const UNKNOWN = `we_${'0'.repeat(32)}`;

describe('registration', () => {
  test('answers the record with its secret, which nothing shows again', async () => {
    const channel = await newChannel();
    const made = await channel.create({ url: 'https://good.test/hook?a=b', description: 'orders' });
    expect(made.status).toBe(201);
    const { secret, ...record } = made.body;
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    expect(record).toEqual({
      id: expect.stringMatching(/^we_[0-9a-f]{32}$/),
      url: 'https://good.test/hook?a=b',
      description: 'orders',
      enabled: true,
      status: 'active',
      secret_hint: secret.slice(-4),
      event_types: EVENT_TYPES,
      created_at: expect.any(String),
      updated_at: record.created_at,
    });
    expect((await channel.list()).body).toEqual([record]);
    const { rows } = await sql<{ found: string }>`
      select row_to_json(w)::text as found from webhook_endpoints w`.execute(world.ctx.db);
    expect(rows.some(({ found }) => found.includes(secret))).toBe(false);
  });

  test('lists newest first, and only the channel’s own', async () => {
    const [one, other] = [await newChannel(), await newChannel()];
    const first = await one.create({ url: 'https://good.test/1' });
    world.ctx.clock.move(1);
    const second = await one.create({
      url: 'https://good.test/2',
      enabled: false,
      event_types: ['payment.captured'],
    });
    expect(second.body).toMatchObject({
      enabled: false,
      status: 'disabled',
      event_types: ['payment.captured'],
    });
    expect((await one.list()).body.map((row: { id: string }) => row.id)).toEqual([
      second.body.id,
      first.body.id,
    ]);
    expect((await other.list()).body).toEqual([]);
  });

  test('takes null for every event type, and a repeated type once', async () => {
    const channel = await newChannel();
    const all = await channel.create({ url: 'https://good.test/', event_types: null, description: null });
    expect(all.body.event_types).toHaveLength(18);
    const types = ['payment.captured', 'payment.failed', 'payment.captured'];
    const some = await channel.create({ url: 'https://good.test/', event_types: types });
    expect(some.body.event_types).toEqual(['payment.captured', 'payment.failed']);
  });

  test.each([
    ['http://good.test/', 'url_scheme'],
    ['ftp://good.test/', 'url_scheme'],
    ['https://good.test:8443/', 'value_error'],
    ['https://good.test:80/', 'value_error'],
    ['https://user@good.test/', 'value_error'],
    ['https://user:pass@good.test/', 'value_error'],
    ['https://@good.test/', 'value_error'],
    ['https://good.test./', 'url_parsing'],
    ['https://good..test/', 'url_parsing'],
    ['https://', 'url_parsing'],
    ['good.test', 'url_parsing'],
    ['', 'url_parsing'],
    ['https:\\\\good.test\\', 'url_parsing'],
    ['https://good.test/\n', 'url_parsing'],
    [' https://good.test/', 'url_parsing'],
    ['https://go od.test/', 'url_parsing'],
    [`https://good.test/${'a'.repeat(2_031)}`, 'string_too_long'],
  ])('refuses %j naming url', async (url, type) => {
    const refused = await (await newChannel()).create({ url });
    expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'url'], type }] } });
    const hint = (refused.body.detail as { ctx?: { hint?: string } }[])[0]!.ctx?.hint;
    if (type === 'url_scheme') expect(hint).toContain('fairway listen');
  });

  test.each([
    'https://good.test',
    'https://GOOD.test:443/',
    'HTTPS://good.test/',
    'https://bücher.test/',
    'https://8.8.8.8/',
  ])('accepts %s and keeps it as sent', async (url) => {
    expect(await (await newChannel()).create({ url })).toMatchObject({ status: 201, body: { url } });
  });

  test.each([
    ...['127.0.0.1', '0x7f.1', '2130706433', '017700000001', '127.1', '0', '10.0.0.1', '169.254.169.254'],
    ...['[::1]', '[::ffff:127.0.0.1]', '[fd00::1]', '[64:ff9b::a00:1]', '168.63.129.16', 'inside.test'],
  ])('refuses the private host %s without naming an address', async (host) => {
    const refused = await (await newChannel()).create({ url: `https://${host}/` });
    const detail = 'Webhook endpoint hostname resolves to a private or reserved IP address';
    expect(refused).toEqual({ status: 400, body: { detail } });
  });

  test('answers 424 for a name that DNS does not know', async () => {
    const refused = await (await newChannel()).create({ url: 'https://nowhere.test/' });
    const detail = 'Webhook endpoint hostname could not be resolved by DNS';
    expect(refused).toEqual({ status: 424, body: { detail } });
  });

  test.each([
    [{}, ['body', 'url'], 'missing'],
    [{ url: 1 }, ['body', 'url'], 'string_type'],
    [{ url: 'https://good.test/', secret: 'x' }, ['body', 'secret'], 'extra_forbidden'],
    [
      { url: 'https://good.test/', event_types: ['payment.lost'] },
      ['body', 'event_types', 0],
      'literal_error',
    ],
    [{ url: 'https://good.test/', event_types: [] }, ['body', 'event_types'], 'too_short'],
    [{ url: 'https://good.test/', description: 'a'.repeat(256) }, ['body', 'description'], 'string_too_long'],
    [{ url: 'https://good.test/', enabled: 'yes' }, ['body', 'enabled'], 'bool_type'],
  ])('refuses the body %j', async (body, loc, type) => {
    const refused = await (await newChannel()).create(body);
    expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc, type }] } });
  });

  test('stops at ten endpoints, disabled ones included, however many come at once', async () => {
    const channel = await newChannel();
    const first = await channel.create({ url: 'https://good.test/first' });
    await channel.disable(first.body.id);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => channel.create({ url: `https://good.test/${n}` })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(9);
    const refused = answers.filter(({ status }) => status !== 201);
    const detail = 'A channel can configure at most 10 webhook endpoints';
    expect(new Set(refused.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ status: 400, body: { detail } })]),
    );
    expect((await channel.list()).body).toHaveLength(10);
  });
});

describe('a change', () => {
  test('needs at least one field', async () => {
    const channel = await newChannel();
    const { id } = (await channel.create({ url: 'https://good.test/' })).body;
    const refused = await channel.change(id, {});
    expect(refused).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body'], type: 'value_error' }] },
    });
    expect((await channel.change(id, undefined)).status).toBe(422);
    expect((await channel.change(id, { event_types: null })).status).toBe(422);
    expect((await channel.change(id, { url: null })).status).toBe(422);
  });

  test('replaces the event types, clears the description, and shows no secret', async () => {
    const channel = await newChannel();
    const { secret, ...record } = (await channel.create({ url: 'https://good.test/', description: 'x' }))
      .body;
    world.ctx.clock.move(60);
    const changed = await channel.change(record.id, { event_types: ['payment.captured'], description: null });
    expect(changed).toEqual({
      status: 200,
      body: {
        ...record,
        event_types: ['payment.captured'],
        description: null,
        updated_at: expect.not.stringMatching(record.updated_at),
        secret: null,
      },
    });
    expect(secret.endsWith(changed.body.secret_hint)).toBe(true);
  });

  test('that changes nothing is answered like one, and leaves no trace', async () => {
    const channel = await newChannel();
    const endpoint = { url: 'https://good.test/', description: 'x', event_types: ['payment.captured'] };
    const { secret, ...record } = (await channel.create(endpoint)).body;
    world.ctx.clock.move(60);
    const doubled = ['payment.captured', 'payment.captured'];
    for (const change of [endpoint, { event_types: doubled }, { rotate_secret: false }]) {
      expect(await channel.change(record.id, change)).toEqual({
        status: 200,
        body: { ...record, secret: null },
      });
    }
    expect(secret).toMatch(/^whsec_/);
    const audit = await world.ctx.db
      .selectFrom('audit_entries')
      .select('action')
      .where('subject', '=', record.id)
      .execute();
    expect(audit).toEqual([{ action: 'endpoint.created' }]);
  });

  test('of the URL is refused while enabled, but the current URL may be echoed', async () => {
    const channel = await newChannel();
    const { id } = (await channel.create({ url: 'https://good.test/' })).body;
    const refused = await channel.change(id, { url: 'https://good.test/new', rotate_secret: true });
    const detail = 'Disable this webhook endpoint before replacing its URL';
    expect(refused).toEqual({ status: 409, body: { detail } });
    expect((await channel.change(id, { url: 'https://good.test/', description: 'y' })).status).toBe(200);
  });

  test('to another path of the host keeps id and secret', async () => {
    const channel = await newChannel();
    const made = (await channel.create({ url: 'https://good.test/', enabled: false })).body;
    const changed = await channel.change(made.id, { url: 'https://GOOD.test/new' });
    expect(changed.body).toMatchObject({
      id: made.id,
      secret: null,
      secret_hint: made.secret_hint,
      enabled: false,
    });
  });

  test('to another host asks for a new secret and returns it', async () => {
    const channel = await newChannel();
    const made = (await channel.create({ url: 'https://good.test/', enabled: false })).body;
    const refused = await channel.change(made.id, { url: 'https://other.test/' });
    const detail = 'Replacing a webhook endpoint with a different host requires rotate_secret=true';
    expect(refused).toEqual({ status: 400, body: { detail } });
    const changed = await channel.change(made.id, { url: 'https://other.test/', rotate_secret: true });
    expect(changed.body).toMatchObject({ id: made.id, url: 'https://other.test/', status: 'disabled' });
    expect(changed.body.secret).not.toBe(made.secret);
  });

  test.each([
    ['http://good.test/', 422],
    ['https://nowhere.test/', 424],
    ['https://inside.test/', 400],
  ])('to %s is refused and leaves the endpoint unchanged', async (url, status) => {
    const channel = await newChannel();
    const { id } = (await channel.create({ url: 'https://good.test/', enabled: false })).body;
    const before = (await channel.list()).body;
    expect((await channel.change(id, { url, rotate_secret: true, description: 'z' })).status).toBe(status);
    expect((await channel.list()).body).toEqual(before);
  });

  test('that races with another change of the URL is stale, for all but one', async () => {
    const channel = await newChannel();
    const { id } = (await channel.create({ url: 'https://good.test/', enabled: false })).body;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => channel.change(id, { url: `https://good.test/${n}` })),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(won.map(({ body }) => body.url)).toContain((await channel.list()).body[0].url);
  });

  test('never leaves an enabled endpoint on another host with the old secret', async () => {
    const channel = await newChannel();
    const made = (await channel.create({ url: 'https://good.test/', enabled: false })).body;
    await Promise.all([
      ...Array.from({ length: 5 }, () =>
        channel.change(made.id, { url: 'https://other.test/', rotate_secret: true }),
      ),
      ...Array.from({ length: 5 }, () => channel.enable(made.id)),
      ...Array.from({ length: 5 }, () => channel.disable(made.id)),
    ]);
    const [now] = (await channel.list()).body;
    if (now.url === 'https://other.test/') expect(now.secret_hint).not.toBe(made.secret_hint);
    else expect(now.secret_hint).toBe(made.secret_hint);
  });
});

describe('switching and rotating', () => {
  test('disables and enables, twice without effect, and keeps id, URL and secret', async () => {
    const channel = await newChannel();
    const { secret: _secret, ...record } = (await channel.create({ url: 'https://good.test/' })).body;
    const disabled = await channel.disable(record.id);
    expect(disabled.body).toEqual({
      ...record,
      enabled: false,
      status: 'disabled',
      updated_at: expect.any(String),
    });
    expect(await channel.disable(record.id)).toEqual(disabled);
    const enabled = await channel.enable(record.id);
    expect(enabled.body).toEqual({ ...record, updated_at: expect.any(String) });
    expect(await channel.enable(record.id)).toEqual(enabled);
  });

  test('rotates to a new secret each time', async () => {
    const channel = await newChannel();
    const made = (await channel.create({ url: 'https://good.test/' })).body;
    const rotated = [await channel.rotate(made.id), await channel.rotate(made.id)];
    const secrets = [made.secret, ...rotated.map(({ body }) => body.secret)];
    expect(new Set(secrets).size).toBe(3);
    expect(rotated[1]!.body.secret_hint).toBe(secrets[2].slice(-4));
  });

  test('an unknown endpoint and another channel’s are the same 404', async () => {
    const [one, other] = [await newChannel(), await newChannel()];
    const { id } = (await one.create({ url: 'https://good.test/' })).body;
    const notFound = { status: 404, body: { detail: 'Webhook endpoint not found' } };
    for (const unknown of [id, UNKNOWN]) {
      expect(await other.change(unknown, { description: 'mine' })).toEqual(notFound);
      expect(await other.disable(unknown)).toEqual(notFound);
      expect(await other.enable(unknown)).toEqual(notFound);
      expect(await other.rotate(unknown)).toEqual(notFound);
    }
    expect(await other.disable('we_1')).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['path', 'endpoint_id'] }] },
    });
  });

  test('leaves a trail without secrets', async () => {
    const channel = await newChannel();
    const made = (await channel.create({ url: 'https://good.test/' })).body;
    const rotated = (await channel.rotate(made.id)).body;
    await channel.disable(made.id);
    await channel.enable(made.id);
    const { rows } = await sql<{ action: string; detail: unknown }>`
      select action, detail from audit_entries where subject = ${made.id} order by id`.execute(world.ctx.db);
    expect(rows.map(({ action }) => action).toSorted()).toEqual([
      'endpoint.changed',
      'endpoint.created',
      'endpoint.disabled',
      'endpoint.enabled',
    ]);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${made.secret}|${rotated.secret}`));
  });
});
