import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type ApprovedOrder,
  approvedOrder,
  capturedPayment,
  connectedMerchant,
  type ModuleWorld,
  openSession,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { newProviderId, orderOf, taken } from '../../../../tests/world/scripted-rail.ts';
import type { Notice } from '../../rails/rail.ts';
import { orThrow } from '../../refused.ts';
import { createBuyerOrder } from '../orders/index.ts';
import { newsFinder } from '../payments/index.ts';
import { actOn } from './act-on.ts';

// What is read of an order may be behind the notice of what happened to it.

let world: ModuleWorld;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(() => world.script.beginAnew());
afterEach(() => expect(world.script.unused()).toEqual([]));

/** Acts on a notice while the order reads so. */
async function hear(notice: Notice, order: ReturnType<typeof orderOf>) {
  const { ctx, script } = world;
  script.answer('payments.find', { kind: 'found', order });
  // Whoever asks within a moment shares the reading before.
  ctx.clock.move(1);
  const from = { provider: 'ppcp', rail_account_id: null };
  return actOn(ctx, { from, heardAt: ctx.clock.now(), find: newsFinder(ctx.db) }, notice);
}

const captureChanged = (of: ApprovedOrder, provider_capture_id: string, is_taken: boolean): Notice => ({
  ...{ about: 'capture_changed', provider_capture_id, is_taken },
  ...{ provider_order_id: of.order_id, transaction_id: of.transaction_id },
});

test('a notice that money was taken is kept until the order shows it', async () => {
  const order = await approvedOrder(world, await connectedMerchant(world));
  const provider_capture_id = newProviderId('capture');
  const notice = captureChanged(order, provider_capture_id, true);
  expect(await hear(notice, orderOf({ provider_order_id: order.order_id }))).toBe('later');
  expect(await hear(notice, taken({ provider_capture_id }, order.order_id).order)).toBe('done');
  const { status } = await transactionOf(world, order.transaction_id);
  expect(status).toBe('captured');
});

test('a notice of money that was refused by now is done with', async () => {
  const order = await approvedOrder(world, await connectedMerchant(world));
  const provider_capture_id = newProviderId('capture');
  const notice = captureChanged(order, provider_capture_id, true);
  const denied = { provider_capture_id, status: 'declined', status_raw: 'DECLINED' } as const;
  expect(await hear(notice, taken(denied, order.order_id).order)).toBe('done');
});

test('a notice that none was taken is done with by an order that shows none', async () => {
  const order = await approvedOrder(world, await connectedMerchant(world));
  const notice = captureChanged(order, newProviderId('capture'), false);
  expect(await hear(notice, orderOf({ provider_order_id: order.order_id }))).toBe('done');
});

test('a decline that is heard of late says nothing of a payment that was taken', async () => {
  const merchant = await connectedMerchant(world);
  const { capture_id, transaction_id } = await capturedPayment(world, merchant);
  const { provider_order_id: order_id } = await transactionOf(world, transaction_id);
  const notice = captureChanged({ order_id: order_id!, transaction_id, session_id: '' }, capture_id, false);
  const denied = { provider_capture_id: capture_id, status: 'declined', status_raw: 'DECLINED' } as const;
  expect(await hear(notice, taken(denied, order_id!).order)).toBe('done');
  const { status, failure_code } = await transactionOf(world, transaction_id);
  expect([status, failure_code]).toEqual(['captured', null]);
});

test('a notice of a capture that is recorded is done with', async () => {
  const merchant = await connectedMerchant(world);
  const { capture_id, transaction_id } = await capturedPayment(world, merchant);
  const { provider_order_id: order_id } = await transactionOf(world, transaction_id);
  const notice = captureChanged({ order_id: order_id!, transaction_id, session_id: '' }, capture_id, true);
  const shown = taken({ provider_capture_id: capture_id }, order_id!).order;
  expect(await hear(notice, shown)).toBe('done');
});

test('a notice that a buyer approved is kept until the order shows it', async () => {
  const { id: session_id } = await openSession(world, await connectedMerchant(world));
  const provider_order_id = newProviderId('order');
  world.script.answer('payments.open', { kind: 'created', provider_order_id, approve_url: null });
  const made = orThrow(await createBuyerOrder(world.ctx, { session_id, origin: undefined }));
  const notice: Notice = { about: 'order_approved', provider_order_id };
  expect(await hear(notice, orderOf({ provider_order_id, status: 'created' }))).toBe('later');
  expect(await hear(notice, orderOf({ provider_order_id }))).toBe('done');
  const { status } = await transactionOf(world, made.order.transaction_id!);
  expect(status).toBe('approved');
});
