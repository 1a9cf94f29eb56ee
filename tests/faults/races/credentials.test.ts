import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant, makeMerchant, type TestMerchant } from '../../world/actors.ts';
import type { Answer, World } from '../../world/world.ts';
import { withSql } from '../books/books.ts';
import { type CrashWorld, startCrashWorld } from '../world/crash-world.ts';
import { timeoutOf, roundsOf } from '../world/rounds.ts';
import { untilServed } from '../world/served.ts';

// What credentials, keys and links promise holds for callers of different processes, at the same moment.

const ROUNDS = roundsOf(3);
const SLOW_MS = timeoutOf(ROUNDS);
const KEYS_MAX = 20;
const PASSWORD = 'Correct-horse-1';
// Ten thousand refused uses in all, however many the rounds.
const REVOKED_USES = Math.ceil(10_000 / ROUNDS / 2) * 2;
const USES_UNDER_WAY = 40;
// Half of them at each process, which holds at most 500 sockets of one address, those that go included.
const USES_AT_ONCE = 400;

let world: CrashWorld;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startCrashWorld({ processes: 2 });
  merchant = await makeConnectedMerchant(world.through(0), await makeChannel(world.through(0)));
}, SLOW_MS);
afterAll(async () => world?.close());

const throughBoth = (count: number, call: (view: World, index: number) => Promise<Answer>) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => untilServed(() => call(world.through(index % 2), index))),
  );
const tally = (answers: readonly Answer[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const mint = (view: World, key: string) =>
  view.call('POST', '/api/channel/api-keys', { key, body: { name: 'raced' } });
const listKeys = async (key: string) =>
  (await world.call('GET', '/api/channel/api-keys', { key })).body as { id: string; status: string }[];
const use = (view: World, key: string) => view.call('GET', '/api/channel/merchants', { key });
const useOwn = (view: World, key: string) => view.call('GET', '/api/channel/onboarding/status', { key });
const redeem = (view: World, token: string) =>
  view.call('POST', `/api/activation/${token}`, { body: { password: PASSWORD } });

async function invite(): Promise<string> {
  const body = { name: 'Raced', owner_email: `${randomUUID()}@example.com` };
  return String((await world.operator('POST', 'channels', body)).body.activation_url)
    .split('/')
    .at(-1)!;
}

test(
  'of a hundred keys asked for with fifteen active, five are made',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { key } = await makeChannel(world.through(0));
      while ((await listKeys(key)).length < 15) expect((await mint(world.through(0), key)).status).toBe(201);
      const answers = await throughBoth(100, (view) => mint(view, key));
      expect(tally(answers)).toEqual({ 201: 5, 400: 95 });
      const active = (await listKeys(key)).filter(({ status }) => status === 'active');
      expect(active).toHaveLength(KEYS_MAX);
    }
  },
  SLOW_MS,
);

test(
  'one email, asked for by two channels at once in any letter case, makes one merchant',
  async () => {
    const channels = [await makeChannel(world.through(0)), await makeChannel(world.through(1))];
    for (let round = 0; round < ROUNDS; round += 1) {
      const email = `${randomUUID()}@example.com`;
      const answers = await throughBoth(50, (view, index) => {
        const { key } = channels[Math.floor(index / 2) % 2]!;
        const body = { business_name: 'Raced', country_code: 'US' };
        const written = index % 3 === 0 ? email.toUpperCase() : email;
        return view.call('POST', '/api/channel/merchants', { key, body: { ...body, email: written } });
      });
      expect(tally(answers)).toEqual({ 201: 1, 409: 49 });
      const lists = await Promise.all(
        channels.map(({ key }) => world.call('GET', `/api/channel/merchants?email=${email}`, { key })),
      );
      expect(lists.reduce((sum, { body }) => sum + Number(body.total), 0)).toBe(1);
    }
  },
  SLOW_MS,
);

test(
  'of fifty keys of a merchant asked for at both processes, twenty are made',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const path = `merchants/${await makeMerchant(world.through(0), merchant)}/api-keys`;
      const answers = await throughBoth(50, (view) => view.operator('POST', path, { name: 'raced' }));
      expect(tally(answers)).toEqual({ 201: KEYS_MAX, 400: 50 - KEYS_MAX });
      expect((await world.operator('GET', path)).body.total).toBe(KEYS_MAX);
    }
  },
  SLOW_MS,
);

/** Revokes a key that works at both processes while it is in use, and uses it again and again from then on. */
async function expectDeadOnce(
  key: string,
  of: { use: (view: World, key: string) => Promise<Answer>; revoke: () => Promise<Answer> },
): Promise<void> {
  expect(tally(await throughBoth(2, (view) => of.use(view, key)))).toEqual({ 200: 2 });
  // Calls under way keep whatever a process remembers of the key warm.
  const underWay = throughBoth(USES_UNDER_WAY, (view) => of.use(view, key));
  expect((await of.revoke()).status).toBe(200);
  const after: Answer[] = [];
  while (after.length < REVOKED_USES) {
    const count = Math.min(USES_AT_ONCE, REVOKED_USES - after.length);
    after.push(...(await throughBoth(count, (view) => of.use(view, key))));
  }
  expect(tally(after)).toEqual({ 401: REVOKED_USES });
  for (const { status } of await underWay) expect([200, 401]).toContain(status);
}

test(
  'from the moment its revocation is answered, a key is accepted by no process',
  async () => {
    const { key } = await makeChannel(world.through(0));
    for (let round = 0; round < ROUNDS; round += 1) {
      const made = (await mint(world.through(0), key)).body as { id: string; key: string };
      const path = `/api/channel/api-keys/${made.id}/revoke`;
      const revoke = () => world.through(round % 2).call('POST', path, { key });
      await expectDeadOnce(made.key, { use, revoke });
    }
  },
  SLOW_MS,
);

test(
  'neither is a key of a merchant’s own, once the operator has revoked it',
  async () => {
    const path = `merchants/${merchant.merchant_id}/api-keys`;
    for (let round = 0; round < ROUNDS; round += 1) {
      const made = (await world.operator('POST', path, { name: 'raced' })).body as {
        id: string;
        key: string;
      };
      const revoke = () => world.through(round % 2).operator('POST', `${path}/${made.id}/revoke`);
      await expectDeadOnce(made.key, { use: useOwn, revoke });
    }
  },
  SLOW_MS,
);

test(
  'an activation link opened fifty times at once is redeemed once, and all see the same key',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const token = await invite();
      const answers = await throughBoth(50, (view) => redeem(view, token));
      expect(tally(answers)).toEqual({ 200: 50 });
      expect(new Set(answers.map(({ body }) => body.key)).size).toBe(1);
      expect(new Set(answers.map(({ body }) => body.recoverable_until)).size).toBe(1);
      expect(await listKeys(answers[0]!.body.key)).toMatchObject([{ status: 'active' }]);
    }
    // These processes are given nothing that service is not given, so what a password costs is what it costs there.
    const { rows: owners } = await withSql(world.database_url, (db) =>
      sql<{ password_hash: string }>`
        select password_hash from owners where password_hash is not null`.execute(db),
    );
    for (const { password_hash } of owners) expect(password_hash).toMatch(/^argon2id\$m=19456,t=2,p=1\$/);
  },
  SLOW_MS,
);

test(
  'the first key is recovered until its time is over by every process, and after it by none',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const token = await invite();
      const first = await redeem(world.through(0), token);
      const left = (Date.parse(first.body.recoverable_until) - world.clock.now().getTime()) / 1000;
      // So far from its end, on either side, that no busy machine passes it by itself.
      await world.advance(Math.floor(left) - 60);
      await expectClockOfBoth();
      const before = await throughBoth(10, (view) => redeem(view, token));
      expect(tally(before)).toEqual({ 200: 10 });
      expect(new Set(before.map(({ body }) => body.key))).toEqual(new Set([first.body.key]));
      await world.advance(120);
      await expectClockOfBoth();
      expect(tally(await throughBoth(10, (view) => redeem(view, token)))).toEqual({ 410: 10 });
      expect((await use(world.through(1), first.body.key)).status).toBe(200);
    }
  },
  SLOW_MS,
);

// The clock is moved through one process; the other is told by the database.
async function expectClockOfBoth(): Promise<void> {
  const offsets = () =>
    Promise.all([0, 1].map(async (index) => (await world.through(index).operator('GET', 'clock')).body));
  await expect.poll(async () => new Set((await offsets()).map((clock) => clock.offset_seconds)).size).toBe(1);
}

test(
  'one Idempotency-Key makes one session through any process, and another body under it none',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const headers = { 'idempotency-key': randomUUID() };
      const as = { key: merchant.key, merchant: merchant.merchant_id, headers };
      const create = (view: World, amount: string) =>
        view.call('POST', '/api/checkout-sessions', { ...as, body: { amount } });
      // Of every four calls, two through each process: one with each body.
      const answers = await throughBoth(50, (view, index) =>
        create(view, Math.floor(index / 2) % 2 === 0 ? '11.00' : '12.00'),
      );
      const made = answers.filter(({ status }) => status === 201);
      const isFirst = made[0]!.body.amount === '11';
      expect(tally(answers)).toEqual(isFirst ? { 201: 26, 422: 24 } : { 201: 24, 422: 26 });
      expect(new Set(made.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    }
  },
  SLOW_MS,
);
