import { sql } from 'kysely';
import type { GatewayAccount } from '../../machine/gateways/shapes.ts';
import { insertRecord, lockKey } from '../../machine/store/records.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { raiseAction } from '../notices/raise.ts';
import type { Action, Card, CardOutcome, Transaction } from '../shapes/kinds.ts';
import { NmiRefusal, type Reply } from '../shapes/reply.ts';
import { later, newNumber, stamp, type NmiWorld } from '../shapes/world.ts';
import { settleLater } from './settlement.ts';

const DUPLICATE_SECONDS = 1_200;

const SAID: Readonly<Record<CardOutcome, [response: Reply['response'], code: string, text: string]>> = {
  approved: ['1', '100', 'SUCCESS'],
  declined: ['2', '202', 'Insufficient funds'],
  error: ['3', '400', 'Transaction error returned by processor'],
};

interface SaleOrder {
  type: 'sale' | 'validate';
  amount: number;
  currency: string;
  order_id: string;
  order_description: string;
  card: Card;
  customer_vault_id: string | null;
  /** The window in which an equal sale is refused; null leaves it to the account. */
  dup_seconds: number | null;
}

/** Takes the money of a card, or asks whether it could be taken. A card that is declined is answered, and kept. Refuses
 *  what looks like the sale before. */
export async function makeSale(
  tx: Tx,
  world: NmiWorld,
  of: { account: GatewayAccount; order: SaleOrder },
): Promise<Reply> {
  const { account, order } = of;
  if (order.type === 'sale') await refuseDuplicate(tx, world, of);
  const [response, code, text] = SAID[order.card.outcome];
  const isApproved = response === '1';
  const now = world.clock.now();
  const action: Action = {
    action_type: order.type,
    amount: order.amount,
    date: stamp(now),
    success: isApproved,
    response_text: text,
    response_code: code,
    reference: null,
  };
  const transaction: Transaction = {
    id: newNumber(10),
    account_id: account.account_id,
    order_id: order.order_id,
    currency: order.currency,
    amount: order.amount,
    condition: !isApproved ? 'failed' : order.type === 'sale' ? 'pendingsettlement' : 'complete',
    actions: [action],
    card: order.card,
    authorization_code: isApproved ? newNumber(6) : '',
    refunded: 0,
    original_id: null,
    customer_vault_id: order.customer_vault_id,
    order_description: order.order_description,
    created_at: now.toISOString(),
  };
  await insertRecord(tx, 'nmi_transaction', transaction.id, transaction);
  await raiseAction(tx, world, transaction, action);
  if (transaction.condition === 'pendingsettlement') await settleLater(tx, world, account.account_id);
  return {
    response,
    responsetext: text,
    response_code: code,
    transactionid: transaction.id,
    authcode: transaction.authorization_code,
    orderid: order.order_id,
    type: order.type,
    ...(order.customer_vault_id === null ? {} : { customer_vault_id: order.customer_vault_id }),
  };
}

// Of two equal sales at once the second waits, and is then refused.
async function refuseDuplicate(
  tx: Tx,
  world: NmiWorld,
  { account, order }: { account: GatewayAccount; order: SaleOrder },
): Promise<void> {
  // An account that always looks does so whatever the call says.
  const own = account.duplicate_check ? DUPLICATE_SECONDS : 0;
  const window = Math.max(own, order.dup_seconds ?? 0);
  if (window === 0) return;
  const { bin, last4 } = order.card;
  await lockKey(tx, `nmi:${account.account_id}:${bin}${last4}:${order.amount}`);
  const since = later(world, -window).toISOString();
  const { rows } = await sql`
    select 1 from records
    where kind = 'nmi_transaction' and body ->> 'account_id' = ${account.account_id}
      and body ->> 'created_at' > ${since} and (body ->> 'amount')::bigint = ${order.amount}
      and body -> 'card' ->> 'bin' = ${bin} and body -> 'card' ->> 'last4' = ${last4}
      and body ->> 'original_id' is null
      and body ->> 'condition' in ('pendingsettlement', 'complete')
    limit 1`.execute(tx);
  if (rows.length > 0) throw new NmiRefusal('Duplicate transaction');
}
