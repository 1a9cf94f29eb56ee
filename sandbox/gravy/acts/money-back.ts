import { randomUUID } from 'node:crypto';
import {
  insertRecord,
  lockRecord,
  putRecord,
  readRecord,
  removeRecords,
} from '../../machine/store/records.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { raiseRefund } from '../notices/raise.ts';
import type { Refund, Transaction } from '../shapes/kinds.ts';
import { refuseField, refuseState } from '../shapes/problem.ts';
import { later, moment, type GravyWorld } from '../shapes/world.ts';

/** After this long a refund that was taken in ends. */
const REFUND_SECONDS = 300;

interface RefundOrder {
  /** Null means all that remains. */
  amount: number | null;
  reason: string | null;
  external_identifier: string | null;
}

/** Gives money of a locked transaction back. Refuses what was not captured, and more than remains. */
export async function refundTransaction(
  tx: Tx,
  world: GravyWorld,
  of: { transaction: Transaction; order: RefundOrder },
): Promise<{ transaction: Transaction; refund: Refund }> {
  const { transaction, order } = of;
  if (transaction.status !== 'capture_succeeded') {
    refuseState(`Transaction with status ${transaction.status} cannot be refunded`);
  }
  const left = transaction.captured_amount - transaction.refunded_amount;
  const amount = order.amount ?? left;
  if (left === 0) refuseState('Transaction is fully refunded');
  if (amount <= 0 || amount > left) refuseField('/amount', 'exceeds what can be refunded');
  const account = await readRecord(tx, 'gateway_account', transaction.account_id);
  const outcome = account?.refund_outcome ?? 'succeeded';
  const isTooEarly = account?.refund_before_settlement === false && !transaction.settled;
  const now = moment(world);
  const refund: Refund = {
    ...order,
    id: randomUUID(),
    transaction_id: transaction.id,
    amount,
    status: isTooEarly ? 'declined' : outcome === 'processing_failed' ? 'processing' : outcome,
    settled: false,
    created_at: now,
    updated_at: now,
  };
  await insertRecord(tx, 'gravy_refund', refund.id, refund);
  const changed = await withRefund(tx, world, { transaction, refund });
  await raiseRefund(tx, world, { transaction: changed, refund });
  if (refund.status === 'processing') {
    await insertRecord(tx, 'timer', refund.id, {
      id: refund.id,
      due_at: later(world, REFUND_SECONDS).toISOString(),
      action: 'gravy_refund',
      target_id: refund.id,
      outcome: outcome === 'processing_failed' ? 'failed' : 'succeeded',
    });
  }
  return { transaction: changed, refund };
}

// What is on its way counts as given back, so that two refunds cannot give the same money.
async function withRefund(
  tx: Tx,
  world: GravyWorld,
  { transaction, refund }: { transaction: Transaction; refund: Refund },
): Promise<Transaction> {
  if (refund.status !== 'succeeded' && refund.status !== 'processing') return transaction;
  const refunded_amount = transaction.refunded_amount + refund.amount;
  const changed = { ...transaction, refunded_amount, updated_at: moment(world) };
  await putRecord(tx, 'gravy_transaction', changed.id, changed);
  return changed;
}

/** Ends a refund that was taken in; a failed one leaves its money with the merchant. */
export async function endRefund(
  tx: Tx,
  world: GravyWorld,
  id: string,
  status: 'succeeded' | 'failed',
): Promise<void> {
  const refund = await lockRecord(tx, 'gravy_refund', id);
  if (refund?.status !== 'processing') return;
  const transaction = await lockRecord(tx, 'gravy_transaction', refund.transaction_id);
  if (transaction === null) return;
  await removeRecords(tx, 'timer', id);
  const ended = { ...refund, status, updated_at: moment(world) };
  await putRecord(tx, 'gravy_refund', id, ended);
  const refunded_amount = transaction.refunded_amount - (status === 'failed' ? refund.amount : 0);
  const changed = { ...transaction, refunded_amount, updated_at: moment(world) };
  await putRecord(tx, 'gravy_transaction', changed.id, changed);
  await raiseRefund(tx, world, { transaction: changed, refund: ended });
}
