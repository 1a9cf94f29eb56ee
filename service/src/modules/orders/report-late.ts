import type { Ctx } from '../../context.ts';
import { isUuid } from '../../lib/ids.ts';
import type { OpenOutcome } from '../../rails/rail.ts';
import type { Refused } from '../../refused.ts';
import { sellerOf } from '../accounts/index.ts';
import { wantedOrder } from '../captures/index.ts';
import { findTransaction, type NewTransactionRow } from '../payments/index.ts';
import { isExpired, type SessionRow } from '../sessions/index.ts';

type Opened = Extract<OpenOutcome, { kind: 'created' }>;

/** Whether what is reported for a session for which nothing is begun any more is looked at all the same: its buyer may have agreed
 *  in the browser while something still was, and is not held to it for nothing. */
export function isReportable(
  ctx: Ctx,
  session: SessionRow,
  reported: { payment_token?: string | null | undefined },
): boolean {
  if (!reported.payment_token || session.amount_cents === 0 || session.status === 'capturing') return false;
  return session.rail !== null && ctx.rails.kind(session.rail).traits.begins === 'in_browser';
}

/** Whether the buyer agreed before the session expired, by the provider's clock. */
export function isHonoured(session: SessionRow, closed: Refused, outcome: OpenOutcome): boolean {
  if (closed.refusal !== 'session_expired' || outcome.kind !== 'created' || !outcome.approved_at)
    return false;
  return !isExpired(session, new Date(outcome.approved_at));
}

/** What a buyer agreed to and will not be taken is let go, where it is of this session and no order of it. Nobody waits for that;
 *  what is not let go ends by itself when the provider forgets it. */
export function letGo(ctx: Ctx, draft: NewTransactionRow, opened: Opened): void {
  const { transaction_id, provider_order_id } = opened;
  const release = ctx.rails.get(draft.provider)?.payments.release;
  if (!release || transaction_id === undefined || !isUuid(transaction_id)) return;
  const released = findTransaction(ctx.db, transaction_id).then(async (intent) => {
    if (!intent || intent.checkout_session_id !== draft.checkout_session_id) return;
    if (intent.rail_account_id !== draft.rail_account_id || intent.provider_order_id !== null) return;
    await release(wantedOrder(intent, provider_order_id, await sellerOf(ctx, intent)));
  });
  released.catch((error: unknown) => {
    ctx.log.error({ event: 'order.release_failed', transaction_id, err: error }, 'a release failed');
  });
}
