import { randomUUID } from 'node:crypto';
import { queueEvent } from '../../machine/notices/queue.ts';
import { readRecord } from '../../machine/store/records.ts';
import type { Tx } from '../../machine/store/sql.ts';
import type { Refund, Transaction } from '../shapes/kinds.ts';
import { moment, type GravyWorld } from '../shapes/world.ts';
import { refundView, transactionView } from '../views/transaction-view.ts';

type TransactionMove =
  'authorized' | 'declined' | 'captured' | 'capture-pending' | 'capture-failed' | 'voided' | 'settled';

// The resource is told in short; whoever hears of it reads it.
const TRANSACTION_TOLD = (
  'type id status external_identifier amount currency authorized_amount captured_amount refunded_amount ' +
  'payment_service_transaction_id pending_review error_code metadata created_at updated_at'
).split(' ');
const REFUND_TOLD =
  'type id transaction_id status amount currency external_identifier created_at updated_at'.split(' ');

/** Tells what a transaction came to, in the transaction that changes it. */
export async function raiseTransaction(
  tx: Tx,
  world: GravyWorld,
  transaction: Transaction,
  move: TransactionMove,
): Promise<void> {
  const target = {
    ...partOf(transactionView(transaction), TRANSACTION_TOLD),
    payment_method: { method: 'card' },
  };
  await raise(tx, world, transaction, { name: `transaction.${move}`, target });
}

/** Tells what a refund came to. */
export async function raiseRefund(
  tx: Tx,
  world: GravyWorld,
  of: { transaction: Transaction; refund: Refund },
): Promise<void> {
  const move = of.refund.status === 'processing' ? 'pending' : of.refund.status;
  const target = partOf(refundView(of.transaction, of.refund), REFUND_TOLD);
  await raise(tx, world, of.transaction, { name: `refund.${move}`, target });
}

async function raise(
  tx: Tx,
  world: GravyWorld,
  { account_id, merchant_account_id }: Transaction,
  told: { name: string; target: object },
): Promise<void> {
  const account = await readRecord(tx, 'gateway_account', account_id);
  const id = randomUUID();
  const create_time = world.clock.now().toISOString();
  const body = JSON.stringify({
    type: 'event',
    name: told.name,
    id,
    merchant_account_id,
    gr4vy_id: account?.names['instance_id'] ?? '',
    environment: 'sandbox',
    created_at: moment(world),
    target: told.target,
  });
  await queueEvent(tx, world, {
    wing: 'gravy',
    id,
    event_type: told.name,
    create_time,
    body,
    to: [account_id],
  });
}

function partOf(whole: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, whole[name]]));
}
