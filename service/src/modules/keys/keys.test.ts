import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '../../context.ts';
import { uuidAt } from '../../lib/ids.ts';
import {
  ACTOR,
  countOutcomes,
  type KeyWorld,
  mintMerchantKey,
  newChannel,
  newChannelKey,
  newMerchant,
  outcomeOf,
  startKeyWorld,
} from './keys.fixture.ts';
import { listKeys } from './queries.ts';
import { revokeKey } from './revoke-key.ts';

let world: KeyWorld;
let ctx: Ctx;
let admit: KeyWorld['admit'];
beforeAll(async () => {
  world = await startKeyWorld();
  ({ ctx, admit } = world);
});
afterAll(() => world.close());

describe('minting', () => {
  test('shows the key once and stores it hashed only', async () => {
    const channel = await newChannel(ctx);
    const { key, prefix } = await newChannelKey(ctx, channel, 'Production');
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
    const channel = await newChannel(ctx);
    const { id, key } = await newChannelKey(ctx, channel, 'Audited');
    const entries = await ctx.db.selectFrom('audit_entries').selectAll().where('subject', '=', id).execute();
    expect(entries).toMatchObject([
      { actor: ACTOR, action: 'key.created', detail: { channel_id: channel, name: 'Audited' } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(key);
  });

  test('of a hundred at the same time beside fifteen gives exactly five', async () => {
    const channel = await newChannel(ctx);
    for (let count = 0; count < 15; count += 1) await newChannelKey(ctx, channel);
    const calls = Array.from({ length: 100 }, () => newChannelKey(ctx, channel));
    expect(await countOutcomes(calls)).toEqual({ done: 5, too_many_keys: 95 });
    expect(await listKeys(ctx.db, channel)).toHaveLength(20);
  });

  test('counts active keys only, and those of the channel only', async () => {
    const [channel, other] = [await newChannel(ctx), await newChannel(ctx)];
    const keys = [];
    for (let count = 0; count < 20; count += 1) keys.push(await newChannelKey(ctx, channel));
    expect(await outcomeOf(newChannelKey(ctx, channel))).toBe('too_many_keys');
    expect(await outcomeOf(newChannelKey(ctx, other))).toBe('done');
    await revokeKey(ctx, { owner: { channel_id: channel }, actor: ACTOR, key_id: keys[0]!.id });
    expect(await outcomeOf(newChannelKey(ctx, channel))).toBe('done');
    expect(await listKeys(ctx.db, channel)).toHaveLength(21);
  });
});

describe('listing', () => {
  test('is newest first, revoked keys too, and shows nobody else’s', async () => {
    const channel = await newChannel(ctx);
    await newChannelKey(ctx, await newChannel(ctx));
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      world.clock.move(1);
      ids.unshift((await newChannelKey(ctx, channel)).id);
    }
    await revokeKey(ctx, { owner: { channel_id: channel }, actor: ACTOR, key_id: ids[1]! });
    const listed = await listKeys(ctx.db, channel);
    expect(listed.map(({ id }) => id)).toEqual(ids);
    expect(listed.map(({ status }) => status)).toEqual(['active', 'revoked', 'active']);
  });
});

describe('revoking', () => {
  test('is at once and for good, and again changes nothing', async () => {
    const channel = await newChannel(ctx);
    const key = await newChannelKey(ctx, channel);
    expect(await admit('keys.list', { bearer: key.key })).toMatchObject({
      kind: 'channel',
      channel_id: channel,
    });
    const revoke = () => revokeKey(ctx, { owner: { channel_id: channel }, actor: ACTOR, key_id: key.id });
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
    const channel = await newChannel(ctx);
    const { id } = await newChannelKey(ctx, channel);
    const calls = Array.from({ length: 10 }, () =>
      revokeKey(ctx, { owner: { channel_id: channel }, actor: ACTOR, key_id: id }),
    );
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(10).fill('revoked'));
    const entries = ctx.db.selectFrom('audit_entries').select('id').where('subject', '=', id);
    expect(await entries.where('action', '=', 'key.revoked').execute()).toHaveLength(1);
  });

  test('itself is allowed, also as the last one', async () => {
    const channel = await newChannel(ctx);
    const { id, key } = await newChannelKey(ctx, channel);
    const scope = await admit('keys.revoke', { bearer: key });
    expect(scope).toEqual({ kind: 'channel', key_id: id, channel_id: channel });
    const revoked = await revokeKey(ctx, { owner: { channel_id: channel }, actor: `key:${id}`, key_id: id });
    expect(revoked.status).toBe('revoked');
    expect(await outcomeOf(admit('keys.list', { bearer: key }))).toBe('invalid_api_key');
  });

  test('reaches neither another channel’s key, nor a merchant’s, nor one that is not there', async () => {
    const channel = await newChannel(ctx);
    const foreign = await newChannelKey(ctx, await newChannel(ctx));
    const own = await mintMerchantKey(ctx, await newMerchant(ctx, channel));
    const ids = [foreign.id, own.id, uuidAt(ctx.clock.now())];
    for (const key_id of ids) {
      expect(await outcomeOf(revokeKey(ctx, { owner: { channel_id: channel }, actor: ACTOR, key_id }))).toBe(
        'key_not_found',
      );
    }
    expect(await outcomeOf(admit('keys.list', { bearer: foreign.key }))).toBe('done');
    expect(await outcomeOf(admit('onboarding.status', { bearer: own.key }))).toBe('done');
  });
});
