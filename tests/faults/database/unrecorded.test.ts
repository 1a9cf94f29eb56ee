import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  capture,
  charge,
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeInstrument,
  makeOrder,
  makeSession,
  refund,
  type TestChannel,
  type TestMerchant,
} from '../../world/actors.ts';
import { makeGatewayMerchant, NMI, payByCard } from '../../world/gateways.ts';
import { makeDispute, takeAction } from '../../world/disputes.ts';
import { type Answer, startWorld, type World } from '../../world/world.ts';
import { findBreaches } from '../books/books.ts';
import { withoutMemoryFor } from './without-memory.ts';

// Its provider has answered, and the server has no memory for one row of what is to be recorded. Who asked first is told so,
// and who waits for the same is not left waiting.

const SLOW_MS = 600_000;
// Whoever waits to the end is told that the outcome is not known.
const UNAVAILABLE = { status: 503, body: { detail: 'The service is temporarily unavailable' } };

let world: World;
let channel: TestChannel;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  channel = await makeChannel(world);
  merchant = await makeConnectedMerchant(world, channel);
}, SLOW_MS);
afterAll(async () => world?.close());

type Ask = () => Promise<Answer>;

interface Case {
  what: string;
  table: string;
  /** What is asked for, and what waits for it. */
  prepare(): Promise<{ first: Ask; waiting: Ask }>;
}

const repeated = (ask: Ask) => ({ first: ask, waiting: ask });

const CASES: readonly Case[] = [
  {
    what: 'a capture',
    table: 'ledger_postings',
    prepare: async () => {
      const { order_id } = await makeOrder(world, merchant);
      return repeated(() => capture(world, merchant, order_id));
    },
  },
  {
    what: 'a refund',
    table: 'ledger_postings',
    prepare: async () => {
      const { capture_id } = await makeCapture(world, merchant);
      const key = randomUUID();
      return repeated(() => refund(world, merchant, capture_id, { amount: '1.00', key }));
    },
  },
  {
    what: 'the next refund at a gateway',
    table: 'ledger_postings',
    prepare: async () => {
      const merchant = await makeGatewayMerchant(world, channel, NMI);
      const { capture_id } = await payByCard(world, merchant);
      const ask = (key: string) => () => refund(world, merchant, capture_id, { amount: '1.00', key });
      return { first: ask(randomUUID()), waiting: ask(randomUUID()) };
    },
  },
  {
    what: 'a charge',
    table: 'ledger_postings',
    prepare: async () => {
      const { customer_ref } = await makeInstrument(world, merchant);
      const key = randomUUID();
      return repeated(() => charge(world, merchant, { customer_ref, key }));
    },
  },
  {
    what: 'an instrument that is saved',
    table: 'vault_tokens',
    prepare: async () => {
      const metadata = { customer_ref: randomUUID() };
      const { id } = (await makeSession(world, merchant, { amount: 0, metadata })).body;
      const orders = `/api/checkout-sessions/${id}/orders`;
      const { order_id } = (await world.call('POST', orders, { body: {} })).body;
      await world.control('POST', `orders/${order_id}/approve`, {});
      return repeated(() => world.call('POST', `${orders}/${order_id}/capture`, { body: {} }));
    },
  },
  {
    what: 'an answer to a dispute',
    table: 'audit_entries',
    prepare: async () => {
      const { id } = await makeDispute(world, merchant);
      return repeated(() =>
        takeAction(world, merchant, { id, action: 'send-message', body: { message: 'Hello.' } }),
      );
    },
  },
];

test.each(CASES)(
  '$what is not waited for while it cannot be recorded, and is done once',
  async ({ table, prepare }) => {
    const { first, waiting } = await prepare();
    await withoutMemoryFor(world.database_url, table, async () => {
      expect(await first()).toMatchObject(UNAVAILABLE);
      expect(await waiting()).toMatchObject(UNAVAILABLE);
    });
    for (const ask of [first, waiting]) {
      await expect.poll(async () => (await ask()).status, { timeout: SLOW_MS / 4 }).toBe(200);
    }
    expect(await findBreaches(world)).toEqual([]);
  },
  SLOW_MS,
);
