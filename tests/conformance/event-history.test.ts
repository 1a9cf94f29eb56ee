import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeChannel,
  makeMerchantKey,
  makeMerchantReceiver,
  makeReceiver,
  makeSession,
} from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { expectProblem, expectRefused, ISO_UTC, makeShop, type TestMerchant } from './support.ts';

// What the operator can read of an event: where it went, every attempt, how it ended; and what it can do about it.

const DAY = 86_400;
const ATTEMPTS_MAX = 8;

let world: World;
let shop: TestMerchant;
let merchantKey: string;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.close());
beforeEach(async () => {
  shop = await makeShop(world);
  merchantKey = await makeMerchantKey(world, shop.merchant_id);
});

const say = async () => {
  await makeSession(world, shop);
  await world.drain();
};
const listed = async (query = '') =>
  (await world.operator('GET', `events?merchant_id=${shop.merchant_id}&limit=200${query}`)).body;
const setStatus = (receiver: { name: string }, status: number) =>
  world.control('PUT', `receivers/${receiver.name}`, { status });
const replay = (filter: object) => world.operator('POST', 'events/replay', filter);
const replaysOf = (items: { replay_of_event_id: string | null }[]) =>
  items.flatMap((one) => (one.replay_of_event_id === null ? [] : [one.replay_of_event_id]));
const failForGood = async () => {
  for (let n = 0; n < ATTEMPTS_MAX + 1; n += 1) {
    await world.advance(DAY);
    await world.drain();
  }
};

describe('the history of an event', () => {
  test('shows the bytes, each delivery and each attempt, for the channel’s and the merchant’s endpoint', async () => {
    const [ofChannel, ofMerchant] = [
      await makeReceiver(world, shop),
      await makeMerchantReceiver(world, merchantKey),
    ];
    await say();
    const { items, total } = await listed();
    expect(total).toBe(1);
    const [event] = items;
    expect(event).toMatchObject({
      type: 'checkout.session.created',
      state: 'routed',
      channel_id: shop.channel_id,
      merchant_id: shop.merchant_id,
      replay_of_event_id: null,
    });
    expect(event.body).toBe((await ofChannel.deliveries())[0]!.body);
    const endpoints = [ofChannel, ofMerchant].map(({ endpoint }) => endpoint.body);
    expect(event.deliveries).toEqual(
      endpoints.map(({ id, url }) => ({
        endpoint_id: id,
        url,
        state: 'delivered',
        attempts_made: 1,
        next_attempt_at: null,
        finished_at: expect.stringMatching(ISO_UTC),
        attempts: [
          {
            n: 1,
            started_at: expect.stringMatching(ISO_UTC),
            ms: expect.any(Number),
            status: 200,
            error: null,
            remote_ip: '127.0.0.1',
          },
        ],
      })),
    );
  });

  test('counts up the attempts, says when the next is due, and ends as failed after the eighth', async () => {
    const receiver = await makeReceiver(world, shop);
    await setStatus(receiver, 503);
    await say();
    const waiting = (await listed('&state=pending')).items[0].deliveries[0];
    expect(waiting).toMatchObject({ state: 'pending', attempts_made: 1, finished_at: null });
    expect(Date.parse(waiting.next_attempt_at)).toBeGreaterThan(Date.parse(waiting.attempts[0].started_at));
    for (let n = 1; n < ATTEMPTS_MAX + 2; n += 1) {
      await world.advance(DAY);
      await world.drain();
    }
    const [failed] = (await listed('&state=failed')).items[0].deliveries;
    expect(failed).toMatchObject({ state: 'failed', attempts_made: ATTEMPTS_MAX, next_attempt_at: null });
    expect(failed.attempts.map(({ n }: { n: number }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    for (const attempt of failed.attempts) expect(attempt).toMatchObject({ status: 503, error: 'status' });
    expect(await receiver.deliveries()).toHaveLength(ATTEMPTS_MAX);
  });

  test('is found by channel, merchant, type, state and time, and by all of them together', async () => {
    await makeReceiver(world, shop);
    await say();
    const { items } = await listed();
    const all = `channel_id=${shop.channel_id}&merchant_id=${shop.merchant_id}&type=${items[0].type}`;
    const find = async (query: string) => (await world.operator('GET', `events?${query}`)).body.total;
    expect(await find(`${all}&state=delivered&since=${items[0].created_at}`)).toBe(1);
    for (const state of ['no_subscriber', 'pending', 'failed', 'parked']) {
      expect(await find(`${all}&state=${state}`)).toBe(0);
    }
    const other = await makeChannel(world);
    expect(await find(`channel_id=${other.channel_id}&merchant_id=${shop.merchant_id}`)).toBe(0);
    const later = new Date(Date.parse(items[0].created_at) + 1_000).toISOString();
    expect(await find(`${all}&since=${later}`)).toBe(0);
  });
});

describe('a replay', () => {
  test('goes to those who subscribe now, the merchant’s own endpoint too, and says what it repeats', async () => {
    await say();
    const [lost] = (await listed('&state=no_subscriber')).items;
    const receivers = [await makeReceiver(world, shop), await makeMerchantReceiver(world, merchantKey)];
    const replayed = await world.operator('POST', `events/${lost.id}/replay`, {});
    expect(replayed.status).toBe(201);
    expect(replayed.body).toMatchObject({ state: 'routed', replay_of_event_id: lost.id });
    await world.drain();
    for (const receiver of receivers) {
      const [delivery, ...more] = await receiver.deliveries();
      expect(more).toEqual([]);
      expect(delivery).toMatchObject({ event_id: replayed.body.id, signature_valid: true });
    }
  });

  test('of what was delivered, and of a replay, is possible by id', async () => {
    const receiver = await makeReceiver(world, shop);
    await say();
    const [first] = (await listed()).items;
    const second = (await world.operator('POST', `events/${first.id}/replay`, {})).body;
    const third = (await world.operator('POST', `events/${second.id}/replay`, {})).body;
    await world.drain();
    const events = await receiver.events();
    expect(events.map(({ id }) => id)).toEqual([first.id, second.id, third.id]);
    expect(events.map((one) => one.replay_of_event_id)).toEqual([undefined, first.id, second.id]);
  });

  test('by filter reaches what failed, and only that', async () => {
    const receiver = await makeReceiver(world, shop);
    await say();
    await setStatus(receiver, 500);
    await say();
    await failForGood();
    await setStatus(receiver, 200);
    const filter = { merchant_id: shop.merchant_id, state: 'failed' };
    const [failed] = (await listed('&state=failed')).items;
    expect((await replay({ ...filter, dry_run: true })).body).toMatchObject({ matched: 1, event_ids: [] });
    expect(replaysOf((await listed()).items)).toEqual([]);
    expect((await replay(filter)).body.event_ids).toHaveLength(1);
    await world.drain();
    expect(replaysOf((await listed('&state=delivered')).items)).toEqual([failed.id]);
    expect((await replay(filter)).body).toMatchObject({ matched: 0, event_ids: [] });
  });

  test('by filter that reached nobody is made again once somebody subscribes', async () => {
    await say();
    const filter = { merchant_id: shop.merchant_id, state: 'no_subscriber' };
    expect((await replay(filter)).body.event_ids).toHaveLength(1);
    // Again for nobody would lead nowhere.
    expect((await replay(filter)).body).toMatchObject({ matched: 0, event_ids: [] });
    const receiver = await makeReceiver(world, shop);
    expect((await replay(filter)).body.event_ids).toHaveLength(1);
    await world.drain();
    expect(await receiver.events()).toHaveLength(1);
    expect((await replay(filter)).body).toMatchObject({ matched: 0, event_ids: [] });
  });

  test('by filter that has failed, or was parked, is made again, and once delivered no more', async () => {
    const receiver = await makeReceiver(world, shop);
    await setStatus(receiver, 500);
    await say();
    await failForGood();
    const filter = { merchant_id: shop.merchant_id, state: 'failed' };
    expect((await replay(filter)).body.event_ids).toHaveLength(1);
    // Its replay is under way.
    expect((await replay(filter)).body).toMatchObject({ matched: 0 });
    await failForGood();
    // Of the replays that have failed none is replayed itself.
    expect((await replay(filter)).body).toMatchObject({ matched: 1 });
    await world.drain();
    const path = `/api/channel/webhook-endpoints/${receiver.endpoint.body.id}`;
    await world.call('DELETE', path, { key: shop.key });
    await world.call('POST', `${path}/enable`, { key: shop.key });
    await setStatus(receiver, 200);
    expect((await replay(filter)).body).toMatchObject({ matched: 1 });
    await world.drain();
    expect((await replay(filter)).body).toMatchObject({ matched: 0, event_ids: [] });
    const [first] = (await listed('&state=failed')).items.slice(-1);
    expect(replaysOf((await listed()).items)).toEqual([first.id, first.id, first.id]);
  });

  test('to one endpoint heals a receiver that was down, and the others hear nothing twice', async () => {
    const [down, up] = [await makeReceiver(world, shop), await makeMerchantReceiver(world, merchantKey)];
    await setStatus(down, 500);
    await say();
    await failForGood();
    await setStatus(down, 200);
    const endpoint_id = down.endpoint.body.id as string;
    const [lost] = (await listed(`&endpoint_id=${endpoint_id}&state=failed`)).items;
    expect((await listed(`&endpoint_id=${up.endpoint.body.id}&state=failed`)).total).toBe(0);
    expect((await replay({ endpoint_id, state: 'failed' })).body).toMatchObject({ matched: 1 });
    await world.drain();
    expect((await down.events()).at(-1)).toMatchObject({ replay_of_event_id: lost.id });
    expect(await up.events()).toHaveLength(1);
    expect((await replay({ endpoint_id, state: 'failed' })).body).toMatchObject({ matched: 0 });
    const again = await world.operator('POST', `events/${lost.id}/replay`, { endpoint_id });
    expect([again.status, again.body.deliveries.length]).toEqual([201, 1]);
    await world.drain();
    expect(await up.events()).toHaveLength(1);
  });

  test('to an endpoint is refused where it is another’s or does not take the event', async () => {
    const receiver = await makeReceiver(world, shop, ['payment.captured']);
    await say();
    const [event] = (await listed()).items;
    const to = (endpoint_id: string) => world.operator('POST', `events/${event.id}/replay`, { endpoint_id });
    expectRefused(
      await to(receiver.endpoint.body.id),
      409,
      'The webhook endpoint is disabled or does not subscribe to the event',
    );
    const other = await makeReceiver(world, await makeChannel(world));
    expect(await to(other.endpoint.body.id)).toMatchObject({ status: 404 });
    expect(await replay({ endpoint_id: `we_${'0'.repeat(32)}` })).toMatchObject({ status: 404 });
    expectProblem(await to('we_1'), ['body', 'endpoint_id']);
  });

  test('by filter from many hands at once repeats each event once', async () => {
    for (let n = 0; n < 5; n += 1) await say();
    const lost = (await listed('&state=no_subscriber')).items.map(({ id }: { id: string }) => id);
    const filter = { merchant_id: shop.merchant_id, state: 'no_subscriber' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => replay(filter)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(replaysOf((await listed()).items).toSorted()).toEqual(lost.toSorted());
    expect(answers.flatMap(({ body }) => body.event_ids)).toHaveLength(5);
  });
});
