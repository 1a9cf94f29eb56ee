import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withConnection } from '../../../../dev/connection.ts';
import { startWorld, type World } from '../../../../tests/world/world.ts';
import { OPERATIONS } from '../../http/operations.ts';
import { makeOwner, PASSWORD, sessionOf, signIn, startRecovery } from './owners.fixture.ts';

const INVALID = { detail: 'Invalid API key' };

let world: World;

beforeAll(async () => {
  world = await startWorld({ worker: false });
});

afterAll(async () => {
  await world.close();
});

const list = (headers: Record<string, string>) => world.call('GET', '/api/owner/passkeys', { headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const cookieOf = (header: string | null) => String(header).split(';')[0]!;

describe('an owner signs in', () => {
  test('with email and password, in any letter case of the email', async () => {
    const owner = await makeOwner(world);
    const answer = await signIn(world, owner.email.toUpperCase());
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body)).toEqual(['session_token', 'expires_at']);
    expect(answer.body.session_token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const seconds = (Date.parse(answer.body.expires_at) - world.clock.now().getTime()) / 1000;
    expect(Math.round(seconds / 60)).toBe(15);
    expect(answer.headers.get('set-cookie')).toBe(
      `fairway_owner=${answer.body.session_token}; Path=/; Max-Age=900; HttpOnly; SameSite=Strict`,
    );
    expect((await list(bearer(answer.body.session_token))).body).toEqual([]);
  });

  test('to a session of its own each time, stored as a hash', async () => {
    const owner = await makeOwner(world);
    const [one, other] = [await sessionOf(world, owner), await sessionOf(world, owner)];
    expect(one).not.toBe(other);
    const { rows } = await withConnection(world.database_url, (client) =>
      client.query(`select row_to_json(s)::text as row from owner_sessions s`),
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const { row } of rows) expect(row).not.toContain(one);
  });

  test('and neither a wrong password nor an unknown email tells which it was', async () => {
    const owner = await makeOwner(world);
    const wrong = await signIn(world, owner.email, 'Wrong-horse-1');
    const unknown = await signIn(world, `${randomUUID()}@example.com`);
    expect([wrong.status, wrong.body]).toEqual([401, { detail: 'Wrong email or password' }]);
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
    expect(unknown.headers.get('set-cookie')).toBeNull();
  });

  test('to the channel whose password it is, when one email owns several', async () => {
    const email = `${randomUUID()}@example.com`;
    const first = await makeOwner(world, { email, password: 'First-horse-1' });
    await makeOwner(world, { email, password: 'Second-horse-2' });
    expect((await signIn(world, email, 'First-horse-1')).status).toBe(201);
    const audit = await world.operator('GET', 'audit?limit=1');
    expect(audit.body.items[0]).toMatchObject({ action: 'owner.signed_in', subject: first.owner_id });
  });

  test('not before the invitation is redeemed', async () => {
    const owner_email = `${randomUUID()}@example.com`;
    await world.operator('POST', 'channels', { name: 'Acme', owner_email });
    expect((await signIn(world, owner_email)).status).toBe(401);
  });

  test('at most twenty times a minute for one email from one address, which locks out nobody else', async () => {
    const strict = await startWorld({
      worker: false,
      env: { RATE_LIMIT_SCALE: '1', TRUSTED_PROXIES: '127.0.0.1' },
    });
    const tryFrom = (address: string, email = 'nobody@example.com') =>
      strict.call('POST', '/api/owner/sessions', {
        body: { email, password: 'x' },
        headers: { 'x-forwarded-for': address },
      });
    const spell = (index: number) => (index % 2 === 0 ? 'nobody@example.com' : 'NOBODY@example.com');
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, index) => tryFrom('203.0.113.1', spell(index))),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
    expect(answers.find(({ status }) => status === 429)?.body).toEqual({
      error: 'Rate limit exceeded: 20 per 1 minute',
    });
    expect((await tryFrom('203.0.113.2')).status).toBe(401);
    await strict.close();
  });

  test('at most four hundred times a minute for one email from all addresses', async () => {
    const strict = await startWorld({
      worker: false,
      env: { RATE_LIMIT_SCALE: '0.05', TRUSTED_PROXIES: '127.0.0.1' },
    });
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        strict.call('POST', '/api/owner/sessions', {
          body: { email: 'nobody@example.com', password: 'x' },
          headers: { 'x-forwarded-for': `203.0.113.${index}` },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
    await strict.close();
  });
});

describe('an owner session', () => {
  test('ends after fifteen minutes, used or not', async () => {
    const owner = await makeOwner(world);
    const token = await sessionOf(world, owner);
    await world.advance(14 * 60);
    expect((await list(bearer(token))).status).toBe(200);
    await world.advance(61);
    const ended = await list(bearer(token));
    expect([ended.status, ended.body]).toEqual([401, INVALID]);
  });

  test('ends when it is signed out, and takes its cookie along', async () => {
    const token = await sessionOf(world, await makeOwner(world));
    const out = await world.call('DELETE', '/api/owner/sessions', { key: token });
    expect([out.status, out.body]).toEqual([200, { ended: true }]);
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await list(bearer(token))).status).toBe(401);
  });

  test('ends when a replacement invitation sets another password', async () => {
    const owner = await makeOwner(world);
    const token = await sessionOf(world, owner);
    const made = await world.operator('POST', `channels/${owner.channel_id}/invitations`);
    const link = String(made.body.activation_url).split('/').at(-1);
    const body = { password: 'Another-horse-2' };
    expect((await world.call('POST', `/api/activation/${link}`, { body })).status).toBe(200);
    expect((await list(bearer(token))).status).toBe(401);
    expect((await signIn(world, owner.email)).status).toBe(401);
    expect((await signIn(world, owner.email, 'Another-horse-2')).status).toBe(201);
  });

  test('is one of five at most', async () => {
    const owner = await makeOwner(world);
    const tokens: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      await world.advance(1);
      tokens.push(await sessionOf(world, owner));
    }
    const statuses = await Promise.all(tokens.map(async (token) => (await list(bearer(token))).status));
    expect(statuses).toEqual([401, 200, 200, 200, 200, 200]);
  });

  const foreign = Object.entries(OPERATIONS).filter(
    ([, { accepts }]) => accepts.length > 0 && !(accepts as readonly string[]).includes('owner'),
  );
  test.each(foreign)('operates nothing else: %s', async (_id, { method, path }) => {
    const token = await sessionOf(world, await makeOwner(world));
    const at = path.replace(/:[a-z_]+/g, randomUUID());
    const headers = { 'sec-fetch-site': 'same-origin', cookie: `fairway_owner=${token}` };
    for (const how of [{ key: token }, { headers }]) {
      const answer = await world.call(method, at, { ...how, merchant: randomUUID() });
      expect([answer.status, answer.body]).toEqual([401, INVALID]);
    }
  });

  test('is what the owner’s operations take, and no key is', async () => {
    const owner = await makeOwner(world);
    for (const token of [owner.key, world.operator_token, 'nonsense']) {
      const answer = await list(bearer(token));
      expect([answer.status, answer.body]).toEqual([401, INVALID]);
    }
    expect((await list({})).status).toBe(401);
  });
});

describe('the cookie', () => {
  test.each([
    ['a browser says it is our own page', { 'sec-fetch-site': 'same-origin' }, 200],
    ['its origin is ours', { origin: 'own' }, 200],
    ['nothing says where it comes from, and it only reads', {}, 200],
    ['it comes from another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['it comes from a sister host', { 'sec-fetch-site': 'same-site', origin: 'own' }, 403],
    ['its origin is another', { origin: 'https://evil.example' }, 403],
  ])('when %s', async (_name, given, status) => {
    const signed = await signIn(world, (await makeOwner(world)).email);
    const headers: Record<string, string> = { cookie: cookieOf(signed.headers.get('set-cookie')) };
    for (const [name, value] of Object.entries(given))
      headers[name] = value === 'own' ? world.base_url : value;
    expect((await list(headers)).status).toBe(status);
  });

  test('changes nothing when nothing says where it comes from', async () => {
    const signed = await signIn(world, (await makeOwner(world)).email);
    const headers = { cookie: cookieOf(signed.headers.get('set-cookie')) };
    const refused = await world.call('DELETE', '/api/owner/sessions', { headers });
    expect([refused.status, refused.body.code]).toEqual([403, 'cross_site_call']);
    expect((await list(headers)).status).toBe(200);
  });

  test('is not read when there is a bearer', async () => {
    const owner = await makeOwner(world);
    const cookie = `fairway_owner=${await sessionOf(world, owner)}`;
    const answer = await list({ ...bearer('nonsense'), cookie, 'sec-fetch-site': 'same-origin' });
    expect(answer.status).toBe(401);
  });
});

describe('the recovery of a lost device', () => {
  const recover = (token: string, password = PASSWORD) =>
    world.call('POST', `/api/owner/recoveries/${token}`, { body: { password } });

  test('opens a session once, and ends the others', async () => {
    const owner = await makeOwner(world);
    const session = await sessionOf(world, owner);
    const token = await startRecovery(world, owner);
    const opened = await recover(token);
    expect(opened.status).toBe(201);
    expect((await list(bearer(opened.body.session_token))).body).toEqual([]);
    expect((await list(bearer(session))).status).toBe(401);
    expect((await recover(token)).status).toBe(410);
  });

  test('used by many at the same time is used once', async () => {
    const token = await startRecovery(world, await makeOwner(world));
    const answers = await Promise.all(Array.from({ length: 4 }, () => recover(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 410, 410, 410]);
  });

  test('wants the password, and is void after five wrong ones, also at the same time', async () => {
    const owner = await makeOwner(world);
    const token = await startRecovery(world, owner);
    expect((await recover(token, 'Wrong-horse-1')).body).toEqual({ detail: 'Wrong password' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => recover(token, 'Wrong-horse-1')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(4);
    expect((await recover(token)).status).toBe(410);
  });

  test('lasts half an hour, and a new link voids the one before', async () => {
    const owner = await makeOwner(world);
    const [first, second] = [await startRecovery(world, owner), await startRecovery(world, owner)];
    expect((await recover(first)).status).toBe(410);
    await world.advance(30 * 60);
    expect((await recover(second)).status).toBe(410);
    expect((await recover('x'.repeat(43))).status).toBe(404);
  });

  test('is started by the operator alone, for an owner who exists', async () => {
    const owner = await makeOwner(world);
    const path = `/api/operator/owners/${owner.owner_id}/recover-device`;
    expect((await world.call('POST', path, { key: owner.key })).status).toBe(401);
    const unknown = await world.operator('POST', `owners/${randomUUID()}/recover-device`);
    expect([unknown.status, unknown.body]).toEqual([404, { detail: 'Owner not found' }]);
    const started = await world.operator('POST', `owners/${owner.owner_id}/recover-device`);
    expect(started.status).toBe(201);
    expect(Object.keys(started.body)).toEqual(['recovery_url']);
    expect(started.body.recovery_url.startsWith(`${world.base_url}/owner/recover/`)).toBe(true);
  });
});

test('what has ended leaves nothing behind', async () => {
  const working = await startWorld();
  const owner = await makeOwner(working);
  await sessionOf(working, owner);
  await working.call('POST', '/api/owner/sessions/passkey/options');
  await working.advance(16 * 60);
  await working.drain();
  const { rows: left } = await withConnection(working.database_url, (client) =>
    client.query(
      `select id::text from owner_sessions union all select challenge_hash::text from passkey_challenges`,
    ),
  );
  expect(left).toHaveLength(0);
  await working.close();
});
