import { randomUUID } from 'node:crypto';
import { insertRecord, lockRecord, putRecord, readRecord } from '../../machine/store/records.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { raiseTransaction } from '../notices/raise.ts';
import type { Capture, Card, Transaction } from '../shapes/kinds.ts';
import { GravyProblem, refuseField, refuseState } from '../shapes/problem.ts';
import { later, moment, type GravyWorld } from '../shapes/world.ts';

/** After this long a pending capture is taken. */
const CAPTURE_SECONDS = 300;
/** After this long the processor settles what was captured. */
const SETTLE_SECONDS = 2 * 86_400;

export type NewTransaction = Pick<
  Transaction,
  | 'account_id'
  | 'merchant_account_id'
  | 'amount'
  | 'currency'
  | 'country'
  | 'intent'
  | 'external_identifier'
  | 'metadata'
  | 'checkout_session_id'
  | 'payment_source'
  | 'merchant_initiated'
  | 'is_subsequent_payment'
> & { card: Card; payment_method_id: string | null; store: boolean };

/** Authorises a card, and captures at once where that is the intent. */
export async function createTransaction(
  tx: Tx,
  world: GravyWorld,
  { store, ...asked }: NewTransaction,
): Promise<Transaction> {
  const isDeclined = asked.card.outcome === 'declined';
  const now = moment(world);
  const kept = store && !isDeclined ? await keepMethod(tx, world, asked) : asked.payment_method_id;
  const transaction: Transaction = {
    ...asked,
    id: randomUUID(),
    status: isDeclined ? 'authorization_declined' : 'authorization_succeeded',
    authorized_amount: isDeclined ? 0 : asked.amount,
    captured_amount: 0,
    refunded_amount: 0,
    settled: false,
    settled_amount: 0,
    disputed: false,
    payment_method_id: kept,
    error_code: isDeclined ? 'insufficient_funds' : null,
    raw_response_code: isDeclined ? '51' : '00',
    raw_response_description: isDeclined ? 'Insufficient funds' : 'Approved',
    created_at: now,
    updated_at: now,
    authorized_at: isDeclined ? null : now,
    captured_at: null,
    voided_at: null,
  };
  await insertRecord(tx, 'gravy_transaction', transaction.id, transaction);
  await raiseTransaction(tx, world, transaction, isDeclined ? 'declined' : 'authorized');
  if (isDeclined || asked.intent === 'authorize') return transaction;
  const order = { amount: null, external_identifier: null };
  return (await captureTransaction(tx, world, { transaction, order })).transaction;
}

async function keepMethod(
  tx: Tx,
  world: GravyWorld,
  { account_id, card }: { account_id: string; card: Card },
): Promise<string> {
  const id = randomUUID();
  await insertRecord(tx, 'gravy_method', id, { id, account_id, card, created_at: moment(world) });
  return id;
}

/** Captures a locked transaction. Refuses what was not authorised, and more than was. */
export async function captureTransaction(
  tx: Tx,
  world: GravyWorld,
  of: { transaction: Transaction; order: { amount: number | null; external_identifier: string | null } },
): Promise<{ transaction: Transaction; capture: Capture }> {
  const { transaction, order } = of;
  if (transaction.status !== 'authorization_succeeded') {
    refuseState(`Transaction with status ${transaction.status} cannot be captured`);
  }
  const amount = order.amount ?? transaction.authorized_amount;
  if (amount > transaction.authorized_amount) refuseField('/amount', 'exceeds the authorized amount');
  const now = moment(world);
  const { outcome } = transaction.card;
  const status =
    outcome === 'capture_declined' ? 'declined' : outcome === 'capture_pending' ? 'pending' : 'succeeded';
  const capture: Capture = {
    id: randomUUID(),
    transaction_id: transaction.id,
    amount,
    status,
    external_identifier: order.external_identifier,
    created_at: now,
    updated_at: now,
    captured_at: status === 'succeeded' ? now : null,
  };
  await insertRecord(tx, 'gravy_capture', capture.id, capture);
  const captured = await record(tx, world, transaction, capture);
  if (status === 'pending') {
    await insertRecord(tx, 'timer', capture.id, {
      id: capture.id,
      due_at: later(world, CAPTURE_SECONDS).toISOString(),
      action: 'gravy_capture',
      target_id: capture.id,
    });
  }
  return { transaction: captured, capture };
}

// A declined capture leaves the authorization as it was: it may be tried again.
async function record(
  tx: Tx,
  world: GravyWorld,
  transaction: Transaction,
  capture: Capture,
): Promise<Transaction> {
  if (capture.status === 'declined') {
    await raiseTransaction(tx, world, transaction, 'capture-failed');
    return transaction;
  }
  const isPending = capture.status === 'pending';
  const changed: Transaction = {
    ...transaction,
    status: isPending ? 'capture_pending' : 'capture_succeeded',
    captured_amount: isPending ? 0 : capture.amount,
    captured_at: capture.captured_at,
    updated_at: moment(world),
  };
  await putRecord(tx, 'gravy_transaction', changed.id, changed);
  await raiseTransaction(tx, world, changed, isPending ? 'capture-pending' : 'captured');
  if (!isPending) await settleLater(tx, world, changed.id);
  return changed;
}

async function settleLater(tx: Tx, world: GravyWorld, id: string): Promise<void> {
  const due_at = later(world, SETTLE_SECONDS).toISOString();
  await insertRecord(tx, 'timer', id, { id, due_at, action: 'gravy_settle', target_id: id });
}

/** Ends a pending capture: the money has come. */
export async function endPendingCapture(tx: Tx, world: GravyWorld, captureId: string): Promise<void> {
  const known = await readRecord(tx, 'gravy_capture', captureId);
  const transaction = known === null ? null : await lockRecord(tx, 'gravy_transaction', known.transaction_id);
  const capture = await readRecord(tx, 'gravy_capture', captureId);
  if (capture?.status !== 'pending' || transaction === null) return;
  const now = moment(world);
  const taken: Capture = { ...capture, status: 'succeeded', captured_at: now, updated_at: now };
  await putRecord(tx, 'gravy_capture', capture.id, taken);
  await record(tx, world, transaction, taken);
}

/** Gives a locked authorization back. Refuses what was captured already. */
export async function voidTransaction(
  tx: Tx,
  world: GravyWorld,
  transaction: Transaction,
): Promise<Transaction> {
  if (transaction.status !== 'authorization_succeeded') {
    refuseState(`Transaction with status ${transaction.status} cannot be voided`);
  }
  const now = moment(world);
  const voided: Transaction = {
    ...transaction,
    status: 'authorization_voided',
    voided_at: now,
    updated_at: now,
  };
  await putRecord(tx, 'gravy_transaction', voided.id, voided);
  await raiseTransaction(tx, world, voided, 'voided');
  return voided;
}

/** The stored card of an account. Refuses one that it does not have. */
export async function requireMethod(tx: Tx, accountId: string, id: string): Promise<Card> {
  const method = await readRecord(tx, 'gravy_method', id);
  if (method?.account_id === accountId) return method.card;
  throw new GravyProblem(404);
}
