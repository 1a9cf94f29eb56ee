import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../world/world.ts';
import { expectProblem, expectRefused, INVALID_KEY, ISO_UTC, NOBODY } from './support.ts';

const PASSWORD = 'Correct-horse-1';

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.close());

async function invite() {
  const owner_email = `${crypto.randomUUID()}@example.com`;
  const made = await world.operator('POST', 'channels', { name: 'Acme', owner_email });
  return { ...made.body, status: made.status, token: tokenOf(made.body.activation_url) };
}
const tokenOf = (url: string) => new URL(url).pathname.split('/').at(-1)!;
const redeem = (token: string, password: unknown = PASSWORD) =>
  world.call('POST', `/api/activation/${token}`, { body: { password } });
const works = async (key: string) =>
  (await world.call('GET', '/api/channel/merchants', { key })).status === 200;

describe('an invitation', () => {
  test('comes with a new channel', async () => {
    const made = await invite();
    expect(made.status).toBe(201);
    expect(made).toMatchObject({ name: 'Acme', active: true, channel_id: expect.any(String) });
    expect(made.activation_url.startsWith(world.base_url)).toBe(true);
    expect(made.activation_expires_at).toMatch(ISO_UTC);
  });

  test('redeemed, answers the first key and the base address', async () => {
    const made = await invite();
    const redeemed = await redeem(made.token);
    expect(redeemed.status).toBe(200);
    expect(Object.keys(redeemed.body).sort()).toEqual(['base_url', 'channel_id', 'key', 'recoverable_until']);
    expect(redeemed.body).toMatchObject({ base_url: world.base_url, channel_id: made.channel_id });
    expect(redeemed.body.key).toMatch(/^sk_test_/);
    const minutes = (Date.parse(redeemed.body.recoverable_until) - world.clock.now().getTime()) / 60_000;
    expect(minutes).toBeGreaterThan(9);
    expect(minutes).toBeLessThanOrEqual(10);
    expect(await works(redeemed.body.key)).toBe(true);
    const [key] = (await world.call('GET', '/api/channel/api-keys', { key: redeemed.body.key })).body;
    expect(key).toMatchObject({ status: 'active', environment: 'test' });
  });

  test('not redeemed in time is gone', async () => {
    const made = await invite();
    const seconds = (Date.parse(made.activation_expires_at) - world.clock.now().getTime()) / 1000;
    await world.advance(Math.ceil(seconds) + 1);
    expectRefused(await redeem(made.token), 410);
  });

  test('nobody’s is 404, a malformed one names the path', async () => {
    expectRefused(await redeem('A'.repeat(43)), 404);
    expectProblem(await redeem('a%20b'), ['path', 'token']);
  });
});

describe('the password', () => {
  test.each([
    ['Aa1aaaa', 'seven characters'],
    ['aaaaaaa1', 'no upper-case letter'],
    ['AAAAAAA1', 'no lower-case letter'],
    ['AAAAaaaa', 'no digit'],
    ['', 'nothing'],
    [`Aa1${'a'.repeat(70)}`, '73 bytes'],
    [`Aa1${'ü'.repeat(35)}`, '73 bytes in 38 characters'],
  ])('%s (%s) is refused and leaves the link usable', async (password) => {
    const made = await invite();
    expectProblem(await redeem(made.token, password), ['body', 'password']);
    expect((await redeem(made.token)).status).toBe(200);
  });

  test.each(['Aa1aaaaa', `Aa1${'a'.repeat(69)}`, `Aa1a${'ü'.repeat(34)}`, 'Pass word 1 ✓'])(
    '%s is accepted',
    async (password) => {
      expect((await redeem((await invite()).token, password)).status).toBe(200);
    },
  );

  test.each([[null], [5], [undefined]])('%j is refused', async (password) => {
    const made = await invite();
    const body = password === undefined ? {} : { password };
    const answer = await world.call('POST', `/api/activation/${made.token}`, { body });
    expectProblem(answer, ['body', 'password']);
  });

  test('nothing else is accepted', async () => {
    const made = await invite();
    const body = { password: PASSWORD, name: 'x' };
    expectProblem(await world.call('POST', `/api/activation/${made.token}`, { body }), ['body', 'name']);
  });
});

describe('recovery', () => {
  test('the same password within ten minutes answers the same key', async () => {
    const { token } = await invite();
    const first = await redeem(token);
    await world.advance(590);
    const again = await redeem(token);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    await world.advance(11);
    expectRefused(await redeem(token), 410);
    expectRefused(await redeem(token, 'Wrong-horse-1'), 410);
    expect(await works(first.body.key)).toBe(true);
  });

  test('a wrong password is 401, also a weak one, and does not burn the recovery', async () => {
    const { token } = await invite();
    const first = await redeem(token);
    expectRefused(await redeem(token, 'Wrong-horse-1'), 401);
    expectRefused(await redeem(token, 'weak'), 401);
    expect((await redeem(token)).body.key).toBe(first.body.key);
  });

  test('parallel redemptions make one key', async () => {
    const { token } = await invite();
    const answers = await Promise.all(Array.from({ length: 5 }, () => redeem(token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(new Set(answers.map(({ body }) => body.key)).size).toBe(1);
    const { key } = answers[0]!.body;
    expect((await world.call('GET', '/api/channel/api-keys', { key })).body).toHaveLength(1);
  });

  test('survives the sweep of what is due', async () => {
    const { token } = await invite();
    const first = await redeem(token);
    await world.drain();
    expect((await redeem(token)).body.key).toBe(first.body.key);
  });
});

describe('a replacement invitation', () => {
  const replace = async (channel_id: string) => {
    const made = await world.operator('POST', `channels/${channel_id}/invitations`, {});
    expect(made.status).toBe(201);
    expect(Object.keys(made.body).sort()).toEqual(['activation_expires_at', 'activation_url']);
    return tokenOf(made.body.activation_url);
  };

  test('yields a new key and leaves the earlier ones as they are', async () => {
    const { token, channel_id } = await invite();
    const first = await redeem(token);
    const second = await redeem(await replace(channel_id), 'Another-horse-2');
    expect(second.body).toMatchObject({ channel_id });
    expect(second.body.key).not.toBe(first.body.key);
    expect(await works(first.body.key)).toBe(true);
    expect(await works(second.body.key)).toBe(true);
  });

  test('ends the invitation that it replaces', async () => {
    const { token, channel_id } = await invite();
    const replacement = await replace(channel_id);
    expectRefused(await redeem(token), 410);
    expect((await redeem(replacement)).status).toBe(200);
  });

  test('of nobody’s channel is 404', async () => {
    expectRefused(await world.operator('POST', `channels/${NOBODY}/invitations`, {}), 404);
  });
});

describe('the page of a link', () => {
  const pageOf = async (activation_url: string) => {
    const answer = await fetch(activation_url);
    const text = await answer.text();
    return { status: answer.status, asks: text.includes('type="password"') };
  };
  const LIVE = { status: 200, asks: true };
  const OVER = { status: 410, asks: false };

  test('asks for no password once the link is used and its key is told no longer', async () => {
    const made = await invite();
    expect(await pageOf(made.activation_url)).toEqual(LIVE);
    await redeem(made.token);
    expect(await pageOf(made.activation_url)).toEqual(LIVE);
    await world.advance(601);
    expect(await pageOf(made.activation_url)).toEqual(OVER);
  });

  test('asks for none once it has expired, or was replaced', async () => {
    const made = await invite();
    const { body } = await world.operator('POST', `channels/${made.channel_id}/invitations`);
    expect(await pageOf(made.activation_url)).toEqual(OVER);
    await world.advance(30 * 86_400);
    expect(await pageOf(body.activation_url)).toEqual(OVER);
  });

  test('asks for none where no such link was ever made, and says so', async () => {
    const unknown = new URL(`/activate/${'a'.repeat(43)}`, world.base_url).href;
    expect(await pageOf(unknown)).toEqual({ status: 404, asks: false });
    expect(await (await fetch(unknown)).text()).toContain('This activation link does not exist');
    const filled = { method: 'POST', body: new URLSearchParams({ password: 'Correct-horse-1' }) };
    expect((await fetch(unknown, filled)).status).toBe(404);
  });

  test('asks a dashboard user for none either', async () => {
    const merchant = await world.operator('POST', 'merchants', {
      ...{ business_name: 'Bay', email: `${crypto.randomUUID()}@example.com`, country_code: 'US' },
    });
    const path = `merchants/${merchant.body.merchant_id}/dashboard-users`;
    const asked = { email: `${crypto.randomUUID()}@example.com`, permissions: ['transactions.read'] };
    const { activation_url } = (await world.operator('POST', path, asked)).body;
    expect(await pageOf(activation_url)).toEqual(LIVE);
    await redeem(tokenOf(activation_url));
    await world.advance(601);
    expect(await pageOf(activation_url)).toEqual(OVER);
  });
});

test('an activation token operates nothing', async () => {
  const { token } = await invite();
  await redeem(token);
  expectRefused(await world.call('GET', '/api/channel/merchants', { key: token }), 401, INVALID_KEY.detail);
});
