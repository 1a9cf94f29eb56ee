import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { holdRow } from '../../../../tests/faults/world/holds.ts';
import { CALLER, capturedPayment, transactionOf } from '../../../../tests/world/module-world.ts';
import { noBecause, UNKNOWN } from '../../../../tests/world/scripted-rail.ts';
import { minor } from '../../lib/money.ts';
import { orThrow } from '../../refused.ts';
import { endByHand } from '../doubt/index.ts';
import { refundCapture } from './refund-capture.ts';
import { refundDoubt } from './settle.ts';
import { refundOf, refundSteps } from './refunds.fixture.ts';

// A refund of 4 of 10 USD, of which nobody heard what became of it, that a person has said was not made.

const DAY = 86_400;

const { on, hear } = refundSteps();

const isSaid = (id: string) => endByHand(on.world.ctx, refundDoubt, id, () => Promise.resolve());

const askFor = (capture_id: string, amount: string | null, idempotency_key: string | null = null) =>
  refundCapture(on.world.ctx, {
    ...{ merchant_id: on.merchant.merchant_id, actor: CALLER, capture_id, amount, idempotency_key },
  });

async function inDoubt(key: string | null = null) {
  const { capture_id, transaction_id } = await capturedPayment(on.world, on.merchant);
  on.world.script.answer('refunds.issue', UNKNOWN);
  expect(await askFor(capture_id, '4.00', key)).toMatchObject({ refusal: 'outcome_unknown' });
  const [{ id }] = await refundsOf(transaction_id);
  on.world.ctx.clock.move(7 * DAY);
  return { capture_id, transaction_id, id };
}

async function givenUp(key: string | null = null) {
  const refund = await inDoubt(key);
  expect(await isSaid(refund.id)).toBe('ended');
  return refund;
}

interface Stored {
  id: string;
  state: string;
  failure_code: string | null;
}

async function refundsOf(transaction_id: string): Promise<[Stored, ...Stored[]]> {
  const { rows } = await sql<Stored>`
    select id, state, failure_code from refunds where transaction_id = ${transaction_id}
    order by created_at, id`.execute(on.world.ctx.db);
  return rows as [Stored, ...Stored[]];
}

const returnedOf = async (transaction_id: string) => {
  const { refunded_amount_cents, refunded_platform_fee_cents } = await transactionOf(
    on.world,
    transaction_id,
  );
  return [refunded_amount_cents, refunded_platform_fee_cents];
};

test('that turns out made is like any other that was made', async () => {
  const { transaction_id, id } = await givenUp();
  expect(await hear(transaction_id, refundOf({ refund_id: id }))).toBe('done');
  expect(await refundsOf(transaction_id)).toEqual([{ id, state: 'completed', failure_code: null }]);
  expect(await returnedOf(transaction_id)).toEqual([400, 40]);
});

test('that turns out made has its key again, which returns no money twice', async () => {
  const { capture_id, transaction_id, id } = await givenUp('the key');
  await hear(transaction_id, refundOf({ refund_id: id }));
  expect(await askFor(capture_id, '4.00', 'the key')).toMatchObject({ kind: 'accepted' });
  expect(on.world.script.asked('refunds.issue')).toHaveLength(1);
  expect(await returnedOf(transaction_id)).toEqual([400, 40]);
});

test('gives back the fee that it was asked for with, whatever is under way beside it', async () => {
  const { capture_id, transaction_id, id } = await givenUp();
  on.world.script.answer('refunds.issue', UNKNOWN);
  await askFor(capture_id, null);
  await hear(transaction_id, refundOf({ refund_id: id }));
  expect(await returnedOf(transaction_id)).toEqual([400, 40]);
});

test('gives back the fee that it was asked for with, also when it is the last of the capture', async () => {
  const { transaction_id, id } = await givenUp();
  await hear(transaction_id, refundOf({ amount: minor(600) }));
  await hear(transaction_id, refundOf({ refund_id: id }));
  expect(await returnedOf(transaction_id)).toEqual([1_000, 40]);
});

test('that turns out made beyond the capture is not counted', async () => {
  const { capture_id, transaction_id, id } = await givenUp();
  on.world.script.answer('refunds.issue', { kind: 'completed', refund: refundOf({ amount: minor(1_000) }) });
  orThrow(await askFor(capture_id, null));
  await hear(transaction_id, refundOf({ refund_id: id }));
  expect(await returnedOf(transaction_id)).toEqual([1_000, 100]);
});

test('stays given up where what turns out made was counted as another one', async () => {
  const { capture_id, transaction_id, id } = await givenUp();
  const counted = refundOf();
  await hear(transaction_id, counted);
  on.world.script.answer('refunds.issue', UNKNOWN);
  await askFor(capture_id, '1.00');
  // Its order, which is read for the sake of the one in doubt, says whose it is.
  on.world.script.answer('refunds.list', { kind: 'found', refunds: [{ ...counted, refund_id: id }] });
  await hear(transaction_id, refundOf({ amount: minor(300) }));
  expect((await refundsOf(transaction_id)).find((one) => one.id === id)?.state).toBe('failed');
  expect(await returnedOf(transaction_id)).toEqual([700, 0]);
});

test('by its provider, after it had been held back, counts when it is shown as made after all', async () => {
  const { transaction_id, id } = await inDoubt();
  const told = refundOf({ refund_id: id });
  await hear(transaction_id, { ...told, status: 'pending' });
  await hear(transaction_id, { ...told, status: 'failed' });
  expect(await hear(transaction_id, told)).toBe('done');
  expect(await returnedOf(transaction_id)).toEqual([400, 40]);
});

test('is not given up when the provider shows in the same moment that it holds it back', async () => {
  const { transaction_id, id } = await inDoubt();
  const told = refundOf({ refund_id: id });
  const holder = await holdRow(on.world, 'transactions', transaction_id);
  const heard = hear(transaction_id, { ...told, status: 'pending' });
  await expect.poll(() => holder.waiting()).toBe(1);
  const said = isSaid(id);
  await expect.poll(() => holder.waiting()).toBe(2);
  await holder.release();
  await heard;
  expect(await said).toBe('under_way');
  await hear(transaction_id, told);
  expect(await returnedOf(transaction_id)).toEqual([400, 40]);
});

test('leaves what was refused meanwhile refused', async () => {
  const { capture_id, transaction_id } = await givenUp();
  on.world.script.answer('refunds.issue', { kind: 'refused', refusal: noBecause('REFUND_NOT_ALLOWED') });
  expect(await askFor(capture_id, '4.00')).toMatchObject({ refusal: 'refund_refused' });
  expect(await returnedOf(transaction_id)).toEqual([0, 0]);
});
