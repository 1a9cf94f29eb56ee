import type { GatewayAccount } from '../../machine/gateways/shapes.ts';
import { insertRecord, lockRecord, putRecord } from '../../machine/store/records.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { raiseAction } from '../notices/raise.ts';
import type { Action, Transaction } from '../shapes/kinds.ts';
import { NmiRefusal, type Reply } from '../shapes/reply.ts';
import { newNumber, stamp, type NmiWorld } from '../shapes/world.ts';
import { settleLater } from './settlement.ts';

type Said = [response: Reply['response'], code: string, text: string];

const APPROVED: Said = ['1', '100', 'SUCCESS'];
const DECLINED: Said = ['2', '200', 'DECLINE'];
const FAILED: Said = ['3', '400', 'Transaction error returned by processor'];

/** Gives money of a sale back. Without an amount all that remains. A refund is a transaction of its own, and stands
 *  among what was done to the sale. Refuses more than remains, and what the account must void. */
export async function refundSale(
  tx: Tx,
  world: NmiWorld,
  of: { account: GatewayAccount; id: string; amount: number | null },
): Promise<Reply> {
  const { account } = of;
  const sale = await requireSale(tx, account.account_id, of.id);
  const left = sale.amount - sale.refunded;
  const amount = of.amount ?? left;
  if (sale.condition !== 'pendingsettlement' && sale.condition !== 'complete') {
    throw new NmiRefusal('The transaction cannot be refunded');
  }
  if (sale.condition === 'pendingsettlement' && !account.refund_before_settlement) {
    throw new NmiRefusal('The transaction was not settled yet and can be voided only');
  }
  if (left === 0 || amount > left)
    throw new NmiRefusal('Refund amount may not exceed the transaction balance');
  const [response, code, text] = saidOf(account);
  const refund = newRefund(world, sale, { amount, code, text, isDone: response === '1' });
  await insertRecord(tx, 'nmi_transaction', refund.id, refund);
  const action: Action = { ...refund.actions[0]!, reference: refund.id };
  const refunded = sale.refunded + (action.success ? amount : 0);
  await putRecord(tx, 'nmi_transaction', sale.id, { ...sale, refunded, actions: [...sale.actions, action] });
  await raiseAction(tx, world, refund, action);
  if (action.success) await settleLater(tx, world, account.account_id);
  return {
    response,
    responsetext: text,
    response_code: code,
    transactionid: refund.id,
    authcode: '',
    type: 'refund',
  };
}

function saidOf(account: GatewayAccount): Said {
  if (account.refund_outcome === 'declined') return DECLINED;
  return account.refund_outcome === 'failed' ? FAILED : APPROVED;
}

function newRefund(
  world: NmiWorld,
  sale: Transaction,
  of: { amount: number; code: string; text: string; isDone: boolean },
): Transaction {
  const now = world.clock.now();
  return {
    ...sale,
    id: newNumber(10),
    // Nothing is documented of an order id on a refund, so it has none to be found by.
    order_id: '',
    amount: of.amount,
    condition: of.isDone ? 'pendingsettlement' : 'failed',
    actions: [
      {
        action_type: 'refund',
        amount: of.amount,
        date: stamp(now),
        success: of.isDone,
        response_text: of.text,
        response_code: of.code,
        reference: null,
      },
    ],
    refunded: 0,
    original_id: sale.id,
    created_at: now.toISOString(),
  };
}

/** Takes a sale back that was not settled yet, the whole of it. */
export async function voidSale(
  tx: Tx,
  world: NmiWorld,
  of: { account: GatewayAccount; id: string },
): Promise<Reply> {
  const sale = await requireSale(tx, of.account.account_id, of.id);
  if (sale.condition !== 'pendingsettlement' || sale.refunded > 0) {
    throw new NmiRefusal('Only transactions pending settlement can be voided');
  }
  const [response, code, text] = APPROVED;
  const action: Action = {
    action_type: 'void',
    amount: sale.amount,
    date: stamp(world.clock.now()),
    success: true,
    response_text: 'Transaction Void Successful',
    response_code: code,
    reference: null,
  };
  const canceled: Transaction = { ...sale, condition: 'canceled', actions: [...sale.actions, action] };
  await putRecord(tx, 'nmi_transaction', sale.id, canceled);
  await raiseAction(tx, world, canceled, action);
  return {
    response,
    responsetext: action.response_text || text,
    response_code: code,
    transactionid: sale.id,
    authcode: sale.authorization_code,
    orderid: sale.order_id,
    type: 'void',
  };
}

// A refund is a transaction too, and is neither refunded nor voided itself.
async function requireSale(tx: Tx, accountId: string, id: string): Promise<Transaction> {
  const sale = await lockRecord(tx, 'nmi_transaction', id);
  if (sale?.account_id === accountId && sale.original_id === null) return sale;
  throw new NmiRefusal('Transaction not found');
}
