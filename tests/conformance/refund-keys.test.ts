import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeCapture,
  makeChannel,
  makeConnectedMerchant,
  refund,
  type TestMerchant,
} from '../world/actors.ts';
import { joinWorld, type World } from '../world/world.ts';
import { as, expectProblem } from './support.ts';

// What a key is worth when two calls use it at once.

const ROUNDS = 6;

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await joinWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
});
afterAll(() => world.close());

test('one key used at once on two captures returns the money of one, and the other names the header', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const captures = [await makeCapture(world, merchant), await makeCapture(world, merchant)];
    const key = crypto.randomUUID();
    const answers = await Promise.all(
      captures.map(({ capture_id }) => refund(world, merchant, capture_id, { amount: '4.00', key })),
    );
    const [taken, other] = answers.toSorted((one, two) => one.status - two.status);
    expect(taken!.body).toEqual({ success: true });
    expectProblem(other!, ['header', 'Idempotency-Key'], 'value_error');
    const returned = await Promise.all(
      captures.map(async ({ transaction_id }) => {
        const read = await world.call('GET', `/api/transactions/${transaction_id}`, as(merchant));
        return read.body.refunded_amount_cents as number;
      }),
    );
    expect(returned.reduce((sum, cents) => sum + cents, 0)).toBe(400);
  }
});
