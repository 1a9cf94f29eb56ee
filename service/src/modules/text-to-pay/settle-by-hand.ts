import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { refused } from '../../refused.ts';
import { recordAudit } from '../audit/index.ts';
import {
  firstPollAt,
  moveRequest,
  readRequest,
  type RequestResult,
  type RequestRow,
  withdrawRequest,
} from '../payment-requests/index.ts';

/** The operator, who has looked at the carrier, says whether the message of a request that is stuck in sending was sent:
 *  `pending`, or `canceled`, for which the provider withdraws the invoice first. Refused: text_not_found, text_not_stuck,
 *  text_not_cancelable, text_cancel_failed, rail_not_configured. */
export async function settleByHand(
  ctx: Ctx,
  of: { request_id: string; status: 'pending' | 'canceled' },
): Promise<RequestResult> {
  const { request_id, status } = of;
  const request = await readRequest(ctx.db, request_id);
  if (!request || request.state === 'refused') return refused('text_not_found');
  if (request.state !== 'unknown') return refused('text_not_stuck');
  const settled =
    status === 'canceled' ? await withdrawRequest(ctx, request, null) : await sent(ctx, request);
  if (settled.kind === 'refused') return settled;
  const entry = { actor: 'operator', action: 'text_to_pay.settled', subject: request_id, detail: { status } };
  await inTransaction(ctx.db, (tx) => recordAudit(tx, ctx.clock, entry));
  return settled;
}

async function sent(ctx: Ctx, { id }: RequestRow): Promise<RequestResult> {
  const updated_at = ctx.clock.now();
  const by = { trigger: 'sent', next_check_at: null, poll_at: firstPollAt(updated_at), updated_at } as const;
  const moved = await inTransaction(ctx.db, (tx) => moveRequest(tx, id, by));
  return moved ? { kind: 'stands', request: moved } : refused('text_not_stuck');
}
