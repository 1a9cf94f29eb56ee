import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { isUuid } from '../../lib/ids.ts';
import type { OpenOutcome } from '../../rails/rail.ts';
import { refused, type Refused } from '../../refused.ts';
import { raise } from '../events/index.ts';
import {
  findTransaction,
  keepInHand,
  lockTransaction,
  type NewTransactionRow,
  ownerOf,
  pastOf,
  paymentObject,
  recordApproval,
  type TransactionRow,
  nameTransaction,
} from '../payments/index.ts';
import { lockSession } from '../sessions/index.ts';
import { claimOrder } from './claim-order.ts';
import { firstLapseCheck } from './sweep-unpaid-orders.ts';

/** The order has a name at the provider from now on, and is that of its payment alone. Refused, for a caller that commits nothing
 *  then: session_completed, payment_refused. */
export async function nameOrder(
  tx: Tx,
  ctx: Ctx,
  draft: NewTransactionRow,
  opened: Extract<OpenOutcome, { kind: 'created' }>,
): Promise<{ kind: 'named'; row: TransactionRow } | Refused> {
  // Paid by another order meanwhile, which has voided those that it knew.
  const session = await lockSession(tx, draft.checkout_session_id!);
  if (session?.status === 'completed') return refused('session_completed');
  const { provider_order_id, approve_url, in_hand, approved_at } = opened;
  const intent = await intentBegun(tx, draft, opened.transaction_id);
  if (!intent) return refused('payment_refused');
  if (intent.provider_order_id === provider_order_id) return { kind: 'named', row: intent };
  const { id: transaction_id, rail_account_id } = intent;
  const claim = { rail_account_id: rail_account_id!, provider_order_id, transaction_id };
  if (intent.provider_order_id !== null || intent.status !== 'created' || !(await claimOrder(tx, claim)))
    return refused('payment_refused');
  const now = ctx.clock.now();
  const { buyer_email } = draft;
  const made = { provider_order_id, approve_url, buyer_email, lapse_check_at: firstLapseCheck(now) };
  const row = await nameTransaction(tx, transaction_id, { ...made, now });
  if (in_hand !== undefined) await keepInHand(tx, ctx, { transaction_id, in_hand });
  await raise(tx, ctx, { type: 'payment.created', ...ownerOf(row), object: paymentObject(row) });
  if (approved_at === undefined) return { kind: 'named', row };
  // By the provider's time: what was reported late may have been captured in between, which is never dated before it.
  return { kind: 'named', row: await recordApproval(tx, ctx, row, pastOf(approved_at, now)) };
}

// Which payment was begun is the provider's to say where it began in the browser; whose it is, is not. Null when not ours.
async function intentBegun(
  tx: Tx,
  draft: NewTransactionRow,
  begun: string | undefined,
): Promise<TransactionRow | null> {
  if (begun === undefined) return lockTransaction(tx, draft.id);
  const known = isUuid(begun) ? await findTransaction(tx, begun) : undefined;
  const isOurs =
    known?.checkout_session_id === draft.checkout_session_id &&
    known.rail_account_id === draft.rail_account_id;
  return isOurs ? lockTransaction(tx, begun) : null;
}
