import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  capture,
  makeChannel,
  makeConnectedMerchant,
  makeOrder,
  type TestMerchant,
} from '../../world/actors.ts';
import { startWorld, type World } from '../../world/world.ts';
import { findBreaches } from '../books/books.ts';
import { withoutMemoryFor } from './without-memory.ts';

// Money was taken, whoever asked for it is no more, and what its provider shows cannot be recorded when a sweep looks.

const SLOW_MS = 120_000;
// Longer than an intent is left to whoever wrote it down.
const HELD_SECONDS = 31;
// How soon everything is to be as before once the database is back.
const BACK_SECONDS = 5;

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
}, SLOW_MS);
afterAll(async () => world?.close());

test(
  'a capture that a sweep could not record is answered within seconds of the database’s return',
  async () => {
    const { order_id } = await makeOrder(world, merchant);
    await world.drain();
    await world.control('POST', 'notices', { mode: 'hold' });
    await withoutMemoryFor(world.database_url, 'ledger_postings', async () => {
      expect(await capture(world, merchant, order_id)).toMatchObject({ status: 503 });
      await world.restart();
      await world.advance(HELD_SECONDS);
      await world.drain();
    });
    await world.advance(BACK_SECONDS);
    await world.drain();
    expect(await capture(world, merchant, order_id)).toMatchObject({ status: 200 });
    expect(await findBreaches(world)).toEqual([]);
  },
  SLOW_MS,
);
