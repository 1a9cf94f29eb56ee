import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  capture,
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  makeOrder,
  makeSession,
  refund,
} from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';
import { as, readStatus, type TestMerchant } from './support.ts';

// The recipes of docs/sandbox.md, cooked as they are printed.

const guide = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8');
const tables = guide
  .split('\n## ')
  .slice(1)
  .map((chapter) =>
    chapter
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim().replaceAll('`', '')),
      ),
  );
const blocked = tables[0]!.slice(1) as [reason: string, body: string][];
const complaints = tables[2]! as [call: string, body: string, status: string][];
const faults = tables[1]! as [body: string, call: string, status: string][];

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await connected();
});
afterEach(() => world.control('DELETE', 'faults'));
afterAll(() => world.close());

const connected = async () => makeConnectedMerchant(world, await makeChannel(world));

describe('a merchant is blocked', () => {
  test('by four recipes', () => {
    expect(blocked).toHaveLength(4);
  });

  test.each(blocked)('by %s', async (reason, body) => {
    const one = await connected();
    await world.control('PATCH', `accounts/${one.account_id}`, JSON.parse(body));
    await world.advance(600);
    const status = await readStatus(world, as(one));
    expect(status.body).toMatchObject({ wallet_status_reason: reason, payments_enabled: false });
  });
});

const CALLS: Readonly<Record<string, (act: () => Promise<unknown>) => Promise<{ status: number }>>> = {
  'create an order': async (strike) => {
    const session = await makeSession(world, merchant);
    await strike();
    return world.call('POST', `/api/checkout-sessions/${session.body.id}/orders`);
  },
  capture: async (strike) => {
    const { order_id } = await makeOrder(world, merchant);
    await strike();
    return capture(world, merchant, order_id);
  },
  refund: async (strike) => {
    const made = await makeCapture(world, merchant);
    await strike();
    return refund(world, merchant, made.capture_id, { amount: '1.00', key: 'recipe' });
  },
};

describe('a provider that fails', () => {
  test('has three recipes', () => {
    expect(faults.map(([, call]) => call)).toEqual(Object.keys(CALLS));
  });

  test.each(faults)('%s', async (body, call, status) => {
    const answer = await CALLS[call]!(() => world.control('POST', 'faults', JSON.parse(body)));
    expect(answer.status).toBe(Number(status));
  });
});

describe('a buyer who disputes', () => {
  test('does so by four recipes, one after the other', async () => {
    expect(complaints).toHaveLength(4);
    const { capture_id } = await makeCapture(world, merchant);
    let dispute_id = '';
    for (const [call, body, status] of complaints) {
      const path = call.replace('{capture_id}', capture_id).replace('{dispute_id}', dispute_id);
      const done = await world.control('POST', path, JSON.parse(body));
      expect(done.status, call).toBe(200);
      dispute_id = done.body.dispute_id;
      await world.drain();
      const [read] = (await world.call('GET', '/api/merchants/disputes?limit=1', as(merchant))).body;
      expect([call, read.status]).toEqual([call, status]);
    }
  });
});
