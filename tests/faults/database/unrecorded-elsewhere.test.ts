import { afterAll, beforeAll, expect, test } from 'vitest';
import { capture, makeChannel, makeConnectedMerchant, makeOrder } from '../../world/actors.ts';
import { findBreaches } from '../books/books.ts';
import { type CrashWorld, startCrashWorld } from '../world/crash-world.ts';
import { withoutMemoryFor } from './without-memory.ts';

// One process has its provider's answer, and the server has no memory for one row of it. The same is asked of another one.

const SLOW_MS = 600_000;

let world: CrashWorld;
beforeAll(async () => {
  world = await startCrashWorld({ processes: 2 });
}, SLOW_MS);
afterAll(async () => world?.close());

test(
  'what one process cannot record is not waited for in another, and is done once',
  async () => {
    const [first, other] = [world.through(0), world.through(1)];
    const merchant = await makeConnectedMerchant(first, await makeChannel(first));
    const { order_id } = await makeOrder(first, merchant);
    await withoutMemoryFor(world.database_url, 'ledger_postings', async () => {
      for (const view of [first, other])
        // Whoever waits to the end is told that the outcome is not known.
        expect(await capture(view, merchant, order_id)).toMatchObject({
          status: 503,
          body: { detail: 'The service is temporarily unavailable' },
        });
    });
    const ask = async () => (await capture(other, merchant, order_id)).status;
    await expect.poll(ask, { timeout: SLOW_MS / 4 }).toBe(200);
    expect(await findBreaches(world)).toEqual([]);
  },
  SLOW_MS,
);
