import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import type { ProviderCapture } from '../../rails/rail.ts';
import { nextCheckAt, OTHER_MONEY, scheduleNext } from '../doubt/index.ts';
import type { TransactionRow } from '../payments/index.ts';
import { moveSession } from '../sessions/index.ts';
import { CAPTURES, insertAttempt, moveAttempt, openAttempt } from './attempts.ts';

/** Whether the provider took exactly what its order was made for. */
export function isAsAsked(
  transaction: Pick<TransactionRow, 'amount_cents' | 'currency'>,
  capture: Pick<ProviderCapture, 'amount' | 'currency'>,
): boolean {
  return capture.amount === transaction.amount_cents && capture.currency === transaction.currency;
}

/** Money that is not what was asked for is never recorded as if it were: it stays open and in the way of another payment,
 *  for a person to settle. Gap G70. */
export async function watchOtherMoney(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  capture: ProviderCapture,
): Promise<void> {
  tellOfOtherMoney(ctx, transaction, capture);
  const now = ctx.clock.now();
  const next_check_at = nextCheckAt({ since: now, now, isAnswered: true });
  const open = await openAttempt(tx, transaction.id);
  const id = open?.id ?? uuidAt(now);
  if (open) await moveAttempt(tx, id, { trigger: 'no_answer', next_check_at, now });
  else await insertAttempt(tx, { id, transaction_id: transaction.id, state: 'unknown', now, next_check_at });
  await scheduleNext(tx, CAPTURES, id, { next_check_at, problem: OTHER_MONEY });
  const { checkout_session_id } = transaction;
  if (checkout_session_id) await moveSession(tx, checkout_session_id, 'capture_held_back');
}

export function tellOfOtherMoney(ctx: Ctx, transaction: TransactionRow, capture: ProviderCapture): void {
  ctx.log.error(
    {
      event: 'capture.other_money',
      transaction_id: transaction.id,
      asked: { amount_cents: transaction.amount_cents, currency: transaction.currency },
      taken: { amount_cents: capture.amount, currency: capture.currency },
    },
    OTHER_MONEY,
  );
}
