import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeChannel, makeConnectedMerchant, type TestMerchant } from '../world/actors.ts';
import { joinWorld, type World } from '../world/world.ts';
import { as } from './support.ts';

const CARD = '4111 1111 1111 1111';

let world: World;
let merchant: TestMerchant;
beforeAll(async () => {
  world = await joinWorld();
  merchant = await makeConnectedMerchant(world, await makeChannel(world));
});
afterAll(() => world.close());

test.each([
  ['a member that nobody knows', { amount: '42.00', card_number: CARD }],
  ['another field', { amount: '42.00', buyer_email: CARD }],
  ['a list', { amount: [CARD] }],
  ['a number', { amount: '42.00', metadata: Number(CARD.replaceAll(' ', '')) }],
  ['the body of a field that is missing', { description: CARD }],
])('the number of a card is refused as %s and not repeated', async (_what, body) => {
  const refused = await world.call('POST', '/api/checkout-sessions', { ...as(merchant), body });
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).not.toMatch(/4111/);
});
