import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  approvedOrder,
  connectedMerchant,
  type ModuleWorld,
  openSession,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { newProviderId, noBecause, taken } from '../../../../tests/world/scripted-rail.ts';
import { inTransaction } from '../../db/tx.ts';
import type { ProviderCapture } from '../../rails/rail.ts';
import { orThrow } from '../../refused.ts';
import { createBuyerOrder } from '../orders/index.ts';
import { recordCapture, recordFailure } from './move.ts';
import { lockTransaction } from './queries.ts';

const HOUR = 3_600;

let world: ModuleWorld;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());

// Never on a second, which a provider that counts no finer may mean any moment of.
const later = (seconds: number) =>
  new Date((Math.floor(world.ctx.clock.now().getTime() / 1_000) + seconds) * 1_000 + 500);

/** An order that its buyer has not approved yet, as far as anybody knows. */
async function openOrder(): Promise<string> {
  const { id: session_id } = await openSession(world, await connectedMerchant(world));
  const provider_order_id = newProviderId('order');
  world.script.answer('payments.open', { kind: 'created', provider_order_id, approve_url: null });
  const made = orThrow(await createBuyerOrder(world.ctx, { session_id, origin: undefined }));
  return made.order.transaction_id!;
}

const capture = (id: string, told: Partial<ProviderCapture>) =>
  inTransaction(world.ctx.db, async (tx) =>
    recordCapture(tx, world.ctx, await lockTransaction(tx, id), taken(told)),
  );

test.each([
  ['was let go since, when that was', 'completed', 1_800],
  ['is partly returned by now, when it was begun', 'partially_refunded', 10],
  ['is wholly returned by now, when it was begun', 'refunded', 10],
] as const)('a capture was taken, where it %s', async (_what, status, after_seconds) => {
  const { transaction_id } = await approvedOrder(world, await connectedMerchant(world));
  const [begun_at, changed_at, expected] = [later(10), later(1_800), later(after_seconds)];
  world.ctx.clock.move(HOUR);
  const times = { captured_at: begun_at.toISOString(), changed_at: changed_at.toISOString() };
  await capture(transaction_id, { status, ...times });
  expect((await transactionOf(world, transaction_id)).captured_at).toEqual(expected);
});

test('a failure that is heard of late moves no capture that turns out made before it', async () => {
  const id = await openOrder();
  const { created_at } = await transactionOf(world, id);
  const taken_at = later(10);
  world.ctx.clock.move(48 * HOUR);
  await inTransaction(world.ctx.db, async (tx) => {
    await recordFailure(tx, world.ctx, await lockTransaction(tx, id), noBecause('NOT_TAKEN'));
  });
  expect(await transactionOf(world, id)).toMatchObject({ status: 'failed', approved_at: created_at });
  await capture(id, { captured_at: taken_at.toISOString() });
  const times = { created_at, approved_at: created_at, captured_at: taken_at };
  expect(await transactionOf(world, id)).toMatchObject({ status: 'captured', ...times });
});
