import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import type { Minor } from '../../lib/money.ts';
import type { NoticeSource } from '../accounts/index.ts';
import { findByCapture, lockTransaction, type TransactionRow } from '../payments/index.ts';
import {
  appendReturn,
  changeReversal,
  type Dealt,
  nameFoundReversal,
  refundOfProvider,
  type Returned,
  reversalOf,
  settleOwnListed,
  standByAmount,
} from '../refunds/index.ts';

interface Heard {
  /** In the provider's search, and not told of by a notice. */
  isFound: boolean;
  provider_capture_id: string;
  reversal_id: string;
  amount: Minor | null;
  reversed_at?: string;
}

/** Money taken back from the seller by the provider (chargeback), which is recorded whatever of ours is in doubt. Told
 *  without an amount it is everything that remains, and that waits for ours. One that was found in the provider's search before its
 *  notice came is the same, whatever the notice calls it. */
export async function recordReversal(ctx: Ctx, heard: NoticeSource & Heard): Promise<Dealt> {
  const { provider, rail_account_id, provider_capture_id } = heard;
  const transaction = await findByCapture(ctx.db, {
    provider_capture_id,
    within: { provider, rail_account_id },
  });
  if (!transaction) return 'later';
  const news = newsOf(heard);
  if (await isNoNews(ctx.db, transaction, news)) return 'done';
  await settleOwnListed(ctx, transaction);
  return inTransaction(ctx.db, (tx) => recordOnce(tx, ctx, transaction.id, news));
}

function newsOf(heard: Heard): Returned {
  const { isFound: is_found, reversal_id, reversed_at: told } = heard;
  // A notice that shows the capture in place of the reversal tells the amount of the capture.
  const isOwnAmount = reversal_id !== heard.provider_capture_id;
  const shown_at = told === undefined ? null : new Date(told);
  return {
    ...{ origin: 'reversal', is_found, told, provider_refund_id: reversal_id },
    amount: isOwnAmount ? heard.amount : null,
    ...(is_found && { shown: { shown_id: reversal_id, shown_at } }),
  };
}

async function recordOnce(tx: Tx, ctx: Ctx, transactionId: string, news: Returned): Promise<Dealt> {
  const transaction = await lockTransaction(tx, transactionId);
  if (await isNoNews(tx, transaction, news)) return 'done';
  const now = ctx.clock.now();
  if (news.shown) {
    // Its notice may have come since the two were compared.
    const { shown_id, shown_at: began_at } = news.shown;
    const one = { transaction_id: transaction.id, shown_id, amount_cents: news.amount, began_at };
    if (await standByAmount(tx, one, now)) return 'done';
    return appendReturn(tx, ctx, transaction, news);
  }
  const { provider_refund_id, amount: amount_cents, told } = news;
  const told_at = told === undefined ? now : new Date(told);
  const named = { transaction_id: transaction.id, provider_refund_id, amount_cents, told_at, now };
  if (await nameFoundReversal(tx, named)) return 'done';
  return appendReturn(tx, ctx, transaction, { ...news, ...(await tellApart(tx, transaction, news, now)) });
}

// What was found is told of once more, by its notice.
async function isNoNews(db: Ctx['db'] | Tx, { id }: TransactionRow, news: Returned): Promise<boolean> {
  const { provider_refund_id, is_found } = news;
  const known = await refundOfProvider(db, { transaction_id: id, provider_refund_id });
  return known !== undefined && (is_found || !known.is_found);
}

// One of ours may have stood in the search, by its amount, for what a notice names now. Answers what is to be recorded beside it.
async function tellApart(
  tx: Tx,
  { id: transaction_id }: TransactionRow,
  { provider_refund_id: shown_id }: Returned,
  now: Date,
): Promise<Partial<Returned>> {
  const stood = await reversalOf(tx, { transaction_id, shown_id });
  if (!stood) return {};
  const { amount_cents: amount, provider_refund_id, shown_at, told_at } = stood;
  if (provider_refund_id !== null && told_at !== null) {
    // It was found there before the notice of the other gave it that name.
    await changeReversal(tx, stood.id, { provider_refund_id: shown_id, told_at: null, updated_at: now });
    return { provider_refund_id, amount, told: told_at.toISOString() };
  }
  // It finds its own in the next look.
  await changeReversal(tx, stood.id, { shown_id: null, shown_at: null, updated_at: now });
  return { shown: { shown_id, shown_at } };
}
