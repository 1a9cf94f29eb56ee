import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import type { Minor } from '../../lib/money.ts';
import type { ProviderRefund } from '../../rails/rail.ts';
import type { NoticeSource } from '../accounts/index.ts';
import { heldUntil } from '../doubt/index.ts';
import { findByCapture, lockTransaction, type TransactionRow } from '../payments/index.ts';
import { listRefunds, readProviderRefund } from './ask-provider.ts';
import { unreturned } from './balance.ts';
import { recordRefundOutcome } from './issue-refund.ts';
import {
  amountUnderWay,
  insertRefund,
  nameFoundReversal,
  readRefund,
  refundOfProvider,
  type RefundRow,
} from './queries.ts';
import { recordReturn } from './record-return.ts';
import { settleRefund } from './settle.ts';
import { pairShownReversal } from './shown-reversals.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const OPEN: ReadonlySet<string> = new Set(['requested', 'unknown', 'pending']);

/** Whether the news is dealt with, or must be looked at again because the provider does not show it yet, or because what
 *  it says depends on a refund of ours that is under way. */
export type Dealt = 'done' | 'later';

/** A refund heard of from the provider: our own, whose answer was slower than the notice, or one started on the
 *  provider's side, which is recorded whatever of ours is in doubt. The amount is what the provider says when asked,
 *  not what the notice claimed. */
export async function recordProviderRefund(
  ctx: Ctx,
  transaction: TransactionRow,
  id: string,
): Promise<Dealt> {
  const of = { transaction_id: transaction.id, provider_refund_id: id };
  const known = await refundOfProvider(ctx.db, of);
  if (known) return settleKnown(ctx, known);
  const rail = ctx.rails.get(transaction.provider);
  const read = rail && (await readProviderRefund(ctx, rail, transaction, id));
  // Also one that cannot be seen yet: the notice may be quicker than the provider's own reading side.
  if (read?.kind !== 'found') return 'later';
  if (await settleOwn(ctx, transaction, read.refund)) return 'done';
  if (read.refund.status === 'pending') return 'later';
  if (read.refund.status !== 'completed') return 'done';
  await settleOwnListed(ctx, transaction);
  const { amount, provider_refund_id, refunded_at: told } = read.refund;
  const news = { origin: 'provider', isFound: false, amount, provider_refund_id, told } as const;
  return append(ctx, transaction, news);
}

// One that the provider has named is read, never asked for again.
async function settleKnown(ctx: Ctx, { id }: RefundRow): Promise<Dealt> {
  const standing = await settleRefund(ctx, id, heldUntil(ctx.clock.now()));
  return standing === 'settled' ? 'done' : 'later';
}

// A refund that carries the id of one of ours is that one, whatever became of our call.
async function settleOwn(ctx: Ctx, transaction: TransactionRow, told: ProviderRefund): Promise<boolean> {
  if (told.status === 'other' || told.refund_id === undefined || !UUID.test(told.refund_id)) return false;
  const own = await readRefund(ctx.db, told.refund_id);
  if (own?.transaction_id !== transaction.id || !OPEN.has(own.state)) return false;
  await recordRefundOutcome(ctx, own, { kind: told.status, refund: told });
  // Given up meanwhile, ours is not where the money is counted.
  return told.status !== 'completed' || (await readRefund(ctx.db, own.id))?.state === 'completed';
}

// Ours that the provider made come first, so that every total told is the provider's. What cannot be seen now is recorded
// later, and is in nobody's way.
async function settleOwnListed(ctx: Ctx, transaction: TransactionRow): Promise<void> {
  const rail = ctx.rails.get(transaction.provider);
  if (!rail || (await amountUnderWay(ctx.db, transaction.id)) === 0) return;
  const listed = await listRefunds(ctx, rail, transaction);
  if (listed.kind !== 'found') return;
  for (const told of listed.refunds) await settleOwn(ctx, transaction, told);
}

/** Money taken back from the seller by the provider (chargeback), which is recorded whatever of ours is in doubt. Told
 *  without an amount it is everything that remains, and that waits for ours. One that was found in the provider's search before its
 *  notice came is the same, whatever the notice calls it. */
export async function recordReversal(
  ctx: Ctx,
  heard: NoticeSource & {
    isFound: boolean;
    provider_capture_id: string;
    reversal_id: string;
    amount: Minor | null;
    reversed_at?: string;
  },
): Promise<Dealt> {
  const transaction = await capturedAs(ctx, heard);
  if (!transaction) return 'later';
  const of = { transaction_id: transaction.id, provider_refund_id: heard.reversal_id };
  if (isNoNews(await refundOfProvider(ctx.db, of), heard)) return 'done';
  await settleOwnListed(ctx, transaction);
  // A notice that shows the capture in place of the reversal tells the amount of the capture.
  const isOwnAmount = heard.reversal_id !== heard.provider_capture_id;
  return append(ctx, transaction, {
    origin: 'reversal',
    isFound: heard.isFound,
    amount: isOwnAmount ? heard.amount : null,
    provider_refund_id: heard.reversal_id,
    told: heard.reversed_at,
  });
}

interface News {
  origin: 'provider' | 'reversal';
  /** In the provider's search, and not told of by a notice. */
  isFound: boolean;
  amount: number | null;
  provider_refund_id: string;
  /** When it happened, in the provider's words. */
  told: string | undefined;
}

function capturedAs(
  ctx: Ctx,
  { provider, rail_account_id, provider_capture_id }: NoticeSource & { provider_capture_id: string },
): Promise<TransactionRow | undefined> {
  return findByCapture(ctx.db, { provider_capture_id, within: { provider, rail_account_id } });
}

async function append(ctx: Ctx, found: TransactionRow, news: News): Promise<Dealt> {
  return inTransaction(ctx.db, (tx) => appendOnce(tx, ctx, found.id, news));
}

// What was found is told of once more, by its notice.
function isNoNews(known: RefundRow | undefined, { isFound }: Pick<News, 'isFound'>): boolean {
  return known !== undefined && (isFound || !known.is_found);
}

async function isKnown(tx: Tx, ctx: Ctx, { id }: TransactionRow, news: News): Promise<boolean> {
  const of = { transaction_id: id, provider_refund_id: news.provider_refund_id };
  if (isNoNews(await refundOfProvider(tx, of), news)) return true;
  if (news.origin !== 'reversal') return false;
  const { amount: amount_cents, provider_refund_id: shown_id, told } = news;
  const began_at = told === undefined ? null : new Date(told);
  const now = ctx.clock.now();
  // The notice of what the search shows may have come since the two were compared.
  return news.isFound
    ? pairShownReversal(tx, { transaction_id: id, shown_id, amount_cents, began_at }, now)
    : nameFoundReversal(tx, { ...of, amount_cents, now });
}

async function appendOnce(tx: Tx, ctx: Ctx, transactionId: string, news: News): Promise<Dealt> {
  const transaction = await lockTransaction(tx, transactionId);
  if (await isKnown(tx, ctx, transaction, news)) return 'done';
  if (transaction.status === 'refunded') return 'done';
  if (transaction.status !== 'captured') return 'later';
  if (news.amount === null && transaction.refund_reserved_cents > 0) return 'later';
  const left = unreturned(transaction);
  const amount_cents = Math.min(news.amount ?? left, left);
  if (amount_cents <= 0) return 'done';
  const now = ctx.clock.now();
  const refund = {
    id: uuidAt(now),
    transaction_id: transactionId,
    merchant_id: transaction.merchant_id,
    origin: news.origin,
    is_found: news.isFound,
    ...(news.isFound && { shown_id: news.provider_refund_id }),
    amount_cents,
    platform_fee_refund_cents: null,
    fingerprint: null,
    provider_refund_id: news.provider_refund_id,
    state: 'completed' as const,
    idempotency_key: null,
  };
  await recordReturn(tx, ctx, transaction, {
    refund,
    told: news.told,
    now,
    write: (completion) => {
      // It was made before it was heard of.
      const created_at = completion.completed_at < now ? completion.completed_at : now;
      return insertRefund(tx, { ...refund, created_at, ...completion });
    },
  });
  return 'done';
}
