import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/tx.ts';
import {
  call,
  newTenant,
  onboardingObject,
  raiseFor,
  startWorld,
  type Tenant,
  until,
  type World,
} from '../../../../tests/world/bare-world.ts';
import { eventFeed } from './feed.ts';
import { eventFeedRoutes, raise } from './index.ts';

const RAISERS = 8;
const RAISED_BY_EACH = 25;

let world: World;
let read: ReturnType<typeof eventFeed>;
beforeAll(async () => {
  world = await startWorld();
  read = eventFeed(world.ctx.db, () => false);
});
afterAll(() => world.close());

const question = (tenant: Tenant, after: string | null, more: { limit?: number; waitMs?: number } = {}) => ({
  channel_id: tenant.channel_id,
  after,
  limit: 100,
  waitMs: 0,
  ...more,
});
const idsOf = (page: Awaited<ReturnType<typeof read>>) => page.items.map((item) => item.id);

/** Raises an event in a transaction that stays open until it is let go. */
function raiseHeld(tenant: Tenant) {
  const raised = Promise.withResolvers<string>();
  const held = Promise.withResolvers<void>();
  const committed = inTransaction(world.ctx.db, async (tx) => {
    const object = onboardingObject(tenant);
    raised.resolve(await raise(tx, world.ctx, { type: 'merchant.onboarding_updated', ...tenant, object }));
    await held.promise;
  });
  return { raised: raised.promise, commit: () => (held.resolve(), committed) };
}

// A transaction under way anywhere in the server holds the feed back, those of other tests as well.
async function idsOnceThere(asked: Parameters<typeof read>[0], count: number): Promise<string[]> {
  await until(async () => idsOf(await read(asked)).length >= count);
  return idsOf(await read(asked));
}

describe('the feed', () => {
  test('begins at the present moment, or at the start', async () => {
    const tenant = await newTenant(world.ctx);
    expect(await read(question(tenant, null))).toMatchObject({ channel_id: tenant.channel_id, items: [] });
    const first = await raiseFor(world.ctx, tenant);
    // Until it is there the present moment is before it.
    expect(await idsOnceThere(question(tenant, 'start'), 1)).toEqual([first]);
    const now = await read(question(tenant, null));
    expect(now.items).toEqual([]);
    const second = await raiseFor(world.ctx, tenant);
    expect(await idsOnceThere(question(tenant, now.cursor), 1)).toEqual([second]);
    expect(await idsOnceThere(question(tenant, 'start'), 2)).toEqual([first, second]);
  });

  test('holds back what came later until an earlier transaction has ended, and then has both', async () => {
    const tenant = await newTenant(world.ctx);
    const { cursor } = await read(question(tenant, null));
    const slow = raiseHeld(tenant);
    const early = await slow.raised;
    const late = await raiseFor(world.ctx, tenant);
    expect(idsOf(await read(question(tenant, cursor)))).toEqual([]);
    await slow.commit();
    expect(await idsOnceThere(question(tenant, cursor), 2)).toEqual([early, late]);
  });

  test('has every event once for a reader that follows raisers who commit in any order', async () => {
    const tenant = await newTenant(world.ctx);
    let cursor = 'start';
    const seen: string[] = [];
    const expected: string[] = [];
    let running = RAISERS;
    const raisers = Array.from({ length: RAISERS }, async () => {
      for (let count = 0; count < RAISED_BY_EACH; count += 1) {
        const one = raiseHeld(tenant);
        expected.push(await one.raised);
        // So that ids, numbers of transactions and commits are each in an order of their own.
        await sql`select pg_sleep(${Math.random() / 50})`.execute(world.ctx.db);
        await one.commit();
      }
      running -= 1;
    });
    for (let isLast = false; ; isLast = running === 0) {
      const page = await read(question(tenant, cursor, { limit: 7 }));
      seen.push(...idsOf(page));
      cursor = page.cursor;
      // An empty page may only say that another test holds the feed back.
      if (isLast && page.items.length === 0 && seen.length >= expected.length) break;
    }
    await Promise.all(raisers);
    expect(seen).toHaveLength(RAISERS * RAISED_BY_EACH);
    expect(seen.toSorted()).toEqual(expected.toSorted());
    const again: string[] = [];
    for (let place = 'start'; ;) {
      const page = await read(question(tenant, place));
      if (page.items.length === 0) break;
      again.push(...idsOf(page));
      place = page.cursor;
    }
    expect(again).toEqual(seen);
  });

  test('may be gone on from in the middle of a page', async () => {
    const tenant = await newTenant(world.ctx);
    const ids = [await raiseFor(world.ctx, tenant), await raiseFor(world.ctx, tenant)];
    expect(await idsOnceThere(question(tenant, 'start'), 2)).toEqual(ids);
    const page = await read(question(tenant, 'start'));
    expect(idsOf(await read(question(tenant, page.items[0]!.cursor)))).toEqual([ids[1]]);
  });

  test('holds its own channel’s events only', async () => {
    const [tenant, other] = [await newTenant(world.ctx), await newTenant(world.ctx)];
    const foreign = await raiseFor(world.ctx, other);
    expect(await idsOnceThere(question(other, 'start'), 1)).toEqual([foreign]);
    const [first, now] = [await read(question(tenant, 'start')), await read(question(tenant, null))];
    expect([idsOf(first), idsOf(now)]).toEqual([[], []]);
    // Nor does where it stands tell of another's.
    expect(now.cursor).toBe(first.cursor);
  });

  test('waits for an event to come', async () => {
    const tenant = await newTenant(world.ctx);
    const waiting = read(question(tenant, 'start', { waitMs: 15_000 }));
    const id = await raiseFor(world.ctx, tenant);
    expect(idsOf(await waiting)).toEqual([id]);
  });

  test('waits no longer once the process stops', async () => {
    const tenant = await newTenant(world.ctx);
    let isStopping = false;
    const stopping = eventFeed(world.ctx.db, () => isStopping);
    const waiting = stopping(question(tenant, 'start', { waitMs: 3_600_000 }));
    isStopping = true;
    expect(await waiting).toMatchObject({ items: [] });
  });

  test('refuses a cursor from a database that had gone further', async () => {
    const tenant = await newTenant(world.ctx);
    const ahead = `9000000000000000000.${'0'.repeat(32)}`;
    await expect(read(question(tenant, ahead))).rejects.toMatchObject({ refusal: 'feed_cursor_foreign' });
  });
});

test('a live deployment has no feed', async () => {
  const config = { ...world.ctx.config, environment: 'live' } as const;
  const tenant = await newTenant(world.ctx);
  const scope = { kind: 'channel', key_id: tenant.channel_id, channel_id: tenant.channel_id } as const;
  const ask = (ctx: World['ctx']) =>
    call(
      eventFeedRoutes(ctx, () => false),
      'events.feed',
      { scope },
    );
  expect(await ask({ ...world.ctx, config })).toEqual({ status: 404, body: { detail: 'Not Found' } });
  expect(await ask(world.ctx)).toMatchObject({ status: 200 });
});
