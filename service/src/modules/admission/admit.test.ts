import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withConnection } from '../../../../dev/connection.ts';
import type { Ctx } from '../../context.ts';
import { OPERATIONS } from '../../http/operations.ts';
import { uuidAt } from '../../lib/ids.ts';
import type { Presented } from '../../scope.ts';
import { createKey, keyView } from '../keys/create-key.ts';
import {
  ACTOR,
  countOutcomes,
  type KeyWorld,
  newChannel,
  newChannelKey,
  newMerchant,
  newMerchantKey,
  OPERATOR_TOKEN,
  outcomeOf,
  startKeyWorld,
} from '../keys/keys.fixture.ts';
import { listKeys } from '../keys/queries.ts';
import { admitWith } from './admit.ts';
import { forgetOldWindows } from './forget-old-windows.ts';

let world: KeyWorld;
let ctx: Ctx;
let admit: KeyWorld['admit'];
beforeAll(async () => {
  world = await startKeyWorld();
  ({ ctx, admit } = world);
});
afterAll(() => world.close());

test('a key is admitted while the tables of dashboard users are locked', async () => {
  const bearer = await newMerchantKey(ctx, await newMerchant(ctx, await newChannel(ctx)));
  await withConnection(world.database_url, async (client) => {
    await client.query('begin; lock table dashboard_tokens, dashboard_users in access exclusive mode');
    expect(await outcomeOf(admit('transactions.list', { bearer }))).toBe('done');
  });
});

test('a key is admitted while the accounts of merchants are locked', async () => {
  const bearer = await newMerchantKey(ctx, await newMerchant(ctx, await newChannel(ctx)));
  await withConnection(world.database_url, async (client) => {
    await client.query('begin; lock table rail_accounts, wallet_connections in access exclusive mode');
    expect(await outcomeOf(admit('transactions.list', { bearer }))).toBe('done');
  });
});

test('a deployment takes no key of the other environment, also where both have one database', async () => {
  const bearer = await newMerchantKey(ctx, await newMerchant(ctx, await newChannel(ctx)));
  const live = { ...ctx, config: { ...ctx.config, environment: 'live' as const } };
  const atLive = (presented: Pick<Presented, 'bearer'>) =>
    admitWith(live)(
      { id: 'transactions.list', ...OPERATIONS['transactions.list'] },
      { merchant_header: null, address: '203.0.113.2', ...presented },
    );
  expect(await outcomeOf(atLive({ bearer }))).toBe('invalid_api_key');
  const channel_id = await newChannel(ctx);
  const minted = await createKey(live, { owner: { channel_id }, actor: ACTOR, name: 'Live' });
  expect(await outcomeOf(admit('merchants.list', { bearer: minted.key }))).toBe('invalid_api_key');
  const [listed] = await listKeys(ctx.db, channel_id);
  expect(keyView(listed!)).toMatchObject({ environment: 'live' });
});

describe('a budget', () => {
  const budget = OPERATIONS['keys.create'].budget;

  test('is exact under parallel calls', async () => {
    const { key } = await newChannelKey(ctx, await newChannel(ctx));
    const calls = Array.from({ length: 60 }, () => admit('keys.create', { bearer: key }));
    expect(await countOutcomes(calls)).toEqual({ done: budget, budget_exceeded: 60 - budget });
  });

  test('is one for all merchants of a channel, and each call acts for its own', async () => {
    const channel = await newChannel(ctx);
    const { key } = await newChannelKey(ctx, channel);
    const merchants = [
      await newMerchant(ctx, channel),
      await newMerchant(ctx, channel),
      await newMerchant(ctx, channel),
    ];
    const limit = OPERATIONS['onboarding.start'].budget;
    const asked = Array.from({ length: limit + 10 }, (_, index) => merchants[index % merchants.length]!);
    const answers = await Promise.allSettled(
      asked.map((merchant_header) => admit('onboarding.start', { bearer: key, merchant_header })),
    );
    const admitted = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled' ? [{ asked: asked[index], scope: answer.value }] : [],
    );
    expect(admitted).toHaveLength(limit);
    for (const call of admitted)
      expect(call.scope).toMatchObject({ kind: 'merchant', merchant_id: call.asked });
  });

  test('is counted for each key and each operation apart', async () => {
    const channel = await newChannel(ctx);
    const [one, other] = [await newChannelKey(ctx, channel), await newChannelKey(ctx, channel)];
    await countOutcomes(Array.from({ length: budget + 1 }, () => admit('keys.create', { bearer: one.key })));
    expect(await outcomeOf(admit('keys.create', { bearer: one.key }))).toBe('budget_exceeded');
    expect(await outcomeOf(admit('keys.create', { bearer: other.key }))).toBe('done');
    expect(await outcomeOf(admit('keys.list', { bearer: one.key }))).toBe('done');
  });

  test('is whole again a minute after the first call, and not before', async () => {
    const { id, key } = await newChannelKey(ctx, await newChannel(ctx));
    const age = (seconds: number) =>
      sql`update budget_windows set started_at = started_at - make_interval(secs => ${seconds}) where subject = ${id}`.execute(
        ctx.db,
      );
    await countOutcomes(Array.from({ length: budget + 5 }, () => admit('keys.create', { bearer: key })));
    await age(30);
    expect(await outcomeOf(admit('keys.create', { bearer: key }))).toBe('budget_exceeded');
    await age(30);
    const calls = Array.from({ length: budget + 1 }, () => admit('keys.create', { bearer: key }));
    expect(await countOutcomes(calls)).toEqual({ done: budget, budget_exceeded: 1 });
  });

  test('of a call without credential is its address’s', async () => {
    const limit = OPERATIONS['activation.redeem'].budget;
    const from = (address: string) => admit('activation.redeem', { address });
    const calls = Array.from({ length: limit + 20 }, () => from('198.51.100.1'));
    expect(await countOutcomes(calls)).toEqual({ done: limit, budget_exceeded: 20 });
    expect(await from('198.51.100.2')).toEqual({ kind: 'public' });
  });

  test('of a notice is counted without the database, and is as narrow', async () => {
    const limit = OPERATIONS['notices.receive'].budget;
    const address = '198.51.100.3';
    const calls = Array.from({ length: limit + 2 }, () => admit('notices.receive', { address }));
    expect(await countOutcomes(calls)).toEqual({ done: limit, budget_exceeded: 2 });
    const counted = ctx.db.selectFrom('budget_windows').select('used').where('subject', '=', address);
    expect(await counted.execute()).toEqual([]);
  });

  test('is not spent by a credential that is none', async () => {
    const count = async () => (await ctx.db.selectFrom('budget_windows').select('subject').execute()).length;
    const before = await count();
    await countOutcomes([admit('keys.list', { bearer: 'sk_test_nothing' }), admit('keys.list', {})]);
    expect(await count()).toBe(before);
  });

  test('that is long over leaves nothing behind, and one in force stays', async () => {
    const [old, young] = [
      await newChannelKey(ctx, await newChannel(ctx)),
      await newChannelKey(ctx, await newChannel(ctx)),
    ];
    for (const { key } of [old, young]) await admit('keys.list', { bearer: key });
    await sql`update budget_windows set started_at = started_at - interval '11 minutes'
      where subject = ${old.id}`.execute(ctx.db);
    // Forgotten before its minute is over, a budget would be whole again.
    await sql`update budget_windows set started_at = started_at - interval '59 seconds'
      where subject = ${young.id}`.execute(ctx.db);
    await forgetOldWindows(ctx);
    const left = await ctx.db.selectFrom('budget_windows').select('subject').execute();
    const subjects = left.map(({ subject }) => subject);
    expect(subjects).toContain(young.id);
    expect(subjects).not.toContain(old.id);
  });

  test('that is spent is not what a call without its merchant hears of', async () => {
    const { key } = await newChannelKey(ctx, await newChannel(ctx));
    const calls = Array.from({ length: 70 }, () => admit('onboarding.status', { bearer: key }));
    expect(await countOutcomes(calls)).toEqual({ merchant_header_required: 70 });
  });
});

describe('admission', () => {
  test('acts for the merchant that a channel key names, and for no other channel’s', async () => {
    const channel = await newChannel(ctx);
    const { id, key } = await newChannelKey(ctx, channel);
    const merchant = await newMerchant(ctx, channel);
    const ask = (merchant_header: string) => admit('onboarding.status', { bearer: key, merchant_header });
    expect(await ask(merchant.toUpperCase())).toEqual({
      kind: 'merchant',
      via: 'channel_key',
      credential_id: id,
      merchant_id: merchant,
      channel_id: channel,
      business_name: 'Shop',
      payment_provider: 'ppcp',
    });
    const strangers = [
      await newMerchant(ctx, await newChannel(ctx)),
      await newMerchant(ctx, null),
      uuidAt(new Date(0)),
      'x',
      `${merchant} `,
    ];
    for (const stranger of strangers) expect(await outcomeOf(ask(stranger))).toBe('merchant_not_found');
  });

  test('lets a merchant key act for its own merchant, whatever the header says', async () => {
    const channel = await newChannel(ctx);
    const [merchant, other] = [await newMerchant(ctx, channel), await newMerchant(ctx, channel)];
    const bearer = await newMerchantKey(ctx, merchant);
    for (const merchant_header of [null, '', other, 'x']) {
      const scope = await admit('onboarding.status', { bearer, merchant_header });
      expect(scope).toMatchObject({
        kind: 'merchant',
        via: 'merchant_key',
        merchant_id: merchant,
        channel_id: channel,
      });
    }
  });

  test('refuses a credential of the wrong kind with its name for it', async () => {
    const channel = await newChannel(ctx);
    const { key } = await newChannelKey(ctx, channel);
    const merchant_header = await newMerchant(ctx, channel);
    const merchantKey = await newMerchantKey(ctx, merchant_header);
    expect(await outcomeOf(admit('keys.list', { bearer: merchantKey }))).toBe('channel_key_required');
    expect(await outcomeOf(admit('orders.capture', { bearer: merchantKey }))).toBe('channel_key_required');
    expect(await outcomeOf(admit('orders.create', { bearer: key, merchant_header }))).toBe(
      'merchant_key_required',
    );
  });

  test('refuses every key of an inactive channel until it is active again', async () => {
    const channel = await newChannel(ctx);
    const { key } = await newChannelKey(ctx, channel);
    const setActive = (active: boolean) =>
      ctx.db.updateTable('channels').set({ active }).where('id', '=', channel).execute();
    await setActive(false);
    expect(await outcomeOf(admit('keys.list', { bearer: key }))).toBe('channel_inactive');
    await setActive(true);
    expect(await outcomeOf(admit('keys.list', { bearer: key }))).toBe('done');
  });

  test('keeps the operator’s routes for the operator’s token, and that token for these routes', async () => {
    const { key } = await newChannelKey(ctx, await newChannel(ctx));
    expect(await admit('operator.audit.list', { bearer: OPERATOR_TOKEN })).toEqual({ kind: 'operator' });
    for (const bearer of [null, key, `${OPERATOR_TOKEN}x`, OPERATOR_TOKEN.slice(0, -1)]) {
      expect(await outcomeOf(admit('operator.audit.list', { bearer }))).toBe('invalid_api_key');
    }
    expect(await outcomeOf(admit('keys.list', { bearer: OPERATOR_TOKEN }))).toBe('invalid_api_key');
  });
});
