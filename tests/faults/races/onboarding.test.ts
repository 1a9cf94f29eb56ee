import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChannel, makeMerchant, recordedEvents, type TestChannel } from '../../world/actors.ts';
import { startWorld, type World } from '../../world/world.ts';
import { withSql } from '../books/books.ts';
import { insisting } from '../world/insist.ts';
import { timeoutOf, repeated, roundsOf } from '../world/rounds.ts';

const ROUNDS = roundsOf(1);
const SLOW_MS = timeoutOf(ROUNDS);
const AT_ONCE = 50;

let world: World;
let channels: TestChannel[];
beforeAll(async () => {
  world = await startWorld();
  channels = [await makeChannel(world), await makeChannel(world)];
}, SLOW_MS);
afterAll(async () => world.close());

interface Caller {
  key: string;
  merchant: string;
}

const newcomer = async (channel: TestChannel): Promise<Caller> => ({
  key: channel.key,
  merchant: await makeMerchant(world, channel),
});
const start = (caller: Caller) => world.call('POST', '/api/channel/onboarding/start', caller);
const read = (caller: Caller) => world.call('GET', '/api/channel/onboarding/status', caller);
const many = <T>(call: () => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, call));

async function finish(action_url: string, account_id: string): Promise<void> {
  const referral = encodeURIComponent(new URL(action_url).searchParams.get('token')!);
  const finished = await world.control('POST', `referrals/${referral}/finish`, { account_id });
  expect(finished.status).toBe(200);
}

async function makeAccount(): Promise<string> {
  const account = { kind: 'business', email: `${randomUUID()}@example.com`, country: 'US', currency: 'USD' };
  const ready = { ...account, email_confirmed: true, payments_receivable: true };
  return (await world.control('POST', 'accounts', ready)).body.account_id;
}

test(
  'fifty starts at once each answer an address, and the merchant moves into progress once',
  repeated(ROUNDS, async () => {
    const caller = await newcomer(channels[0]!);
    const started = await many(() => insisting(() => start(caller)));
    for (const { status, body } of started)
      expect([status, body]).toEqual([200, { action_url: expect.any(String) }]);
    const events = await recordedEvents(world, caller.merchant);
    expect(events.map(({ type }) => type)).toEqual(['merchant.onboarding_updated']);
  }),
  SLOW_MS,
);

test(
  'one account that two merchants bring at once is linked to one of them, and the other is told',
  repeated(ROUNDS, async () => {
    const account = await makeAccount();
    const callers = await Promise.all(channels.map(newcomer));
    const started = await Promise.all(callers.map(start));
    await world.control('POST', 'notices', { mode: 'hold' });
    for (const { body } of started) await finish(body.action_url, account);
    await Promise.all([
      ...callers.map((caller) => many(() => read(caller))),
      world.control('POST', 'notices/release'),
    ]);
    await world.drain();
    await world.advance(60);
    const statuses = await Promise.all(callers.map(async (caller) => (await read(caller)).body));
    expect(statuses.map(({ wallet_connection_status }) => wallet_connection_status).sort()).toEqual([
      'connected',
      'not_linked',
    ]);
    expect(statuses.find(({ payments_enabled }) => !payments_enabled)).toMatchObject({
      onboarding_status: 'in_progress',
      wallet_status_reason: 'wallet_account_already_linked',
      checkout_enabled: false,
    });
    await withSql(world.database_url, async (db) => {
      const { rows } = await sql`
        select merchant_id from wallet_connections where wallet_merchant_id = ${account}`.execute(db);
      expect(rows).toHaveLength(1);
    });
  }),
  SLOW_MS,
);
