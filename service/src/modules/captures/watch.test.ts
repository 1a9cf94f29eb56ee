import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type ApprovedOrder,
  approvedOrder,
  connectedMerchant,
  type ModuleWorld,
  paymentEvents,
  sessionStatus,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { taken } from '../../../../tests/world/scripted-answers.ts';
import { inTransaction } from '../../db/tx.ts';
import { minor } from '../../lib/money.ts';
import { OTHER_MONEY } from '../doubt/index.ts';
import { lockTransaction } from '../payments/index.ts';
import { openAttempt } from './attempts.ts';
import { isAsAsked, watchOtherMoney } from './other-money.ts';
import { watchPending } from './watch-pending.ts';

// Each test has an approved order of 10 USD that nobody captured here.

let world: ModuleWorld;
let merchant_id: string;
let order: ApprovedOrder;
beforeAll(async () => {
  world = await startModuleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script.beginAnew();
  const merchant = await connectedMerchant(world);
  ({ merchant_id } = merchant);
  order = await approvedOrder(world, merchant);
});

const shown = (more: Parameters<typeof taken>[0] = {}) => taken(more, order.order_id);
const hearOtherMoney = () =>
  inTransaction(world.ctx.db, async (tx) => {
    const transaction = await lockTransaction(tx, order.transaction_id);
    await watchOtherMoney(tx, world.ctx, transaction, shown({ amount: minor(900) }).capture);
  });
const hearOfPending = () =>
  inTransaction(world.ctx.db, async (tx) =>
    watchPending(
      tx,
      world.ctx,
      await lockTransaction(tx, order.transaction_id),
      shown({ status: 'pending' }),
    ),
  );

async function watched() {
  const attempt = await openAttempt(world.ctx.db, order.transaction_id);
  const { status } = await transactionOf(world, order.transaction_id);
  return { id: attempt?.id, attempt: attempt?.state, transaction: status };
}

test('money is as asked in its amount and its currency', async () => {
  const transaction = await transactionOf(world, order.transaction_id);
  expect(isAsAsked(transaction, shown().capture)).toBe(true);
  expect(isAsAsked(transaction, shown({ amount: minor(999) }).capture)).toBe(false);
  expect(isAsAsked(transaction, shown({ currency: 'EUR' }).capture)).toBe(false);
});

test('other money is watched for a person, in the way of another payment, and told to nobody as taken', async () => {
  await hearOtherMoney();
  expect(await watched()).toMatchObject({ attempt: 'unknown', transaction: 'approved' });
  const row = await world.ctx.db
    .selectFrom('capture_attempts')
    .select(['last_problem', 'next_check_at'])
    .where('transaction_id', '=', order.transaction_id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ last_problem: OTHER_MONEY, next_check_at: expect.any(Date) });
  expect(await sessionStatus(world, order.session_id)).toBe('capturing');
  expect(await paymentEvents(world, merchant_id)).not.toContain('payment.captured');
});

test('money that is held back is watched until it settles, by one attempt however often it is heard of', async () => {
  await hearOfPending();
  const first = await watched();
  expect(first).toMatchObject({ attempt: 'pending', transaction: 'pending' });
  await hearOfPending();
  expect(await watched()).toEqual(first);
});

test('an attempt that watches other money goes on as the one that is held back', async () => {
  await hearOtherMoney();
  const { id } = await watched();
  await hearOfPending();
  expect(await watched()).toEqual({ id, attempt: 'pending', transaction: 'pending' });
});
