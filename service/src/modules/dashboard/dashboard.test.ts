import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withConnection } from '../../../../dev/connection.ts';
import {
  makeChannel,
  makeConnectedMerchant,
  makeMerchant,
  makeOrder,
} from '../../../../tests/world/actors.ts';
import type { TestChannel, TestMerchant } from '../../../../tests/world/actors.ts';
import { type Answer, startWorld, type World } from '../../../../tests/world/world.ts';
import { OPERATIONS } from '../../http/operations.ts';

const PASSWORD = 'Correct-horse-1';
const INVALID = { detail: 'Invalid API key' };

let world: World;
let channel: TestChannel;
let merchant: TestMerchant;
let transaction_id: string;

beforeAll(async () => {
  world = await startWorld({ worker: false });
  channel = await makeChannel(world);
  merchant = await makeConnectedMerchant(world, channel);
  ({ transaction_id } = await makeOrder(world, merchant));
});

afterAll(async () => {
  await world.close();
});

const newEmail = () => `User-${randomUUID()}@example.com`;

function invite(email: string, of: { merchant_id?: string; permissions?: string[] } = {}): Promise<Answer> {
  const body = { email, permissions: of.permissions ?? ['transactions.read'] };
  return world.operator('POST', `merchants/${of.merchant_id ?? merchant.merchant_id}/dashboard-users`, body);
}

const tokenOf = (invited: Answer) => String(invited.body.activation_url).split('/').at(-1)!;

const redeem = (token: string, password = PASSWORD) =>
  world.call('POST', `/api/activation/${token}`, { body: { password } });

const login = (email: string, password = PASSWORD) =>
  world.call('POST', '/api/dashboard/login', { body: { email, password } });

async function makeUser(of: { merchant_id?: string; permissions?: string[] } = {}) {
  const email = newEmail();
  await redeem(tokenOf(await invite(email, of)));
  return { email, token: (await login(email)).body.access_token as string };
}

const read = (key: string, merchant_header?: string) =>
  world.call('GET', '/api/transactions', { key, ...(merchant_header ? { merchant: merchant_header } : {}) });

describe('an invitation to the dashboard', () => {
  test('is a link that sets the password and gives no key', async () => {
    const email = newEmail();
    const invited = await invite(email, { permissions: ['finance.manage'] });
    expect([invited.status, Object.keys(invited.body)]).toEqual([201, ['activation_url']]);
    expect(invited.body.activation_url.startsWith(`${world.base_url}/activate/`)).toBe(true);
    expect((await login(email)).status).toBe(401);
    const redeemed = await redeem(tokenOf(invited));
    expect([redeemed.status, redeemed.body]).toEqual([200, { email, merchant_id: merchant.merchant_id }]);
    expect((await login(email.toUpperCase())).status).toBe(200);
  });

  test('answers the same again for ten minutes, to the same password alone', async () => {
    const token = tokenOf(await invite(newEmail()));
    const answers = await Promise.all([redeem(token), redeem(token), redeem(token)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await redeem(token, 'Wrong-horse-1')).body).toEqual({ detail: 'Wrong password' });
    await world.advance(10 * 60);
    expect((await redeem(token)).status).toBe(410);
  });

  test('wants a password that keeps the rules, and stays good until it gets one', async () => {
    const token = tokenOf(await invite(newEmail()));
    const weak = await redeem(token, 'weak');
    expect([weak.status, weak.body.detail[0].loc]).toEqual([422, ['body', 'password']]);
    expect((await redeem(token)).status).toBe(200);
  });

  test('lasts seven days; a second one voids the first and sets another password', async () => {
    const email = newEmail();
    const first = tokenOf(await invite(email));
    const second = tokenOf(await invite(email.toLowerCase()));
    expect((await redeem(first)).status).toBe(410);
    await redeem(second);
    const { access_token } = (await login(email)).body;
    const third = tokenOf(await invite(email));
    expect((await read(access_token)).status).toBe(200);
    await redeem(third, 'Another-horse-2');
    expect((await read(access_token)).status).toBe(401);
    expect((await login(email)).status).toBe(401);
    const late = tokenOf(await invite(newEmail()));
    await world.advance(7 * 86_400);
    expect((await redeem(late)).status).toBe(410);
  });

  test('is for one merchant on the platform, and for one that exists', async () => {
    const { email } = await makeUser();
    const other = await makeMerchant(world, channel);
    const taken = await invite(email.toLowerCase(), { merchant_id: other });
    expect([taken.status, taken.body.detail]).toEqual([
      409,
      'This email already signs in to the dashboard of another merchant',
    ]);
    expect((await invite(newEmail(), { merchant_id: randomUUID() })).status).toBe(404);
  });

  test.each([
    [{ email: 'nobody', permissions: [] }, 'email'],
    [{ email: 'a@example.com' }, 'permissions'],
    [{ email: 'a@example.com', permissions: ['everything'] }, 'permissions'],
    [{ email: 'a@example.com', permissions: [], role: 'admin' }, 'role'],
  ])('of %j is refused', async (body, field) => {
    const answer = await world.operator('POST', `merchants/${merchant.merchant_id}/dashboard-users`, body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc.slice(0, 2)).toEqual(['body', field]);
  });
});

describe('a dashboard user signs in', () => {
  test('to a token for eight hours, stored as a hash', async () => {
    const { email } = await makeUser();
    const answer = await login(email);
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['access_token', 'expires_at']]);
    expect(answer.body.access_token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const hours = (Date.parse(answer.body.expires_at) - world.clock.now().getTime()) / 3_600_000;
    expect(hours).toBeCloseTo(8, 1);
    const { rows } = await withConnection(world.database_url, (client) =>
      client.query(`select row_to_json(t)::text as row from dashboard_tokens t`),
    );
    for (const { row } of rows) expect(row).not.toContain(answer.body.access_token);
    await world.advance(8 * 3_600 - 60);
    expect((await read(answer.body.access_token)).status).toBe(200);
    await world.advance(61);
    expect((await read(answer.body.access_token)).body).toEqual(INVALID);
  });

  test('and neither a wrong password nor an unknown email tells which it was', async () => {
    const { email } = await makeUser();
    const [wrong, unknown] = [await login(email, 'Wrong-horse-1'), await login(newEmail())];
    expect([wrong.status, wrong.body]).toEqual([401, { detail: 'Wrong email or password' }]);
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  });

  test('ten times at most: the oldest token gives way', async () => {
    const { email, token } = await makeUser();
    for (let count = 0; count < 10; count += 1) {
      await world.advance(1);
      expect((await login(email)).status).toBe(200);
    }
    expect((await read(token)).status).toBe(401);
  });

  test('at most thirty times a minute from one address', async () => {
    const strict = await startWorld({ worker: false, env: { RATE_LIMIT_SCALE: '1' } });
    const answers = await Promise.all(
      Array.from({ length: 35 }, () =>
        strict.call('POST', '/api/dashboard/login', { body: { email: newEmail(), password: 'x' } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    await strict.close();
  });
});

describe('the users of a merchant', () => {
  const usersOf = (merchant_id: string) => world.operator('GET', `merchants/${merchant_id}/dashboard-users`);
  const remove = (merchant_id: string, id: string) =>
    world.operator('DELETE', `merchants/${merchant_id}/dashboard-users/${id}`);

  test('are listed for the operator, and one who is removed is out at once', async () => {
    const merchant_id = await makeMerchant(world, channel);
    expect((await usersOf(merchant_id)).body).toEqual({ items: [], total: 0, limit: 50, offset: 0 });
    const { email, token } = await makeUser({ merchant_id });
    const invited = newEmail();
    await invite(invited, { merchant_id, permissions: [] });
    const { items, total } = (await usersOf(merchant_id)).body;
    expect(items).toEqual([
      {
        id: expect.any(String),
        email: invited,
        permissions: [],
        status: 'invited',
        created_at: expect.any(String),
      },
      expect.objectContaining({ email, permissions: ['transactions.read'], status: 'active' }),
    ]);
    expect(total).toBe(2);
    const removed = await remove(merchant_id, items[1].id.toUpperCase());
    expect([removed.status, removed.body]).toEqual([200, items[1]]);
    expect((await read(token)).body).toEqual(INVALID);
    expect((await login(email)).status).toBe(401);
    expect((await usersOf(merchant_id)).body.items).toEqual([items[0]]);
    const again = await remove(merchant_id, items[1].id);
    expect([again.status, again.body]).toEqual([404, { detail: 'Dashboard user not found' }]);
  });

  test('are nobody else’s to see or remove, and another merchant’s are not found', async () => {
    const { email } = await makeUser();
    const { items } = (await usersOf(merchant.merchant_id)).body;
    const { id } = items.find((user: { email: string }) => user.email === email);
    const other = await makeMerchant(world, channel);
    expect((await remove(other, id)).status).toBe(404);
    expect((await remove(randomUUID(), id)).body).toEqual({ detail: 'Merchant not found' });
    expect((await usersOf(randomUUID())).body).toEqual({ detail: 'Merchant not found' });
    const path = `/api/operator/merchants/${merchant.merchant_id}/dashboard-users`;
    expect((await world.call('GET', path, { key: channel.key })).status).toBe(401);
    expect((await world.call('DELETE', `${path}/${id}`, { key: channel.key })).status).toBe(401);
    expect((await login(email)).status).toBe(200);
  });
});

describe('a dashboard token', () => {
  test('reads the transactions of its own merchant, whatever the header says', async () => {
    const { token } = await makeUser();
    const other = await makeMerchant(world, channel);
    for (const header of [undefined, merchant.merchant_id, other, 'nonsense']) {
      const page = await read(token, header);
      expect(page.status).toBe(200);
      expect(page.body.items.map(({ id }: { id: string }) => id)).toEqual([transaction_id]);
    }
    expect((await world.call('GET', `/api/transactions/${transaction_id}`, { key: token })).status).toBe(200);
  });

  test('reads none of them without the permission to, until it is given', async () => {
    const { email, token } = await makeUser({
      permissions: ['disputes.manage', 'finance.manage', 'text_to_pay.manage'],
    });
    for (const path of ['/api/transactions', `/api/transactions/${transaction_id}`]) {
      expect((await world.call('GET', path, { key: token })).status).toBe(403);
    }
    await invite(email, { permissions: ['transactions.read'] });
    expect((await read(token)).status).toBe(200);
  });

  test('of another merchant finds nothing there', async () => {
    const { token } = await makeUser({ merchant_id: await makeMerchant(world, channel) });
    expect((await read(token)).body.total).toBe(0);
    const answer = await world.call('GET', `/api/transactions/${transaction_id}`, { key: token });
    expect([answer.status, answer.body]).toEqual([404, { detail: 'Transaction not found' }]);
  });

  const foreign = Object.entries(OPERATIONS).filter(
    ([, { accepts }]) => accepts.length > 0 && !(accepts as readonly string[]).includes('dashboard'),
  );
  test('is no credential anywhere else', async () => {
    const { token } = await makeUser({ permissions: ['finance.manage', 'transactions.read'] });
    for (const [id, { method, path }] of foreign) {
      const at = path.replace(/:[a-z_]+/g, randomUUID());
      const answer = await world.call(method, at, { key: token, merchant: merchant.merchant_id });
      expect([id, answer.status, answer.body]).toEqual([id, 401, INVALID]);
    }
  });

  test('reads on while its channel is inactive, when the keys of its merchant may not', async () => {
    const other = await makeChannel(world);
    const merchant_id = await makeMerchant(world, other);
    const { token } = await makeUser({ merchant_id });
    const minted = await world.operator('POST', `merchants/${merchant_id}/api-keys`, { name: 'Key' });
    const setActive = (active: boolean) =>
      world.operator('PATCH', `channels/${other.channel_id}`, { active });
    await setActive(false);
    expect((await read(token)).status).toBe(200);
    const refused = await read(minted.body.key);
    expect([refused.status, refused.body.detail]).toEqual([403, 'Channel is not active']);
    await setActive(true);
    expect((await read(minted.body.key)).status).toBe(200);
  });

  test('has the budget of its user: two tokens share one, exact under parallel calls', async () => {
    const strict = await startWorld({ worker: false, env: { RATE_LIMIT_SCALE: '0.1' } });
    const body = { business_name: 'Shop', email: newEmail(), country_code: 'US' };
    const { merchant_id } = (await strict.operator('POST', 'merchants', body)).body;
    const user = { email: newEmail(), permissions: ['transactions.read'] };
    const invited = await strict.operator('POST', `merchants/${merchant_id}/dashboard-users`, user);
    const password = { password: PASSWORD };
    await strict.call('POST', `/api/activation/${tokenOf(invited)}`, { body: password });
    const signIn = () =>
      strict.call('POST', '/api/dashboard/login', { body: { email: user.email, ...password } });
    const tokens = [await signIn(), await signIn()].map(({ body: answer }) => answer.access_token);
    const calls = Array.from({ length: 20 }, (_, index) =>
      strict.call('GET', '/api/transactions', { key: tokens[index % 2] }),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(12);
    expect(statuses.filter((status) => status === 429)).toHaveLength(8);
    await strict.close();
  });
});
