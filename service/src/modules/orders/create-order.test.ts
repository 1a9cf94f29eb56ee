import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  connectedMerchant,
  type ModuleWorld,
  openSession,
  refusalOf,
  startModuleWorld,
} from '../../../../tests/world/module-world.ts';
import { noBecause, UNREACHABLE } from '../../../../tests/world/scripted-rail.ts';
import { orThrow } from '../../refused.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { createBuyerOrder } from './create-order.ts';

let world: ModuleWorld;
let merchant: SellingMerchant;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  merchant = await connectedMerchant(world);
});
afterEach(() => expect(world.script.unused()).toEqual([]));

const because = (by: 'seller' | 'payee_unverified' | 'request') =>
  ({ kind: 'refused', by, refusal: noBecause('PAYEE_ACCOUNT_RESTRICTED') }) as const;
const opening = async (amount_cents: number) => {
  if (amount_cents === 0) world.script.answer('page.saverToken', { kind: 'minted', token: 'user-id-token' });
  const metadata = { customer_ref: 'anna' };
  const { id } = await openSession(world, merchant, { amount_cents, metadata });
  return refusalOf(createBuyerOrder(world.ctx, { session_id: id, origin: undefined }).then(orThrow));
};

test.each([
  ['an order', 'seller'],
  ['an order', 'payee_unverified'],
  ['a setup', 'seller'],
  ['a setup', 'payee_unverified'],
] as const)('%s that is refused because of the %s has the seller read back', async (what, by) => {
  world.script.answer(what === 'an order' ? 'payments.open' : 'vault.setUp', because(by));
  world.script.answer('onboarding.findSeller', UNREACHABLE);
  expect(await opening(what === 'an order' ? 1_000 : 0)).toBe('seller_refused');
  await expect.poll(() => world.script.unused()).toEqual([]);
});

test('an order that is refused as it is asked for says nothing of the seller', async () => {
  world.script.answer('payments.open', because('request'));
  expect(await opening(1_000)).toBe('payment_refused');
});
