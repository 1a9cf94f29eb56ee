import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeChannel,
  makeConnectedMerchant,
  makeInstrument,
  recordedEvents,
  type TestMerchant,
} from '../../world/actors.ts';
import { readProviderBooks } from '../books/books.ts';
import { problemsOf, until } from './crash-run.ts';
import { type CrashWorld, startCrashWorld } from '../world/crash-world.ts';
import { type Hold, holdAtProvider, holdWriters } from '../world/holds.ts';

// Two processes charge what is due, and both die while they do: each period is charged once and told once, and the next one is
// too, whoever charges it.

const SLOW_MS = 240_000;
const LEASE_SECONDS = 3;
const HELD = 3;
const MONTH_SECONDS = 32 * 86_400;

let world: CrashWorld;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startCrashWorld({ processes: 2, leaseSeconds: LEASE_SECONDS });
  merchant = await makeConnectedMerchant(world.through(0), await makeChannel(world.through(0)));
}, SLOW_MS);
afterAll(async () => world?.close());

interface Point {
  name: string;
  arm(): Promise<Hold>;
}
const holdCharges = (mode: string) =>
  holdAtProvider(world, { operation: 'orders.create', mode, times: HELD });
const POINTS: readonly Point[] = [
  { name: 'before the intent is committed', arm: () => holdWriters(world, 'vault_charges', HELD) },
  { name: 'provider called, nothing done', arm: () => holdCharges('hang') },
  { name: 'provider done, not answered', arm: () => holdCharges('hang_after_commit') },
  { name: 'charge recorded, its period not', arm: () => holdWriters(world, 'subscription_charges', HELD) },
];

interface Begun {
  subscription_id: string;
  /** By which its charges are told from others at the provider. */
  description: string;
}

/** Subscriptions that are charged as soon as anybody looks. */
async function begin(customers: readonly string[]): Promise<Begun[]> {
  return Promise.all(
    customers.map(async (customer_ref) => {
      const description = randomUUID();
      const body = { customer_ref, description, amount: '9.90', interval: 'month' };
      const of = { key: merchant.key, merchant: merchant.merchant_id, body };
      const made = await world.through(0).call('POST', '/api/subscriptions', of);
      expect(made.status).toBe(201);
      return { subscription_id: made.body.subscription_id as string, description };
    }),
  );
}

async function chargesOf(begun: readonly Begun[]): Promise<number[]> {
  const { captures } = await readProviderBooks(world);
  return begun.map(
    ({ description }) => captures.filter((one) => one.description === description && one.is_taken).length,
  );
}

async function toldOf(begun: readonly Begun[]): Promise<string[][]> {
  const all = await recordedEvents(world.through(0), merchant.merchant_id);
  return begun.map(({ subscription_id }) =>
    all.filter(({ object }) => object['subscription_id'] === subscription_id).map(({ type }) => type),
  );
}

/** Both processes look at what is due, at once, as often as what is in doubt needs. */
async function work(): Promise<void> {
  for (const seconds of [60, 120, 600, 3_600]) {
    await world.advance(seconds);
    await Promise.all([world.through(0).drain(), world.through(1).drain()]);
  }
}

test.each(POINTS)(
  'killed at "$name", a period is charged once and told once, and so is the next',
  async ({ arm }) => {
    const customers = await Promise.all(
      Array.from(
        { length: HELD },
        async () => (await makeInstrument(world.through(0), merchant)).customer_ref,
      ),
    );
    await world.through(0).drain();
    const hold = await arm();
    const begun = await begin(customers);
    try {
      await until(hold.reached, 'the point');
    } finally {
      await Promise.all([world.kill(0), world.kill(1)]);
      await hold.release();
      await Promise.all([world.revive(0), world.revive(1)]);
    }
    await work();
    expect(await chargesOf(begun)).toEqual(begun.map(() => 1));
    const once = ['subscription.created', 'subscription.charged'];
    expect(await toldOf(begun)).toEqual(begun.map(() => once));
    await world.advance(MONTH_SECONDS);
    await work();
    expect(await chargesOf(begun)).toEqual(begun.map(() => 2));
    expect(await toldOf(begun)).toEqual(begun.map(() => [...once, 'subscription.charged']));
    expect(await problemsOf(world, 'afterwards')).toEqual([]);
    for (const { subscription_id } of begun) {
      const of = { key: merchant.key, merchant: merchant.merchant_id };
      await world.through(0).call('POST', `/api/subscriptions/${subscription_id}/cancel`, of);
    }
  },
  SLOW_MS,
);
