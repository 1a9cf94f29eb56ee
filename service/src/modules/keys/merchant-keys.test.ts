import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withConnection } from '../../../../dev/connection.ts';
import type { Ctx } from '../../context.ts';
import { uuidAt } from '../../lib/ids.ts';
import {
  countOutcomes,
  type KeyWorld,
  mintMerchantKey,
  newChannel,
  newChannelKey,
  newMerchant,
  outcomeOf,
  startKeyWorld,
} from './keys.fixture.ts';
import { readMerchantKeys } from './read-merchant-keys.ts';
import { revokeKey } from './revoke-key.ts';

// The keys of a merchant's own, which the operator mints, lists and revokes.

const ACTOR = 'operator';

let world: KeyWorld;
let ctx: Ctx;
let admit: KeyWorld['admit'];
beforeAll(async () => {
  world = await startKeyWorld();
  ({ ctx, admit } = world);
});
afterAll(() => world.close());

const nobody = () => uuidAt(ctx.clock.now());
const list = (merchant_id: string, page = { limit: 50, offset: 0 }) =>
  readMerchantKeys(ctx, { merchant_id, ...page });
const revoke = (merchant_id: string, key_id: string) =>
  revokeKey(ctx, { owner: { merchant_id }, actor: ACTOR, key_id });
const use = (bearer: string) => outcomeOf(admit('onboarding.status', { bearer }));
const entriesOf = (subject: string) =>
  ctx.db
    .selectFrom('audit_entries')
    .select(['actor', 'action', 'detail'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();

describe('minting', () => {
  test('of a hundred at the same time beside fifteen gives exactly five', async () => {
    const merchant = await newMerchant(ctx, null);
    for (let count = 0; count < 15; count += 1) await mintMerchantKey(ctx, merchant);
    const calls = Array.from({ length: 100 }, () => mintMerchantKey(ctx, merchant));
    expect(await countOutcomes(calls)).toEqual({ done: 5, too_many_keys: 95 });
    expect((await list(merchant)).total).toBe(20);
  });

  test('counts active keys only, and neither another merchant’s nor the channel’s', async () => {
    const channel = await newChannel(ctx);
    const [merchant, other] = [await newMerchant(ctx, channel), await newMerchant(ctx, channel)];
    const keys = [];
    for (let count = 0; count < 20; count += 1) keys.push(await mintMerchantKey(ctx, merchant));
    expect(await outcomeOf(mintMerchantKey(ctx, merchant))).toBe('too_many_keys');
    expect(await outcomeOf(mintMerchantKey(ctx, other))).toBe('done');
    expect(await outcomeOf(newChannelKey(ctx, channel))).toBe('done');
    await revoke(merchant, keys[0]!.id);
    expect(await outcomeOf(mintMerchantKey(ctx, merchant))).toBe('done');
  });

  test('is refused for a merchant that is not there', async () => {
    expect(await outcomeOf(mintMerchantKey(ctx, nobody()))).toBe('merchant_not_found');
  });

  test('waits for nothing that is being sold', async () => {
    const merchant = await newMerchant(ctx, null);
    await withConnection(world.database_url, async (client) => {
      // As a session or a transaction does that names its merchant.
      await client.query('begin');
      await client.query('select from merchants where id = $1 for key share', [merchant]);
      expect(await outcomeOf(mintMerchantKey(ctx, merchant))).toBe('done');
    });
  });
});

describe('listing', () => {
  test('is newest first, revoked keys too, page by page, and shows nobody else’s', async () => {
    const channel = await newChannel(ctx);
    const merchant = await newMerchant(ctx, channel);
    await newChannelKey(ctx, channel);
    await mintMerchantKey(ctx, await newMerchant(ctx, channel));
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      world.clock.move(1);
      ids.unshift((await mintMerchantKey(ctx, merchant)).id);
    }
    await revoke(merchant, ids[1]!);
    const { items, total } = await list(merchant);
    expect(items.map(({ id, status }) => [id, status])).toEqual([
      [ids[0], 'active'],
      [ids[1], 'revoked'],
      [ids[2], 'active'],
    ]);
    expect(total).toBe(3);
    const part = await list(merchant, { limit: 1, offset: 2 });
    expect(part).toMatchObject({ items: [{ id: ids[2] }], total: 3 });
  });

  test('is empty for a merchant without a key, and refused without a merchant', async () => {
    expect(await list(await newMerchant(ctx, null))).toEqual({ items: [], total: 0 });
    expect(await outcomeOf(list(nobody()))).toBe('merchant_not_found');
  });
});

describe('revoking', () => {
  test('is at once and for good, and again changes nothing', async () => {
    const merchant = await newMerchant(ctx, null);
    const key = await mintMerchantKey(ctx, merchant);
    const spare = await mintMerchantKey(ctx, merchant);
    expect(await use(key.key)).toBe('done');
    const first = await revoke(merchant, key.id);
    expect(first).toMatchObject({ id: key.id, status: 'revoked' });
    expect(await use(key.key)).toBe('invalid_api_key');
    expect(await revoke(merchant, key.id)).toEqual(first);
    expect(await use(spare.key)).toBe('done');
  });

  test('is written down once, with who did it and whose key it was', async () => {
    const merchant_id = await newMerchant(ctx, null);
    const key = await mintMerchantKey(ctx, merchant_id, 'Shop');
    await Promise.all(Array.from({ length: 10 }, () => revoke(merchant_id, key.id)));
    expect(await entriesOf(key.id)).toEqual([
      { actor: ACTOR, action: 'key.created', detail: { merchant_id, name: 'Shop' } },
      { actor: ACTOR, action: 'key.revoked', detail: { merchant_id } },
    ]);
  });

  test('reaches neither another merchant’s key, nor the channel’s, nor one that is not there', async () => {
    const channel = await newChannel(ctx);
    const merchant = await newMerchant(ctx, channel);
    const foreign = await mintMerchantKey(ctx, await newMerchant(ctx, channel));
    const own = await newChannelKey(ctx, channel);
    for (const key_id of [foreign.id, own.id, nobody()])
      expect(await outcomeOf(revoke(merchant, key_id))).toBe('key_not_found');
    expect(await outcomeOf(revoke(nobody(), foreign.id))).toBe('merchant_not_found');
    expect(await use(foreign.key)).toBe('done');
    expect(await outcomeOf(admit('keys.list', { bearer: own.key }))).toBe('done');
  });

  test('does its work while the channel is inactive, and the key stays dead when it is active again', async () => {
    const channel = await newChannel(ctx);
    const merchant = await newMerchant(ctx, channel);
    const [leaked, kept] = [await mintMerchantKey(ctx, merchant), await mintMerchantKey(ctx, merchant)];
    const setActive = (active: boolean) =>
      ctx.db.updateTable('channels').set({ active }).where('id', '=', channel).execute();
    await setActive(false);
    expect(await use(leaked.key)).toBe('channel_inactive');
    await revoke(merchant, leaked.id);
    expect(await use(leaked.key)).toBe('invalid_api_key');
    await setActive(true);
    expect([await use(leaked.key), await use(kept.key)]).toEqual(['invalid_api_key', 'done']);
  });
});
