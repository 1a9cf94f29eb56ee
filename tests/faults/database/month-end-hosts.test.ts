import { expect, test } from 'vitest';
import { makeCapture } from '../../world/actors.ts';
import { type DatabaseWorld, startDatabaseWorld } from './world.ts';
import { findBreaches } from '../books/books.ts';

// A host that is ten minutes ahead of the database before a month ends and as far behind it afterwards, beside one that is right.

const SLOW_MS = 600_000;
const AHEAD_SECONDS = 600;
const TERMS = { type: 'fee_share', description: 'A quarter', fee_share_basis_points: 2_500 };
const HOSTS = [0, 1] as const;

async function untilMonthEnd(world: DatabaseWorld): Promise<{ period: string; seconds: number }> {
  const at = new Date(String((await world.operator('GET', 'clock')).body.now));
  const end = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
  return { period: at.toISOString().slice(0, 7), seconds: (end - at.getTime()) / 1_000 };
}

test(
  'a month ends by the database’s time, whatever the hosts take it for, and holds what was taken in it',
  async () => {
    const env = (index: number) => ({ HOST_AHEAD_SECONDS: String(index * AHEAD_SECONDS) });
    const world = await startDatabaseWorld({ processes: HOSTS.length, env });
    try {
      const { merchant_id, channel_id, key } = world.merchant;
      await world.operator('PUT', `channels/${channel_id}/terms`, TERMS);
      await world.operator('PATCH', `merchants/${merchant_id}`, { platform_fee_percent: 10 });
      const close = (index: number, period: string) =>
        world.through(index).operator('POST', 'statements/close', { period, channel_id });
      const pay = async () => {
        const made = HOSTS.map((index) =>
          makeCapture(world.through(index), world.merchant, { amount: '10.00' }),
        );
        return (await Promise.all(made)).map(({ transaction_id }) => transaction_id);
      };
      const { period, seconds } = await untilMonthEnd(world);
      // By its own clock the host that is ahead is in the next month.
      await world.advance(Math.floor(seconds) - AHEAD_SECONDS / 2);
      const before = await pay();
      const early = await Promise.all(HOSTS.map((index) => close(index, period)));
      expect(early.map(({ status }) => status)).toEqual([409, 409]);
      // By its own clock it is still in the month that is over.
      world.tell(1, String(-AHEAD_SECONDS));
      await world.advance(AHEAD_SECONDS / 2 + 2);
      await pay();
      await world.drain();
      const closed = await Promise.all(HOSTS.map((index) => close(index, period)));
      expect(closed.map(({ status }) => status)).toEqual([200, 200]);
      await world.drain();
      const { body } = await world.call('GET', '/api/channel/statements', { key });
      expect(body).toMatchObject([
        { accounted_transaction_count: 2, accounted_captured_amount_cents: 2_000 },
      ]);
      const stated = await world.call('GET', `/api/channel/statements/${body[0].id}/lines`, { key });
      const lines = stated.body.lines as { transaction_id: string; captured_at: string }[];
      expect(lines.map(({ transaction_id }) => transaction_id).toSorted()).toEqual(before.toSorted());
      for (const { captured_at } of lines) expect(captured_at.slice(0, 7)).toBe(period);
      expect(await findBreaches(world)).toEqual([]);
    } finally {
      await world.close();
    }
  },
  SLOW_MS,
);
