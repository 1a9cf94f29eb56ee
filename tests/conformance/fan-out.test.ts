import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Delivery,
  makeChannel,
  makeMerchant,
  makeMerchantKey,
  makeMerchantReceiver,
  makeReceiver,
  type TestChannel,
} from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { makeDirectMerchant } from './support.ts';

// Two channels and a merchant without one, all selling at the same time; the channels have endpoints, and most
// merchants have their own as well. Whoever listens hears what is theirs, all of it, and nothing else.

const MERCHANTS = 3;
const SESSIONS = 4;
const TYPE = 'checkout.session.created';

interface Seller {
  merchant_id: string;
  key: string;
  /** What it sold. */
  sessions: string[];
}

interface Listener {
  whose: string;
  name: string;
  secret: string;
  /** Whose events it is to hear. */
  of: readonly Seller[];
  deliveries(): Promise<Delivery[]>;
}

let world: World;
const sellers: Seller[] = [];
const listeners: Listener[] = [];
const heard = new Map<Listener, Delivery[]>();

async function newSeller(channel: TestChannel): Promise<Seller> {
  const merchant_id = await makeMerchant(world, channel);
  return { merchant_id, key: await makeMerchantKey(world, merchant_id), sessions: [] };
}

function listen(
  whose: string,
  of: readonly Seller[],
  receiver: Awaited<ReturnType<typeof makeReceiver>>,
): void {
  const { name, endpoint, deliveries } = receiver;
  listeners.push({ whose, name, of, secret: endpoint.body.secret, deliveries });
}

async function sell(seller: Seller, n: number): Promise<void> {
  const body = { amount: '5.00', external_order_id: `${seller.merchant_id} ${n}` };
  const made = await world.call('POST', '/api/checkout-sessions', { key: seller.key, body });
  expect(made.status).toBe(201);
  seller.sessions.push(made.body.id);
}

beforeAll(async () => {
  world = await startWorld();
  for (const name of ['one', 'two']) {
    const channel = await makeChannel(world, name);
    const own: Seller[] = [];
    for (let n = 0; n < MERCHANTS; n += 1) own.push(await newSeller(channel));
    sellers.push(...own);
    listen(`channel ${name}`, own, await makeReceiver(world, channel));
    listen(`channel ${name} again`, own, await makeReceiver(world, channel, [TYPE]));
    // The last merchant leaves its events to the channel.
    for (const [n, seller] of own.slice(0, -1).entries()) {
      listen(`merchant ${n} of ${name}`, [seller], await makeMerchantReceiver(world, seller.key));
    }
  }
  const direct = { ...(await makeDirectMerchant(world)), sessions: [] };
  sellers.push(direct);
  listen('a merchant without a channel', [direct], await makeMerchantReceiver(world, direct.key));
  const numbers = Array.from({ length: SESSIONS }, (_, n) => n);
  await Promise.all(sellers.flatMap((seller) => numbers.map((n) => sell(seller, n))));
  await world.drain();
  for (const listener of listeners) heard.set(listener, await listener.deliveries());
});
afterAll(() => world.close());

const objectOf = (delivery: Delivery) =>
  JSON.parse(delivery.body).data.object as { id: string; merchant_id: string };
const holdsUnder = (secret: string, { headers, body }: Delivery) => {
  const [, t, v1] = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/.exec(headers['service-signature']!)!;
  return createHmac('sha256', secret).update(`${t}.${body}`).digest('hex') === v1;
};

describe('of everything that is sold at the same time', () => {
  test('each endpoint hears all that is its owner’s, once', () => {
    const got = listeners.map((one) => [
      one.whose,
      heard
        .get(one)!
        .map((two) => objectOf(two).id)
        .toSorted(),
    ]);
    const due = listeners.map(({ whose, of }) => [whose, of.flatMap(({ sessions }) => sessions).toSorted()]);
    expect(got).toEqual(due);
  });

  test('no endpoint hears of another’s merchant', () => {
    const crossings = listeners.flatMap((listener) => {
      const own = listener.of.map(({ merchant_id }) => merchant_id);
      const foreign = heard
        .get(listener)!
        .filter((delivery) => !own.includes(objectOf(delivery).merchant_id));
      return foreign.map(({ event_id }) => `${listener.whose} heard ${event_id}`);
    });
    expect(crossings).toEqual([]);
  });

  test('each delivery is signed with its endpoint’s own secret, and with no other', () => {
    for (const listener of listeners) {
      for (const delivery of heard.get(listener)!) {
        const fitting = listeners.filter(({ secret }) => holdsUnder(secret, delivery));
        expect(fitting.map(({ whose }) => whose)).toEqual([listener.whose]);
      }
    }
  });

  test('one event reaches the channel and the merchant as the same bytes under the same id', () => {
    const bodies = new Map<string, Set<string>>();
    for (const { event_id, body } of [...heard.values()].flat()) {
      bodies.set(event_id, (bodies.get(event_id) ?? new Set()).add(body));
    }
    expect(bodies.size).toBe(sellers.length * SESSIONS);
    expect([...bodies.values()].every(({ size }) => size === 1)).toBe(true);
  });

  test('the operator sees the deliveries of each event, one for each endpoint', async () => {
    for (const { merchant_id, sessions } of sellers) {
      const { items } = (await world.operator('GET', `events?merchant_id=${merchant_id}&type=${TYPE}`)).body;
      expect(items).toHaveLength(sessions.length);
      const expected = listeners.filter(({ of }) => of.some((seller) => seller.merchant_id === merchant_id));
      for (const { deliveries } of items) {
        expect(deliveries.map(({ state }: { state: string }) => state)).toEqual(
          expected.map(() => 'delivered'),
        );
      }
    }
  });

  test('what fails at one endpoint is repeated there alone', async () => {
    const seller = sellers[0]!;
    const [failing, ...others] = listeners.filter(({ of }) => of.includes(seller));
    const before = new Map(listeners.map((one) => [one, heard.get(one)!.length]));
    await world.control('PUT', `receivers/${failing!.name}`, { status: 500 });
    await sell(seller, SESSIONS);
    await world.drain();
    await world.control('PUT', `receivers/${failing!.name}`, { status: 200 });
    await world.advance(60);
    await world.drain();
    expect(await failing!.deliveries()).toHaveLength(before.get(failing!)! + 2);
    for (const other of others) expect(await other.deliveries()).toHaveLength(before.get(other)! + 1);
  });
});
