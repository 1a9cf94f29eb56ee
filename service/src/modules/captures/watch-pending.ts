import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { later } from '../../lib/time.ts';
import type { ProviderCapture, ProviderOrder } from '../../rails/rail.ts';
import { recordPending, type TransactionRow } from '../payments/index.ts';
import { firstReadAt, isMissed, MISSED_MS } from '../doubt/index.ts';
import { type CaptureAttempt, insertAttempt, lastProblem, moveAttempt, openAttempt } from './attempts.ts';

const HELD_BACK = 'the provider holds the money back';
/** What is noted of such money from when its order does not show it any more. */
export const UNSHOWN = 'the provider does not show the money that it held back';

/** Money that the provider holds back is looked after until it settles, also when no attempt is open. */
export async function watchPending(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  held: { capture: ProviderCapture; order: ProviderOrder },
): Promise<TransactionRow> {
  const pending = await recordPending(tx, ctx, transaction, held);
  const open = await openAttempt(tx, transaction.id);
  const looked = { open, last_problem: HELD_BACK, at: firstReadAt(ctx.clock.now()) };
  if (open || pending.status === 'pending') await lookAgain(tx, ctx, transaction, looked);
  return pending;
}

/** Notes that the order of such money does not show it, and tells whether that has been so for long enough to be believed. One
 *  reading may be of a part of the provider that is behind, however long the one before it is ago: the first only begins the
 *  time. */
export async function noteUnshown(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  askedAt: Date,
): Promise<boolean> {
  const open = await openAttempt(tx, transaction.id);
  if (open && (await lastProblem(tx, open.id)) === UNSHOWN) return isMissed(open.updated_at, askedAt);
  await lookAgain(tx, ctx, transaction, {
    open,
    last_problem: UNSHOWN,
    at: later(ctx.clock.now(), MISSED_MS),
  });
  return false;
}

async function lookAgain(
  tx: Tx,
  ctx: Ctx,
  { id: transaction_id }: TransactionRow,
  { open, last_problem, at }: { open: CaptureAttempt | undefined; last_problem: string; at: Date },
): Promise<void> {
  const now = ctx.clock.now();
  const due = { now, next_check_at: at };
  const id = open?.id ?? uuidAt(now);
  if (!open) await insertAttempt(tx, { id, transaction_id, state: 'pending', ...due });
  await moveAttempt(tx, id, { trigger: 'held_back', last_problem, ...due });
}
