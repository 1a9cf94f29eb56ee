import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withConnection } from '../../../../dev/connection.ts';
import { contextOver } from '../../../../tests/world/context.ts';
import { createServiceDatabase, type TestDatabase } from '../../../../tests/world/database.ts';
import type { Ctx } from '../../context.ts';
import { type OpenDatabase, openDatabase } from '../../db/open.ts';
import { inTransaction } from '../../db/tx.ts';
import { type OperationId, OPERATIONS } from '../../http/operations.ts';
import type { Admit, Presented, Scope } from '../../scope.ts';
import { movableClock } from '../../lib/clock.ts';
import { uuidAt } from '../../lib/ids.ts';
import { BudgetExceeded, Refusal } from '../../refusals.ts';
import { createChannel } from '../channels/index.ts';
import { forgetOldBudgets } from './admit-account.ts';
import { admitWith } from './admit.ts';
import { createKey, insertKey, keyView } from './create-key.ts';
import { listKeys } from './queries.ts';
import { revokeKey } from './revoke-key.ts';

const OPERATOR_TOKEN = 'operator-token-of-thirty-two-characters';
const ACTOR = 'key:test';

const clock = movableClock();
let database: TestDatabase;
let opened: OpenDatabase;
let ctx: Ctx;
let admission: Admit;

beforeAll(async () => {
  database = await createServiceDatabase();
  opened = openDatabase({ url: database.url, connectionsMax: 10, name: 'keys-test' });
  ctx = contextOver({ db: opened.db, settings: { DATABASE_URL: database.url, OPERATOR_TOKEN } }, { clock });
  admission = admitWith(ctx);
});

afterAll(async () => {
  await opened.close();
  await database.drop();
});

async function newChannel(): Promise<string> {
  return (await inTransaction(ctx.db, (tx) => createChannel(tx, ctx, { name: 'Channel' }))).id;
}

async function newChannelKey(channel_id: string, name = 'Key') {
  return createKey(ctx, { channel_id, actor: ACTOR, name });
}

async function newMerchant(channel_id: string | null): Promise<string> {
  const id = uuidAt(ctx.clock.now());
  const email = `${id}@example.com`;
  const row = { id, channel_id, email, email_folded: email, business_name: 'Shop', country_code: 'US' };
  await ctx.db
    .insertInto('merchants')
    .values({ ...row, created_at: ctx.clock.now() })
    .execute();
  return id;
}

async function newMerchantKey(merchant_id: string): Promise<string> {
  const owner = { merchant_id };
  return (await inTransaction(ctx.db, (tx) => insertKey(tx, ctx, { owner, actor: 'operator', name: 'Key' })))
    .key;
}

async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.refusal;
    if (error instanceof BudgetExceeded) return 'budget_exceeded';
    throw error;
  }
}

async function countOutcomes(calls: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const outcomes = await Promise.all(calls.map(outcomeOf));
  return Object.fromEntries(
    [...Map.groupBy(outcomes, (outcome) => outcome)].map(([name, all]) => [name, all.length]),
  );
}

function admit(operation: OperationId, presented: Partial<Presented>): Promise<Scope> {
  return admission(
    { id: operation, ...OPERATIONS[operation] },
    {
      bearer: null,
      merchant_header: null,
      address: '203.0.113.1',
      ...presented,
    },
  );
}

test('a key is admitted while the tables of dashboard users are locked', async () => {
  const bearer = await newMerchantKey(await newMerchant(await newChannel()));
  await withConnection(database.url, async (client) => {
    await client.query('begin; lock table dashboard_tokens, dashboard_users in access exclusive mode');
    expect(await outcomeOf(admit('transactions.list', { bearer }))).toBe('done');
  });
});

test('a key is admitted while the accounts of merchants are locked', async () => {
  const bearer = await newMerchantKey(await newMerchant(await newChannel()));
  await withConnection(database.url, async (client) => {
    await client.query('begin; lock table rail_accounts, wallet_connections in access exclusive mode');
    expect(await outcomeOf(admit('transactions.list', { bearer }))).toBe('done');
  });
});

test('a deployment takes no key of the other environment, also where both have one database', async () => {
  const bearer = await newMerchantKey(await newMerchant(await newChannel()));
  const live = { ...ctx, config: { ...ctx.config, environment: 'live' as const } };
  const atLive = (presented: Pick<Presented, 'bearer'>) =>
    admitWith(live)(
      { id: 'transactions.list', ...OPERATIONS['transactions.list'] },
      { merchant_header: null, address: '203.0.113.2', ...presented },
    );
  expect(await outcomeOf(atLive({ bearer }))).toBe('invalid_api_key');
  const channel_id = await newChannel();
  const minted = await createKey(live, { channel_id, actor: ACTOR, name: 'Live' });
  expect(await outcomeOf(admit('merchants.list', { bearer: minted.key }))).toBe('invalid_api_key');
  const [listed] = await listKeys(ctx.db, channel_id);
  expect(keyView(listed!)).toMatchObject({ environment: 'live' });
});

describe('minting', () => {
  test('shows the key once and stores it hashed only', async () => {
    const channel = await newChannel();
    const { key, prefix } = await newChannelKey(channel, 'Production');
    expect(key.startsWith(prefix)).toBe(true);
    expect(prefix).toMatch(/^sk_test_[0-9A-Za-z]{8}$/);
    const [listed] = await listKeys(ctx.db, channel);
    expect(listed).toEqual({
      id: expect.any(String),
      name: 'Production',
      prefix,
      status: 'active',
      created_at: expect.any(Date),
    });
    const rows = await sql<{ row: string }>`select row_to_json(k)::text as row from api_keys k`.execute(
      ctx.db,
    );
    expect(rows.rows.some(({ row }) => row.includes(key))).toBe(false);
  });

  test('leaves who, what and when behind, without the key', async () => {
    const channel = await newChannel();
    const { id, key } = await newChannelKey(channel, 'Audited');
    const entries = await ctx.db.selectFrom('audit_entries').selectAll().where('subject', '=', id).execute();
    expect(entries).toMatchObject([
      { actor: ACTOR, action: 'key.created', detail: { channel_id: channel, name: 'Audited' } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(key);
  });

  test('of a hundred at the same time beside fifteen gives exactly five', async () => {
    const channel = await newChannel();
    for (let count = 0; count < 15; count += 1) await newChannelKey(channel);
    const calls = Array.from({ length: 100 }, () => newChannelKey(channel));
    expect(await countOutcomes(calls)).toEqual({ done: 5, too_many_keys: 95 });
    expect(await listKeys(ctx.db, channel)).toHaveLength(20);
  });

  test('counts active keys only, and those of the channel only', async () => {
    const [channel, other] = [await newChannel(), await newChannel()];
    const keys = [];
    for (let count = 0; count < 20; count += 1) keys.push(await newChannelKey(channel));
    expect(await outcomeOf(newChannelKey(channel))).toBe('too_many_keys');
    expect(await outcomeOf(newChannelKey(other))).toBe('done');
    await revokeKey(ctx, { channel_id: channel, actor: ACTOR, key_id: keys[0]!.id });
    expect(await outcomeOf(newChannelKey(channel))).toBe('done');
    expect(await listKeys(ctx.db, channel)).toHaveLength(21);
  });
});

describe('listing', () => {
  test('is newest first, revoked keys too, and shows nobody else’s', async () => {
    const channel = await newChannel();
    await newChannelKey(await newChannel());
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      clock.move(1);
      ids.unshift((await newChannelKey(channel)).id);
    }
    await revokeKey(ctx, { channel_id: channel, actor: ACTOR, key_id: ids[1]! });
    const listed = await listKeys(ctx.db, channel);
    expect(listed.map(({ id }) => id)).toEqual(ids);
    expect(listed.map(({ status }) => status)).toEqual(['active', 'revoked', 'active']);
  });
});

describe('revoking', () => {
  test('is at once and for good, and again changes nothing', async () => {
    const channel = await newChannel();
    const key = await newChannelKey(channel);
    expect(await admit('keys.list', { bearer: key.key })).toMatchObject({
      kind: 'channel',
      channel_id: channel,
    });
    const revoke = () => revokeKey(ctx, { channel_id: channel, actor: ACTOR, key_id: key.id });
    const first = await revoke();
    const revokedAt = () =>
      ctx.db.selectFrom('api_keys').select('revoked_at').where('id', '=', key.id).executeTakeFirstOrThrow();
    const { revoked_at } = await revokedAt();
    expect(first).toMatchObject({ id: key.id, status: 'revoked' });
    expect(await revoke()).toEqual(first);
    expect(await revokedAt()).toEqual({ revoked_at });
    expect(await outcomeOf(admit('keys.list', { bearer: key.key }))).toBe('invalid_api_key');
    const entries = ctx.db.selectFrom('audit_entries').select('id').where('subject', '=', key.id);
    expect(await entries.where('action', '=', 'key.revoked').execute()).toHaveLength(1);
  });

  test('by many at the same time is one revocation', async () => {
    const channel = await newChannel();
    const { id } = await newChannelKey(channel);
    const calls = Array.from({ length: 10 }, () =>
      revokeKey(ctx, { channel_id: channel, actor: ACTOR, key_id: id }),
    );
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(10).fill('revoked'));
    const entries = ctx.db.selectFrom('audit_entries').select('id').where('subject', '=', id);
    expect(await entries.where('action', '=', 'key.revoked').execute()).toHaveLength(1);
  });

  test('itself is allowed, also as the last one', async () => {
    const channel = await newChannel();
    const { id, key } = await newChannelKey(channel);
    const scope = await admit('keys.revoke', { bearer: key });
    expect(scope).toEqual({ kind: 'channel', key_id: id, channel_id: channel });
    const revoked = await revokeKey(ctx, { channel_id: channel, actor: `key:${id}`, key_id: id });
    expect(revoked.status).toBe('revoked');
    expect(await outcomeOf(admit('keys.list', { bearer: key }))).toBe('invalid_api_key');
  });

  test('reaches neither another channel’s key, nor a merchant’s, nor one that is not there', async () => {
    const channel = await newChannel();
    const foreign = await newChannelKey(await newChannel());
    const owner = { merchant_id: await newMerchant(channel) };
    const name = 'Merchant’s key';
    const own = await inTransaction(ctx.db, (tx) => insertKey(tx, ctx, { owner, actor: 'operator', name }));
    const ids = [foreign.id, own.id, uuidAt(clock.now())];
    for (const key_id of ids) {
      expect(await outcomeOf(revokeKey(ctx, { channel_id: channel, actor: ACTOR, key_id }))).toBe(
        'key_not_found',
      );
    }
    expect(await outcomeOf(admit('keys.list', { bearer: foreign.key }))).toBe('done');
    expect(await outcomeOf(admit('onboarding.status', { bearer: own.key }))).toBe('done');
  });
});

describe('a budget', () => {
  const budget = OPERATIONS['keys.create'].budget;

  test('is exact under parallel calls', async () => {
    const { key } = await newChannelKey(await newChannel());
    const calls = Array.from({ length: 60 }, () => admit('keys.create', { bearer: key }));
    expect(await countOutcomes(calls)).toEqual({ done: budget, budget_exceeded: 60 - budget });
  });

  test('is one for all merchants of a channel, and each call acts for its own', async () => {
    const channel = await newChannel();
    const { key } = await newChannelKey(channel);
    const merchants = [await newMerchant(channel), await newMerchant(channel), await newMerchant(channel)];
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
    const channel = await newChannel();
    const [one, other] = [await newChannelKey(channel), await newChannelKey(channel)];
    await countOutcomes(Array.from({ length: budget + 1 }, () => admit('keys.create', { bearer: one.key })));
    expect(await outcomeOf(admit('keys.create', { bearer: one.key }))).toBe('budget_exceeded');
    expect(await outcomeOf(admit('keys.create', { bearer: other.key }))).toBe('done');
    expect(await outcomeOf(admit('keys.list', { bearer: one.key }))).toBe('done');
  });

  test('is whole again a minute after the first call, and not before', async () => {
    const { id, key } = await newChannelKey(await newChannel());
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
    const [old, young] = [await newChannelKey(await newChannel()), await newChannelKey(await newChannel())];
    for (const { key } of [old, young]) await admit('keys.list', { bearer: key });
    await sql`update budget_windows set started_at = started_at - interval '11 minutes'
      where subject = ${old.id}`.execute(ctx.db);
    await forgetOldBudgets(ctx);
    const left = await ctx.db.selectFrom('budget_windows').select('subject').execute();
    const subjects = left.map(({ subject }) => subject);
    expect(subjects).toContain(young.id);
    expect(subjects).not.toContain(old.id);
  });

  test('that is spent is not what a call without its merchant hears of', async () => {
    const { key } = await newChannelKey(await newChannel());
    const calls = Array.from({ length: 70 }, () => admit('onboarding.status', { bearer: key }));
    expect(await countOutcomes(calls)).toEqual({ merchant_header_required: 70 });
  });
});

describe('admission', () => {
  test('acts for the merchant that a channel key names, and for no other channel’s', async () => {
    const channel = await newChannel();
    const { id, key } = await newChannelKey(channel);
    const merchant = await newMerchant(channel);
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
      await newMerchant(await newChannel()),
      await newMerchant(null),
      uuidAt(new Date(0)),
      'x',
      `${merchant} `,
    ];
    for (const stranger of strangers) expect(await outcomeOf(ask(stranger))).toBe('merchant_not_found');
  });

  test('lets a merchant key act for its own merchant, whatever the header says', async () => {
    const channel = await newChannel();
    const [merchant, other] = [await newMerchant(channel), await newMerchant(channel)];
    const bearer = await newMerchantKey(merchant);
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
    const channel = await newChannel();
    const { key } = await newChannelKey(channel);
    const merchant_header = await newMerchant(channel);
    const merchantKey = await newMerchantKey(merchant_header);
    expect(await outcomeOf(admit('keys.list', { bearer: merchantKey }))).toBe('channel_key_required');
    expect(await outcomeOf(admit('orders.capture', { bearer: merchantKey }))).toBe('channel_key_required');
    expect(await outcomeOf(admit('orders.create', { bearer: key, merchant_header }))).toBe(
      'merchant_key_required',
    );
  });

  test('refuses every key of an inactive channel until it is active again', async () => {
    const channel = await newChannel();
    const { key } = await newChannelKey(channel);
    const setActive = (active: boolean) =>
      ctx.db.updateTable('channels').set({ active }).where('id', '=', channel).execute();
    await setActive(false);
    expect(await outcomeOf(admit('keys.list', { bearer: key }))).toBe('channel_inactive');
    await setActive(true);
    expect(await outcomeOf(admit('keys.list', { bearer: key }))).toBe('done');
  });

  test('keeps the operator’s routes for the operator’s token, and that token for these routes', async () => {
    const { key } = await newChannelKey(await newChannel());
    expect(await admit('operator.audit.list', { bearer: OPERATOR_TOKEN })).toEqual({ kind: 'operator' });
    for (const bearer of [null, key, `${OPERATOR_TOKEN}x`, OPERATOR_TOKEN.slice(0, -1)]) {
      expect(await outcomeOf(admit('operator.audit.list', { bearer }))).toBe('invalid_api_key');
    }
    expect(await outcomeOf(admit('keys.list', { bearer: OPERATOR_TOKEN }))).toBe('invalid_api_key');
  });
});
