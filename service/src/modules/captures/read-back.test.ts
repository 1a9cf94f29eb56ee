import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type ApprovedOrder,
  approvedOrder,
  connectedMerchant,
  type ModuleWorld,
  paymentEvents,
  refusalOf,
  sessionStatus,
  startModuleWorld,
  transactionOf,
} from '../../../../tests/world/module-world.ts';
import { newProviderId, noBecause, orderOf, taken, UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import { inTransaction } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { orThrow } from '../../refused.ts';
import { createBuyerOrder } from '../orders/index.ts';
import { insertAttempt, openAttempt } from './attempts.ts';
import { captureMerchantOrder } from './capture-order.ts';
import { readBackOrder } from './read-back.ts';

// Each test has an order of 10 USD that its buyer approved, of a session that lives for a day.

const MINUTE = 60;
const HOUR = 3_600;
const APPROVED = ['payment.created', 'payment.approved'];

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
  merchant_id = merchant.merchant_id;
  order = await approvedOrder(world, merchant, { expires_in_minutes: 1_440 });
});
afterEach(() => expect(world.script.unused()).toEqual([]));

const held = () => taken({ status: 'pending', status_raw: 'PENDING' }, order.order_id);
const capture = () =>
  captureMerchantOrder(world.ctx, { merchant_id, order_id: order.order_id }).then(orThrow);
const transaction = () => transactionOf(world, order.transaction_id);

/** Reads the order back after so many seconds, as its provider shows it then; twice where it does not know it. */
async function settleAfter(seconds: number, shown: ReturnType<typeof orderOf> | null) {
  world.ctx.clock.move(seconds);
  if (shown) world.script.answer('payments.find', { kind: 'found', order: shown });
  else world.script.answer('payments.find', { kind: 'missing' }, { kind: 'missing' });
  return readBackOrder(world.ctx, await transaction());
}

/** The transaction, what is still looked after of it, and its session. */
async function standing() {
  const attempt = await openAttempt(world.ctx.db, order.transaction_id);
  return [(await transaction()).status, attempt?.state ?? null, await sessionStatus(world, order.session_id)];
}

const untaken = (status: 'approved' | 'voided') => orderOf({ provider_order_id: order.order_id, status });

describe('money that the provider holds back', () => {
  beforeEach(async () => {
    world.script.answer('payments.take', { ...held(), kind: 'pending' });
    await capture();
  });

  test('has failed when its order goes on showing none, for ten minutes from the first such reading', async () => {
    expect(await settleAfter(5 * HOUR, untaken('approved'))).toBe('unshown');
    expect(await settleAfter(9 * MINUTE, untaken('approved'))).toBe('unshown');
    expect(await standing()).toEqual(['pending', 'pending', 'capturing']);
    expect(await settleAfter(MINUTE, untaken('approved'))).toBe('settled');
    expect(await standing()).toEqual(['failed', null, 'open']);
    expect(await paymentEvents(world, merchant_id)).toEqual([...APPROVED, 'payment.failed']);
    // The provider's word on money stands, also when it comes after all.
    expect(await settleAfter(MINUTE, held().order)).toBe('open');
    expect(await standing()).toEqual(['pending', 'pending', 'capturing']);
  });

  test('that shows again is not forgotten by a single reading later', async () => {
    expect(await settleAfter(HOUR, untaken('approved'))).toBe('unshown');
    expect(await settleAfter(HOUR, held().order)).toBe('open');
    expect(await settleAfter(HOUR, untaken('approved'))).toBe('unshown');
    expect(await standing()).toEqual(['pending', 'pending', 'capturing']);
  });

  test('has failed when its order is over', async () => {
    expect(await settleAfter(MINUTE, untaken('voided'))).toBe('settled');
    expect(await standing()).toEqual(['failed', null, 'open']);
    expect((await transaction()).failure_code).toBe('not_taken');
  });

  test('stays looked after while its order is not known, however long, and is taken when that shows it', async () => {
    expect(await settleAfter(5 * HOUR, null)).toBe('missing');
    expect(await standing()).toEqual(['pending', 'pending', 'capturing']);
    expect(await settleAfter(MINUTE, taken({}, order.order_id).order)).toBe('settled');
    expect(await standing()).toEqual(['captured', null, 'completed']);
  });
});

test.each(['sending', 'unknown', 'pending'] as const)(
  'money that fails leaves the session to another of its orders that is %s',
  async (state) => {
    const id = newProviderId('order');
    world.script.answer('payments.open', { kind: 'created', provider_order_id: id, approve_url: null });
    const made = await createBuyerOrder(world.ctx, { session_id: order.session_id, origin: undefined });
    const other = orThrow(made).order.transaction_id!;
    world.script.answer('payments.take', { ...held(), kind: 'pending' });
    await capture();
    const now = world.ctx.clock.now();
    await inTransaction(world.ctx.db, (tx) =>
      insertAttempt(tx, { id: uuidAt(now), transaction_id: other, state, now, next_check_at: now }),
    );
    expect(await settleAfter(MINUTE, untaken('voided'))).toBe('settled');
    expect(await standing()).toEqual(['failed', null, 'capturing']);
  },
);

test('money that is held back of an order that was given up is looked after, and in the way of another payment', async () => {
  expect(await settleAfter(4 * HOUR, null)).toBe('settled');
  expect(await standing()).toEqual(['voided', null, 'open']);
  expect(await settleAfter(MINUTE, held().order)).toBe('open');
  expect(await standing()).toEqual(['pending', 'pending', 'capturing']);
});

test('an order that was approved hours ago is given up no sooner than any other when its capture is in doubt', async () => {
  world.ctx.clock.move(4 * HOUR);
  world.script.answer('payments.take', UNKNOWN);
  expect(await refusalOf(capture())).toBe('outcome_unknown');
  expect(await settleAfter(9 * MINUTE, null)).toBe('missing');
  expect(await standing()).toEqual(['approved', 'unknown', 'capturing']);
  expect(await settleAfter(MINUTE, null)).toBe('settled');
  expect(await standing()).toEqual(['voided', null, 'open']);
});

test.each([
  ['the decline that a notice told of before', 'DECLINED', 'payment_declined'],
  ['another one than a notice told of before', 'FAILED', 'outcome_unknown'],
])('a call whose answer is %s is told so', async (_which, status_raw, refusal) => {
  const declined = taken({ status: 'declined', status_raw: 'DECLINED' }, order.order_id);
  world.script.answerBy('payments.take', async () => {
    world.script.answer('payments.find', { kind: 'found', order: declined.order });
    expect(await readBackOrder(world.ctx, await transaction())).toBe('declined');
    const why = { ...noBecause('INSTRUMENT_DECLINED'), provider_status: status_raw };
    return { kind: 'refused', by: 'buyer', refusal: why };
  });
  expect(await refusalOf(capture())).toBe(refusal);
  expect(await standing()).toEqual(['approved', null, 'open']);
});
