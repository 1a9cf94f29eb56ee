import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import type { PaymentSettlement, SettlementOutcome } from '../../rails/rail.ts';
import { type Dealt, sellerOf } from '../accounts/index.ts';
import { post } from '../ledger/index.ts';
import { captureMovement } from './capture-movement.ts';
import { lockTransaction, type TransactionChange, updateTransaction } from './queries.ts';
import type { TransactionRow } from './transaction-row.ts';

/** The provider tells that a capture was settled with the merchant: its books are read, and what they say is written down, with
 *  its fee where that is told only now. Later when they could not be read, do not show it yet, or the capture is not recorded. */
export async function hearOfSettlement(ctx: Ctx, known: TransactionRow): Promise<Dealt> {
  const read = await readSettlement(ctx, known);
  if (read.kind === 'missing') return 'done';
  if (read.kind !== 'found') return 'later';
  const isRecorded = await recordSettlement(ctx, known.id, read.settlement);
  // The books may be behind the notice.
  return isRecorded && read.settlement.settled ? 'done' : 'later';
}

/** A capture was learned by looking it up. What told of its settlement may have come before there was a capture to tell it of, and is
 *  made up for; when that fails, it is told in the log. */
export async function settledMeanwhile(ctx: Ctx, known: TransactionRow): Promise<void> {
  const of = { event: 'payment.settlement_unread', transaction_id: known.id };
  const what = 'whether a capture was settled could not be read';
  try {
    const read = await readSettlement(ctx, known);
    if (read.kind === 'found' && read.settlement.settled) {
      await recordSettlement(ctx, known.id, read.settlement);
    } else if (read.kind === 'unreachable' || read.kind === 'unknown') {
      ctx.log.warn({ ...of, problem: read.problem }, what);
    }
  } catch (error) {
    ctx.log.error({ ...of, err: error }, what);
  }
}

async function readSettlement(ctx: Ctx, known: TransactionRow): Promise<SettlementOutcome> {
  const books = ctx.rails.get(known.provider)?.books;
  const { provider_order_id, provider_capture_id, currency } = known;
  if (!books?.settlement || provider_order_id === null) return { kind: 'missing' };
  const seller = await sellerOf(ctx, known);
  return books.settlement({ provider_order_id, provider_capture_id, seller, currency });
}

async function recordSettlement(ctx: Ctx, id: string, told: PaymentSettlement): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    const transaction = await lockTransaction(tx, id);
    if (transaction.captured_at === null) return false;
    // Read from a part of the provider that is behind.
    if (transaction.settled === true && !told.settled) return true;
    const updated_at = ctx.clock.now();
    const change = { ...settledColumns(transaction, told), updated_at };
    const settled = await updateTransaction(tx, transaction.id, change);
    // What stands there stays; a fee that was not known then is added.
    await post(tx, captureMovement(settled, updated_at));
    return true;
  });
}

function settledColumns(transaction: TransactionRow, told: PaymentSettlement): TransactionChange {
  const columns = {
    settled: told.settled,
    settled_amount_cents: told.amount,
    settled_currency: told.currency,
  };
  if (transaction.provider_fee_cents !== null || told.provider_fee === null) return columns;
  const net_amount_cents = transaction.amount_cents - told.provider_fee - transaction.platform_fee_cents;
  return { ...columns, provider_fee_cents: told.provider_fee, net_amount_cents };
}
