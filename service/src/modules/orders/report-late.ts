import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { isUuid } from '../../lib/ids.ts';
import type { OpenOutcome } from '../../rails/rail.ts';
import type { Refused } from '../../refused.ts';
import { sellerOf } from '../accounts/index.ts';
import { wantedOrder } from '../captures/index.ts';
import {
  findTransaction,
  lockTransaction,
  moveTransaction,
  type NewTransactionRow,
  type TransactionRow,
} from '../payments/index.ts';
import { isExpired, type SessionRow } from '../sessions/index.ts';

type Opened = Extract<OpenOutcome, { kind: 'created' }>;

/** Whether what is reported for a session for which nothing is begun any more is looked at all the same: its buyer may have agreed
 *  in the browser while something still was, and is not held to it for nothing. */
export function isReportable(
  ctx: Ctx,
  session: SessionRow,
  { payment_token }: { payment_token?: string | null | undefined },
): boolean {
  if (!payment_token || session.amount_cents === 0 || session.status === 'capturing') return false;
  if (session.rail === null || ctx.rails.kind(session.rail).traits.begins !== 'in_browser') return false;
  const mayBeGiven = ctx.rails.get(session.rail)?.payments.mayBeGiven;
  return mayBeGiven === undefined || mayBeGiven(payment_token);
}

/** Whether the buyer agreed before the session expired, by the provider's clock, or nobody can say yet. */
export function isHonoured(session: SessionRow, closed: Refused, outcome: OpenOutcome): boolean {
  if (closed.refusal !== 'session_expired' || outcome.kind === 'refused') return false;
  if (outcome.kind !== 'created') return true;
  return !!outcome.approved_at && !isExpired(session, new Date(outcome.approved_at));
}

/** What a buyer agreed to and will not be taken is let go, where it is of this session and no order of it, and it becomes none any
 *  more. Nobody waits for that; what is not let go ends by itself when the provider forgets it. */
export function letGo(ctx: Ctx, draft: NewTransactionRow, opened: Opened): void {
  const { transaction_id, provider_order_id } = opened;
  const release = ctx.rails.get(draft.provider)?.payments.release;
  if (!release || transaction_id === undefined || !isUuid(transaction_id)) return;
  const released = giveUp(ctx, draft, transaction_id).then(async (intent) => {
    if (!intent) return;
    const outcome = await release(wantedOrder(intent, provider_order_id, await sellerOf(ctx, intent)));
    if (outcome.kind === 'released') return;
    const told = { event: 'order.not_released', transaction_id, outcome: outcome.kind };
    ctx.log.warn(told, 'what a buyer agreed to was not let go');
  });
  released.catch((error: unknown) => {
    ctx.log.error({ event: 'order.release_failed', transaction_id, err: error }, 'a release failed');
  });
}

// Whoever reports the same at the same moment finds it given up, or has made an order of it, which is not let go.
async function giveUp(
  ctx: Ctx,
  draft: NewTransactionRow,
  transaction_id: string,
): Promise<TransactionRow | null> {
  const { checkout_session_id, rail_account_id } = draft;
  const known = await findTransaction(ctx.db, transaction_id);
  if (known?.checkout_session_id !== checkout_session_id || known.rail_account_id !== rail_account_id)
    return null;
  return inTransaction(ctx.db, async (tx) => {
    const intent = await lockTransaction(tx, transaction_id);
    if (intent.provider_order_id !== null) return null;
    await moveTransaction(tx, ctx, intent, 'never_ordered');
    return intent;
  });
}
