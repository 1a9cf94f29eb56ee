import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Delivery,
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeMerchant,
  makeReceiver,
  makeSession,
} from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { expectProblem, expectRefused, type TestChannel, type TestMerchant } from './support.ts';

const ENVELOPE = ['created', 'data', 'id', 'type'];
const DAY = 86_400;

let world: World;
let channel: TestChannel;
let shop: TestMerchant;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.close());
beforeEach(async () => {
  channel = await makeChannel(world);
  shop = { ...channel, merchant_id: await makeMerchant(world, channel), account_id: '' };
});

const say = async (body: Record<string, unknown> = {}) => {
  const made = await makeSession(world, shop, body);
  await world.drain();
  return made.body.id as string;
};
const operatorEvents = async (query = '') =>
  (await world.operator('GET', `events?merchant_id=${shop.merchant_id}&limit=200${query}`)).body.items;

function sortedKeys(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(sortedKeys);
  if (typeof value !== 'object' || value === null) return true;
  const keys = Object.keys(value);
  return keys.join() === [...keys].sort().join() && Object.values(value).every(sortedKeys);
}

describe('a delivery', () => {
  test('is one line of sorted keys without whitespace, and says who, what and when', async () => {
    const receiver = await makeReceiver(world, channel);
    const id = await say({ external_order_id: 'o-1 ü "quoted"', description: 'a, b: c' });
    const [delivery, ...more] = await receiver.deliveries();
    expect(more).toEqual([]);
    const event = JSON.parse(delivery!.body);
    expect(Object.keys(event)).toEqual(ENVELOPE);
    expect(Object.keys(event.data)).toEqual(['object']);
    expect(sortedKeys(event)).toBe(true);
    // Characters beyond ASCII may be written as escapes; nothing else may differ from the compact form.
    const unescaped = delivery!.body.replace(/\\u([0-9a-f]{4})/g, (_all, hex) =>
      String.fromCharCode(parseInt(hex, 16)),
    );
    expect(unescaped).toBe(JSON.stringify(event));
    expect(delivery!.body).not.toContain('\n');
    expect(event.type).toBe('checkout.session.created');
    expect(Number.isInteger(event.created)).toBe(true);
    expect(Math.abs(event.created - world.clock.now().getTime() / 1000)).toBeLessThan(60);
    expect(event.data.object).toMatchObject({
      merchant_id: shop.merchant_id,
      checkout_session_id: id,
      external_order_id: 'o-1 ü "quoted"',
    });
    expect(event.data.object.id).not.toBe(event.id);
  });

  test('carries the headers, and a signature over the raw bytes', async () => {
    const receiver = await makeReceiver(world, channel);
    await say({ external_order_id: 'ünïcödé 名' });
    const [delivery] = await receiver.deliveries();
    const { headers, body } = delivery!;
    const event = JSON.parse(body);
    expect(headers['service-event-id']).toBe(event.id);
    expect(headers['service-event-type']).toBe(event.type);
    expect(headers['user-agent']).toBe('Service-Webhooks/1.0');
    expect(headers['content-type']).toMatch(/^application\/json/);
    const match = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/.exec(headers['service-signature']!);
    expect(match).not.toBeNull();
    expect(headers['service-timestamp']).toBe(match![1]);
    expect(Math.abs(Number(match![1]) - Date.now() / 1000)).toBeLessThan(300);
    const secret = receiver.endpoint.body.secret as string;
    const expected = createHmac('sha256', secret).update(`${match![1]}.${body}`).digest('hex');
    expect(match![2]).toBe(expected);
    expect(delivery!.signature_valid).toBe(true);
  });

  test('a rotation cuts over at once', async () => {
    const receiver = await makeReceiver(world, channel);
    const path = `/api/channel/webhook-endpoints/${receiver.endpoint.body.id}/rotate-secret`;
    const rotated = await world.call('POST', path, { key: channel.key });
    await say();
    const [delivery] = await receiver.deliveries();
    expect(delivery!.signature_valid).toBe(false);
    await world.control('PUT', `receivers/${receiver.name}`, { secret: rotated.body.secret });
    await say();
    expect((await receiver.deliveries())[1]!.signature_valid).toBe(true);
  });

  test('a whole payment reaches one endpoint of the channel, each event once', async () => {
    const receiver = await makeReceiver(world, channel);
    const merchant = await makeConnectedMerchant(world, channel);
    await makeCapture(world, merchant);
    await world.drain();
    const events = await receiver.events();
    expect(events.map(({ type }) => type).sort()).toEqual([
      'checkout.session.created',
      'merchant.onboarding_updated',
      'merchant.onboarding_updated',
      'payment.approved',
      'payment.captured',
      'payment.created',
    ]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(6);
    for (const event of events) expect(event.data.object.merchant_id).toBe(merchant.merchant_id);
  });
});

describe('retries', () => {
  test('a failing endpoint is tried eight times, then the delivery has failed for good', async () => {
    const receiver = await makeReceiver(world, channel);
    await world.control('PUT', `receivers/${receiver.name}`, { status: 500 });
    await say();
    for (let n = 0; n < 10; n += 1) {
      await world.advance(DAY);
      await world.drain();
    }
    const tries = await receiver.deliveries();
    expect(tries).toHaveLength(8);
    expect(new Set(tries.map(({ event_id }: Delivery) => event_id)).size).toBe(1);
    expect(new Set(tries.map(({ body }: Delivery) => body)).size).toBe(1);
    const [event] = await operatorEvents();
    expect(event.deliveries).toMatchObject([
      { state: 'failed', attempts_made: 8, next_attempt_at: null, finished_at: expect.any(String) },
    ]);
    expect(event.deliveries[0].attempts).toHaveLength(8);
    await world.control('PUT', `receivers/${receiver.name}`, { status: 200 });
    await world.advance(DAY);
    await world.drain();
    expect(await receiver.deliveries()).toHaveLength(8);
  });

  test('the endpoint that answered never gets the event again; only the failing one is retried', async () => {
    const [good, bad] = [await makeReceiver(world, channel), await makeReceiver(world, channel)];
    await world.control('PUT', `receivers/${bad.name}`, { status: 503 });
    await say();
    await world.control('PUT', `receivers/${bad.name}`, { status: 204 });
    await world.advance(DAY);
    await world.drain();
    expect(await good.deliveries()).toHaveLength(1);
    const tries = await bad.deliveries();
    expect(tries.map(({ status }) => status)).toEqual([503, 204]);
    const [own] = await good.deliveries();
    expect(tries[1]!.event_id).toBe(own!.event_id);
    expect(own!.headers['service-signature']).not.toBe(tries[1]!.headers['service-signature']);
  });

  test.each([200, 201, 202, 204, 299])('%i acknowledges', async (status) => {
    const receiver = await makeReceiver(world, channel);
    await world.control('PUT', `receivers/${receiver.name}`, { status });
    await say();
    await world.advance(DAY);
    await world.drain();
    expect(await receiver.deliveries()).toHaveLength(1);
  });

  test.each([301, 302, 304, 307, 400, 401, 404, 410, 429])('%i does not', async (status) => {
    const receiver = await makeReceiver(world, channel);
    await world.control('PUT', `receivers/${receiver.name}`, { status });
    await say();
    await world.advance(30);
    await world.drain();
    expect((await receiver.deliveries()).length).toBeGreaterThan(1);
    const [event] = await operatorEvents();
    expect(event.deliveries[0].attempts[0]).toMatchObject({ n: 1, status });
  });
});

describe('subscriptions', () => {
  test('an endpoint gets its own types only', async () => {
    const receiver = await makeReceiver(world, channel, ['merchant.onboarding_updated']);
    await say();
    await world.call('POST', '/api/channel/onboarding/start', { key: shop.key, merchant: shop.merchant_id });
    await world.drain();
    expect((await receiver.events()).map(({ type }) => type)).toEqual(['merchant.onboarding_updated']);
    expect((await operatorEvents('&state=no_subscriber')).map(({ type }: { type: string }) => type)).toEqual([
      'checkout.session.created',
    ]);
  });

  test('an event that nobody subscribes to is kept and not delivered later', async () => {
    await say();
    const [event] = await operatorEvents();
    expect(event).toMatchObject({ state: 'no_subscriber', deliveries: [] });
    const receiver = await makeReceiver(world, channel);
    await world.advance(DAY);
    await world.drain();
    expect(await receiver.deliveries()).toEqual([]);
  });

  test('nothing is delivered while disabled, nor the backlog when enabled again', async () => {
    const receiver = await makeReceiver(world, channel);
    const path = `/api/channel/webhook-endpoints/${receiver.endpoint.body.id}`;
    await world.call('DELETE', path, { key: channel.key });
    await say();
    await world.call('POST', `${path}/enable`, { key: channel.key });
    await world.advance(DAY);
    await world.drain();
    expect(await receiver.deliveries()).toEqual([]);
    const later = await say();
    const events = await receiver.events();
    expect(events.map(({ data }) => data.object.checkout_session_id)).toEqual([later]);
    expect((await receiver.deliveries())[0]!.signature_valid).toBe(true);
  });

  test('what waits when an endpoint is disabled is parked for good', async () => {
    const receiver = await makeReceiver(world, channel);
    await world.control('PUT', `receivers/${receiver.name}`, { status: 500 });
    await say();
    const path = `/api/channel/webhook-endpoints/${receiver.endpoint.body.id}`;
    await world.call('DELETE', path, { key: channel.key });
    await world.control('PUT', `receivers/${receiver.name}`, { status: 200 });
    await world.call('POST', `${path}/enable`, { key: channel.key });
    await world.advance(DAY);
    await world.drain();
    expect(await receiver.deliveries()).toHaveLength(1);
    expect((await operatorEvents())[0].deliveries[0].state).toBe('parked');
  });

  test('a channel hears nothing of another channel', async () => {
    const other = await makeReceiver(world, await makeChannel(world));
    await say();
    expect(await other.deliveries()).toEqual([]);
  });
});

describe('replay by the operator', () => {
  test('is a new event that names the first; everything else is the same', async () => {
    const receiver = await makeReceiver(world, channel);
    await say();
    const [first] = await receiver.events();
    const replayed = await world.operator('POST', `events/${first.id}/replay`, {});
    expect(replayed.status).toBe(201);
    await world.drain();
    const [, second] = await receiver.events();
    expect(Object.keys(second)).toEqual([...ENVELOPE, 'replay_of_event_id'].sort());
    expect(second).toMatchObject({ type: first.type, data: first.data, replay_of_event_id: first.id });
    expect(second.id).not.toBe(first.id);
    expect('replay_of_event_id' in first).toBe(false);
    const [, delivery] = await receiver.deliveries();
    expect(delivery!.headers['service-event-id']).toBe(second.id);
    expect(delivery!.signature_valid).toBe(true);
  });

  test('recovers an event that had no subscriber', async () => {
    await say();
    const [event] = await operatorEvents();
    const receiver = await makeReceiver(world, channel);
    await world.operator('POST', `events/${event.id}/replay`, {});
    await world.drain();
    expect((await receiver.events()).map(({ replay_of_event_id }) => replay_of_event_id)).toEqual([event.id]);
  });

  test('by filter: a dry run counts, a run replays, an empty filter is refused', async () => {
    await say();
    await say();
    const receiver = await makeReceiver(world, channel);
    const filter = { merchant_id: shop.merchant_id, state: 'no_subscriber' };
    const dry = await world.operator('POST', 'events/replay', { ...filter, dry_run: true });
    expect(dry.body).toMatchObject({ dry_run: true, matched: 2, event_ids: [] });
    const run = await world.operator('POST', 'events/replay', filter);
    expect(run.body).toMatchObject({ dry_run: false, matched: 2 });
    expect(run.body.event_ids).toHaveLength(2);
    await world.drain();
    expect(await receiver.events()).toHaveLength(2);
    expect((await world.operator('POST', 'events/replay', {})).status).toBe(422);
  });

  test('nobody’s event is 404, a malformed id names the path', async () => {
    expectRefused(await world.operator('POST', `events/evt_${'0'.repeat(32)}/replay`, {}), 404);
    expectProblem(await world.operator('POST', 'events/nonsense/replay', {}), ['path', 'event_id']);
  });
});
