import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../../../tests/world/world.ts';
import { type Authenticator, type Bend, newAuthenticator } from './authenticator.fixture.ts';
import { makeOwner, originOf, sessionOf, startRecovery, PASSWORD, type TestOwner } from './owners.fixture.ts';

const REFUSED = { detail: 'The passkey could not be verified' };

let world: World;

beforeAll(async () => {
  world = await startWorld({ worker: false });
});

afterAll(async () => {
  await world.close();
});

const owned = (method: string, path: string, key: string, body?: unknown) =>
  world.call(method, `/api/owner/passkeys${path}`, { key, ...(body === undefined ? {} : { body }) });

function handleOf(owner: TestOwner): string {
  return Buffer.from(owner.owner_id.replaceAll('-', ''), 'hex').toString('base64url');
}

async function registrationChallenge(session: string): Promise<string> {
  return (await owned('POST', '/options', session)).body.challenge;
}

async function register(session: string, key: Authenticator, bend: Bend & { name?: string } = {}) {
  const asked = { challenge: await registrationChallenge(session), origin: originOf(world) };
  const { name, ...bent } = bend;
  const body = { credential: key.register(asked, bent), ...(name === undefined ? {} : { name }) };
  return owned('POST', '', session, body);
}

async function signInChallenge(): Promise<string> {
  return (await world.call('POST', '/api/owner/sessions/passkey/options')).body.challenge;
}

const present = (credential: object) =>
  world.call('POST', '/api/owner/sessions/passkey', { body: { credential } });

async function signInWith(key: Authenticator, bend: Bend = {}) {
  return present(key.signIn({ challenge: await signInChallenge(), origin: originOf(world) }, bend));
}

async function ownerWithPasskey() {
  const owner = await makeOwner(world);
  const session = await sessionOf(world, owner);
  const key = newAuthenticator(handleOf(owner));
  const registered = await register(session, key);
  return { owner, session, key, registered };
}

describe('a passkey', () => {
  test('is registered in a session and signs in from then on', async () => {
    const { owner, session, key, registered } = await ownerWithPasskey();
    expect(registered.status).toBe(201);
    const passkey = { id: expect.any(String), name: 'Passkey', created_at: expect.any(String) };
    expect(registered.body).toEqual({ ...passkey, last_used_at: null });
    const signed = await signInWith(key);
    expect(signed.status).toBe(201);
    expect(signed.headers.get('set-cookie')).toContain(`fairway_owner=${signed.body.session_token};`);
    const listed = await owned('GET', '', signed.body.session_token);
    expect(listed.body).toEqual([{ ...registered.body, last_used_at: expect.any(String) }]);
    const audit = await world.operator('GET', 'audit?limit=1');
    expect(audit.body.items[0]).toMatchObject({
      action: 'owner.signed_in',
      subject: owner.owner_id,
      detail: { how: 'passkey' },
    });
    expect((await owned('GET', '', session)).status).toBe(200);
  });

  test('is offered under the domain of the deployment and by user verification', async () => {
    const owner = await makeOwner(world);
    const options = (await owned('POST', '/options', await sessionOf(world, owner))).body;
    expect(options.rp).toEqual({ name: 'Fairway', id: 'localhost' });
    expect(options.user).toEqual({ id: handleOf(owner), name: owner.email, displayName: owner.email });
    expect(options.authenticatorSelection).toMatchObject({
      residentKey: 'required',
      userVerification: 'required',
    });
    const asked = (await world.call('POST', '/api/owner/sessions/passkey/options')).body;
    expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(asked.allowCredentials ?? []).toEqual([]);
  });

  test.each<[string, Bend]>([
    ['another domain', { rp_id: 'evil.example' }],
    ['another ceremony', { type: 'webauthn.get' }],
    ['a user who was not verified', { verified: false }],
  ])('is not registered for %s', async (_name, bend) => {
    const session = await sessionOf(world, await makeOwner(world));
    const answer = await register(session, newAuthenticator(), bend);
    expect([answer.status, answer.body]).toEqual([401, REFUSED]);
    expect((await owned('GET', '', session)).body).toEqual([]);
  });

  test.each<[string, Bend]>([
    ['another domain', { rp_id: 'evil.example' }],
    ['another ceremony', { type: 'webauthn.create' }],
    ['a user who was not verified', { verified: false }],
    ['another signature', { signature: 'MEUCIQDx' }],
    ['another user', { user_handle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('does not sign in with %s', async (_name, bend) => {
    const { key } = await ownerWithPasskey();
    const answer = await signInWith(key, bend);
    expect([answer.status, answer.body]).toEqual([401, REFUSED]);
    expect((await signInWith(key)).status).toBe(201);
  });

  test('of another origin is refused', async () => {
    const { key } = await ownerWithPasskey();
    const asked = { challenge: await signInChallenge(), origin: 'http://evil.example' };
    expect((await present(key.signIn(asked))).status).toBe(401);
  });

  test('that nobody registered is refused like any other', async () => {
    const answer = await signInWith(newAuthenticator());
    expect([answer.status, answer.body]).toEqual([401, REFUSED]);
  });

  test('whose counter goes back is a copy, and is refused', async () => {
    const { key } = await ownerWithPasskey();
    key.count = 10;
    expect((await signInWith(key)).status).toBe(201);
    key.count = 4;
    expect((await signInWith(key)).status).toBe(401);
  });

  test('is registered once, by one owner', async () => {
    const { key } = await ownerWithPasskey();
    const session = await sessionOf(world, await makeOwner(world));
    expect((await register(session, key)).body).toMatchObject({ code: 'passkey_taken' });
  });
});

describe('a challenge', () => {
  test('is answered once, also at the same time', async () => {
    const { key } = await ownerWithPasskey();
    const asked = { challenge: await signInChallenge(), origin: originOf(world) };
    const answers = await Promise.all([1, 2, 3].map(() => present(key.signIn(asked))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401]);
  });

  test('is used up by an answer that fails', async () => {
    const { key } = await ownerWithPasskey();
    const asked = { challenge: await signInChallenge(), origin: originOf(world) };
    expect((await present(key.signIn(asked, { verified: false }))).status).toBe(401);
    expect((await present(key.signIn(asked))).status).toBe(401);
  });

  test('lasts five minutes', async () => {
    const { key } = await ownerWithPasskey();
    const asked = { challenge: await signInChallenge(), origin: originOf(world) };
    await world.advance(5 * 60);
    expect((await present(key.signIn(asked))).status).toBe(401);
  });

  test('of one session is of no use in another, nor to sign in, nor the other way round', async () => {
    const { key, session } = await ownerWithPasskey();
    const other = await sessionOf(world, await makeOwner(world));
    const origin = originOf(world);
    const given = { challenge: await registrationChallenge(session), origin };
    const credential = newAuthenticator().register(given);
    expect((await owned('POST', '', other, { credential })).status).toBe(401);
    expect((await present(key.signIn(given))).status).toBe(401);
    const open = newAuthenticator().register({ challenge: await signInChallenge(), origin });
    expect((await owned('POST', '', other, { credential: open })).status).toBe(401);
  });

  test('that was never given is refused', async () => {
    const { key } = await ownerWithPasskey();
    const answer = await present(key.signIn({ challenge: 'AAAA', origin: originOf(world) }));
    expect([answer.status, answer.body]).toEqual([401, REFUSED]);
  });

  test('in an answer that is no answer is refused, never a fault', async () => {
    const { key } = await ownerWithPasskey();
    const good = key.signIn({ challenge: await signInChallenge(), origin: originOf(world) });
    const response = { ...(good as { response: object }).response, clientDataJSON: 'AAAA' };
    expect((await present({ ...good, response })).status).toBe(401);
    const unknown = await present({ ...good, more: 1 });
    expect(unknown.body.detail[0]).toMatchObject({ type: 'extra_forbidden' });
  });
});

describe('the set of passkeys', () => {
  test('is changed by whoever has shown one, not with the password alone', async () => {
    const { owner, session, registered } = await ownerWithPasskey();
    const later = await sessionOf(world, owner);
    const { id } = registered.body;
    const refused = {
      detail: 'Sign in with a passkey to change the passkeys of this account',
      code: 'passkey_required',
    };
    expect((await owned('POST', '/options', later)).body).toEqual(refused);
    const removal = await owned('DELETE', `/${id}`, later);
    expect([removal.status, removal.body]).toEqual([403, refused]);
    const second = await register(session, newAuthenticator(), { name: 'Key in the safe' });
    expect(second.body.name).toBe('Key in the safe');
    expect((await owned('DELETE', `/${id}`, session)).body).toEqual(registered.body);
    expect((await owned('GET', '', later)).body).toEqual([second.body]);
  });

  test('no longer opens with a passkey that was removed', async () => {
    const { session, key, registered } = await ownerWithPasskey();
    await owned('DELETE', `/${registered.body.id}`, session);
    expect((await signInWith(key)).status).toBe(401);
  });

  test('is the owner’s own: a foreign id reads as one that is not there', async () => {
    const { session } = await ownerWithPasskey();
    const foreign = (await ownerWithPasskey()).registered.body.id;
    for (const id of [foreign, randomUUID()]) {
      const answer = await owned('DELETE', `/${id}`, session);
      expect([answer.status, answer.body]).toEqual([404, { detail: 'Passkey not found' }]);
    }
    expect((await owned('DELETE', '/nonsense', session)).status).toBe(422);
  });

  test('holds ten at most', async () => {
    const { session } = await ownerWithPasskey();
    for (let count = 1; count < 10; count += 1) {
      expect((await register(session, newAuthenticator())).status).toBe(201);
    }
    const more = await owned('POST', '/options', session);
    expect([more.status, more.body]).toEqual([400, expect.objectContaining({ code: 'too_many_passkeys' })]);
  });

  test('is empty after a recovery, and takes a new one', async () => {
    const { owner, key } = await ownerWithPasskey();
    const token = await startRecovery(world, owner);
    expect((await signInWith(key)).status).toBe(201);
    const body = { password: PASSWORD };
    const opened = await world.call('POST', `/api/owner/recoveries/${token}`, { body });
    const session = opened.body.session_token;
    expect((await signInWith(key)).status).toBe(401);
    expect((await owned('GET', '', session)).body).toEqual([]);
    const fresh = newAuthenticator(handleOf(owner));
    expect((await register(session, fresh)).status).toBe(201);
    expect((await signInWith(fresh)).status).toBe(201);
  });
});

test('a deployment without a domain name offers no passkeys, and says so', async () => {
  const bare = await startWorld({ worker: false, env: { BASE_URL: 'https://192.0.2.1' } });
  const answer = await bare.call('POST', '/api/owner/sessions/passkey/options');
  expect([answer.status, answer.body.detail]).toEqual([
    409,
    'Passkeys need a base address with a domain name and https',
  ]);
  const owner = await makeOwner(bare);
  const body = { email: owner.email, password: PASSWORD };
  const signed = await bare.call('POST', '/api/owner/sessions', { body });
  expect(signed.headers.get('set-cookie')).toMatch(/^__Host-fairway_owner=.*; Secure$/);
  await bare.close();
});
