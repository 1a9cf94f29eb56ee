import { randomUUID } from 'node:crypto';
import { queueEvent } from '../../machine/notices/queue.ts';
import { readRecord } from '../../machine/store/records.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { amountText } from '../shapes/amounts.ts';
import type { Action, Transaction } from '../shapes/kinds.ts';
import type { NmiWorld } from '../shapes/world.ts';

/** Tells of the last thing that was done to a transaction, in the transaction that does it. */
export async function raiseAction(
  tx: Tx,
  world: NmiWorld,
  transaction: Transaction,
  action: Action,
): Promise<void> {
  const { card } = transaction;
  await raise(tx, world, transaction.account_id, {
    type: `transaction.${action.action_type}.${action.success ? 'success' : 'failure'}`,
    body: {
      transaction_id: transaction.id,
      transaction_type: 'cc',
      condition: transaction.condition,
      order_id: transaction.order_id,
      order_description: transaction.order_description,
      requested_amount: amountText(action.amount),
      currency: transaction.currency,
      customer_vault_id: transaction.customer_vault_id ?? '',
      card: {
        cc_number: `${card.bin}******${card.last4}`,
        cc_exp: card.exp,
        cc_bin: card.bin,
        cc_type: card.type,
      },
      action: {
        amount: amountText(action.amount),
        action_type: action.action_type,
        date: action.date,
        success: action.success ? '1' : '0',
        response_text: action.response_text,
        response_code: action.response_code,
        source: 'api',
      },
    },
  });
}

/** Tells that a batch of transactions was settled, or that a batch of chargebacks came. */
export async function raiseBatch(
  tx: Tx,
  world: NmiWorld,
  accountId: string,
  batch: {
    kind: 'settlement' | 'chargeback';
    id: string;
    transactions: readonly Transaction[];
    amount: number;
  },
): Promise<void> {
  await raise(tx, world, accountId, {
    type: `${batch.kind}.batch.complete`,
    body: {
      batch_id: batch.id,
      amount: amountText(batch.amount),
      currency: batch.transactions[0]?.currency ?? '',
      count: String(batch.transactions.length),
      transaction_ids: batch.transactions.map(({ id }) => id),
    },
  });
}

async function raise(
  tx: Tx,
  world: NmiWorld,
  accountId: string,
  told: { type: string; body: object },
): Promise<void> {
  const account = await readRecord(tx, 'gateway_account', accountId);
  const id = randomUUID();
  const body = JSON.stringify({
    event_id: id,
    event_type: told.type,
    event_body: {
      merchant: { id: account?.names['merchant_id'] ?? '', name: 'Sandbox merchant' },
      features: { is_test_mode: true },
      ...told.body,
    },
  });
  const create_time = world.clock.now().toISOString();
  await queueEvent(tx, world, { wing: 'nmi', id, event_type: told.type, create_time, body, to: [accountId] });
}
