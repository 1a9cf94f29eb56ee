import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type ApprovedOrder,
  approvedOrder,
  connectedMerchant,
  type ModuleWorld,
  refusalOf,
  sessionStatus,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { newProviderId, UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import { inTransaction } from '../../db/tx.ts';
import { orThrow } from '../../refused.ts';
import { createBuyerOrder } from '../orders/index.ts';
import { openAttempt } from './attempts.ts';
import { captureMerchantOrder } from './capture-order.ts';
import { lapse, lockBoth } from './end-attempt.ts';

// Each test has a session with two orders, the first of which is being captured: nobody knows yet what came of it.

let world: ModuleWorld;
let first: ApprovedOrder;
let second: string;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  const merchant = await connectedMerchant(world);
  first = await approvedOrder(world, merchant);
  const { session_id, order_id } = first;
  const provider_order_id = newProviderId('order');
  world.script.answer('payments.open', { kind: 'created', provider_order_id, approve_url: null });
  const made = orThrow(await createBuyerOrder(world.ctx, { session_id, origin: undefined }));
  second = made.order.transaction_id!;
  world.script.answer('payments.take', UNKNOWN);
  const captured = captureMerchantOrder(world.ctx, { merchant_id: merchant.merchant_id, order_id });
  expect(await refusalOf(captured.then(orThrow))).toBe('outcome_unknown');
});
afterEach(() => expect(world.script.unused()).toEqual([]));

/** The order lapses. Tells whether its session was to be moved by it. */
async function lapseOf(transaction_id: string): Promise<boolean> {
  const changed: string[] = [];
  const db = world.ctx.db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'UpdateQueryNode') changed.push(JSON.stringify(node.table));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const why = { failure_code: 'approval_lapsed', failure_message: null };
  await inTransaction(db, async (tx) => lapse(tx, world.ctx, await lockBoth(tx, transaction_id), why));
  expect(changed.join()).toContain('"transactions"');
  return changed.join().includes('"checkout_sessions"');
}

/** Both transactions, what is under way of the first, and their session. */
async function standing() {
  const attempt = await openAttempt(world.ctx.db, first.transaction_id);
  const both = [first.transaction_id, second].map(async (id) => (await transactionOf(world, id)).status);
  const session = await sessionStatus(world, first.session_id);
  return [...(await Promise.all(both)), attempt?.state ?? null, session];
}

test('an order that lapses opens its session for another when it was the one being captured', async () => {
  expect(await lapseOf(first.transaction_id)).toBe(true);
  expect(await standing()).toEqual(['voided', 'created', null, 'open']);
});

test('an order that lapses beside the one being captured leaves their session alone', async () => {
  expect(await lapseOf(second)).toBe(false);
  expect(await standing()).toEqual(['approved', 'voided', 'unknown', 'capturing']);
});
