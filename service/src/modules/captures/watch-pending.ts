import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import type { ProviderCapture, ProviderOrder } from '../../rails/rail.ts';
import { recordPending, type TransactionRow } from '../payments/index.ts';
import { insertAttempt, moveAttempt, openAttempt } from './attempts.ts';

const PENDING_CHECK_MS = 60_000;
const HELD_BACK = 'the provider holds the money back';

/** Money that the provider holds back is looked after until it settles, also when no attempt is open. */
export async function watchPending(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  held: { capture: ProviderCapture; order: ProviderOrder },
): Promise<TransactionRow> {
  const now = ctx.clock.now();
  const next_check_at = new Date(now.getTime() + PENDING_CHECK_MS);
  const pending = await recordPending(tx, ctx, transaction, held);
  const open = await openAttempt(tx, transaction.id);
  const shown = { last_problem: HELD_BACK, next_check_at, now };
  if (open) await moveAttempt(tx, open.id, { trigger: 'held_back', ...shown });
  else if (pending.status === 'pending') {
    await insertAttempt(tx, {
      id: uuidAt(now),
      transaction_id: transaction.id,
      state: 'pending',
      now,
      next_check_at,
    });
  }
  return pending;
}
