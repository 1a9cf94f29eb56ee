import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  connectedMerchant,
  type ModuleWorld,
  startModuleWorld,
} from '../../../../tests/world/module-world.ts';
import { newProviderId } from '../../../../tests/world/scripted-rail.ts';
import { inTransaction } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { releaseWalletLink } from '../onboarding/end-connection.ts';
import { claimOrder } from './claim-order.ts';

let world: ModuleWorld;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());

test('an order is claimed by one payment, whichever merchant has what the provider calls the account', async () => {
  const { ctx } = world;
  const name = newProviderId('account');
  const before = await connectedMerchant(world, name);
  await releaseWalletLink(ctx, before.merchant_id);
  const provider_order_id = newProviderId('order');
  const claim = (by: { rail_account_id: string | null }, transaction_id: string) =>
    inTransaction(ctx.db, (tx) =>
      claimOrder(tx, { rail_account_id: by.rail_account_id!, provider_order_id, transaction_id }),
    );
  const [own, other] = [uuidAt(ctx.clock.now()), uuidAt(ctx.clock.now())];
  expect([await claim(before, own), await claim(before, own)]).toEqual([true, true]);
  ctx.clock.move(1);
  const now = await connectedMerchant(world, name);
  expect(now.rail_account_id).not.toBe(before.rail_account_id);
  expect([await claim(now, other), await claim(now, own)]).toEqual([false, true]);
  // What another provider account calls so is another order.
  expect(await claim(await connectedMerchant(world), other)).toBe(true);
});
