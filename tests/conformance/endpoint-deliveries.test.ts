import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeMerchantKey, makeMerchantReceiver, makeReceiver, makeSession } from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { expectProblem, ISO_UTC, makeShop, type TestMerchant } from './support.ts';

// What whoever owns an endpoint can read of its deliveries.

const DAY = 86_400;
const ATTEMPTS_MAX = 8;
const OF_CHANNEL = '/api/channel/webhook-endpoints';
const OF_MERCHANT = '/api/merchant/webhook-endpoints';

let world: World;
let shop: TestMerchant;
let merchantKey: string;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.close());
beforeEach(async () => {
  shop = await makeShop(world);
  merchantKey = await makeMerchantKey(world, shop.merchant_id);
});

type Receiver = Awaited<ReturnType<typeof makeReceiver>>;

const say = async () => {
  const made = await makeSession(world, shop);
  await world.drain();
  return made.body.id as string;
};
const read = (receiver: Receiver, query = '') =>
  world.call('GET', `${OF_CHANNEL}/${receiver.endpoint.body.id}/deliveries${query}`, { key: shop.key });
const setStatus = (receiver: Receiver, status: number) =>
  world.control('PUT', `receivers/${receiver.name}`, { status });

describe('the deliveries of an endpoint', () => {
  test('say what was posted, how it was answered and how long that took', async () => {
    const receiver = await makeReceiver(world, shop);
    await say();
    const { event_id } = (await receiver.deliveries())[0]!;
    const answer = await read(receiver);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      items: [
        {
          event_id,
          type: 'checkout.session.created',
          merchant_id: shop.merchant_id,
          created_at: expect.stringMatching(ISO_UTC),
          replay_of_event_id: null,
          url: receiver.endpoint.body.url,
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
            },
          ],
        },
      ],
      next_cursor: null,
    });
  });

  test('say of one that is refused when the next try is, and at last that it has failed', async () => {
    const receiver = await makeReceiver(world, shop);
    await setStatus(receiver, 503);
    await say();
    const [waiting] = (await read(receiver, '?state=pending')).body.items;
    expect(waiting).toMatchObject({ state: 'pending', attempts_made: 1, finished_at: null });
    expect(waiting.attempts).toMatchObject([{ n: 1, status: 503, error: 'status' }]);
    expect(Date.parse(waiting.next_attempt_at)).toBeGreaterThan(Date.parse(waiting.attempts[0].started_at));
    for (let n = 0; n < ATTEMPTS_MAX; n += 1) {
      await world.advance(DAY);
      await world.drain();
    }
    const [failed] = (await read(receiver, '?state=failed')).body.items;
    expect(failed).toMatchObject({ event_id: waiting.event_id, state: 'failed', next_attempt_at: null });
    expect(failed.attempts.map(({ n }: { n: number }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect((await read(receiver, '?state=pending')).body).toEqual({ items: [], next_cursor: null });
  });

  test('are those of one endpoint, in a merchant’s own as in its channel’s', async () => {
    const [ours, theirs] = [await makeReceiver(world, shop), await makeMerchantReceiver(world, merchantKey)];
    await setStatus(theirs, 500);
    await say();
    expect((await read(ours)).body.items).toMatchObject([{ state: 'delivered' }]);
    const own = `${OF_MERCHANT}/${theirs.endpoint.body.id}/deliveries`;
    const { items } = (await world.call('GET', own, { key: merchantKey })).body;
    expect(items).toMatchObject([{ state: 'pending', attempts: [{ status: 500 }] }]);
    expect((await read(theirs)).status).toBe(404);
    const foreign = `${OF_MERCHANT}/${ours.endpoint.body.id}/deliveries`;
    expect((await world.call('GET', foreign, { key: merchantKey })).status).toBe(404);
  });

  test('are read page by page, the newest first', async () => {
    const receiver = await makeReceiver(world, shop);
    for (let n = 0; n < 3; n += 1) await say();
    const events = (await receiver.events()).map(({ id }) => id).toReversed();
    const first = (await read(receiver, '?limit=2')).body;
    expect(first.items.map((one: { event_id: string }) => one.event_id)).toEqual(events.slice(0, 2));
    const second = (await read(receiver, `?limit=2&cursor=${first.next_cursor}`)).body;
    expect(second).toMatchObject({ items: [{ event_id: events[2] }], next_cursor: null });
    expectProblem(await read(receiver, '?cursor=2'), ['query', 'cursor']);
    expectProblem(await read(receiver, '?limit=101'), ['query', 'limit']);
  });
});
