import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withConnection } from '../../../dev/connection.ts';
import { makeChannel, refund, type TestChannel } from '../../world/actors.ts';
import { makeGatewayMerchant, NMI, payByCard } from '../../world/gateways.ts';
import { startWorld, type World } from '../../world/world.ts';
import { findBreaches } from '../books/books.ts';

// The intent is committed, and whose account it is about cannot be read: the provider was asked nothing.

const SLOW_MS = 600_000;

let world: World;
let channel: TestChannel;
beforeAll(async () => {
  world = await startWorld();
  channel = await makeChannel(world);
}, SLOW_MS);
afterAll(async () => world?.close());

test(
  'a refund that the database kept from being sent is made when it is asked for again, also where nothing is sent twice',
  async () => {
    const merchant = await makeGatewayMerchant(world, channel, NMI);
    const { capture_id } = await payByCard(world, merchant);
    const key = randomUUID();
    const ask = () => refund(world, merchant, capture_id, { amount: '1.00', key });
    await withConnection(world.database_url, async (client) => {
      await client.query('begin; lock table rail_accounts in access exclusive mode');
      expect((await ask()).status).toBe(503);
      await client.query('rollback');
    });
    await expect.poll(async () => (await ask()).status, { timeout: SLOW_MS / 4 }).toBe(200);
    expect(await findBreaches(world)).toEqual([]);
  },
  SLOW_MS,
);
