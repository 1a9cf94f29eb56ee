import type { MessageStatus, Told } from '../../carrier/carrier.ts';
import { standingOf } from '../../carrier/message-status.ts';
import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { refused, type Refused } from '../../refused.ts';
import {
  firstPollAt,
  lockRequest,
  moveRequest,
  type RequestRow,
  updateRequest,
} from '../payment-requests/index.ts';
import { statusUrl } from './status-url.ts';

/** The carrier tells of a message, which it therefore took: verified by its signature over the address that it was given.
 *  Refused: route_not_found where there is no carrier, notice_forged. */
export async function hearOfMessage(
  ctx: Ctx,
  told: Omit<Told, 'url'> & { request_id: string },
): Promise<{ readonly kind: 'heard' } | Refused> {
  if (!ctx.carrier) return refused('route_not_found');
  const { request_id, headers, raw_body } = told;
  const heard = ctx.carrier.hear({ url: statusUrl(ctx, request_id), headers, raw_body });
  if (!heard) {
    ctx.log.warn({ event: 'notice.forged', rail: 'sms' }, 'notice refused');
    return refused('notice_forged');
  }
  await inTransaction(ctx.db, async (tx) => {
    const request = await lockRequest(tx, request_id);
    const isOther = request?.message_id != null && request.message_id !== heard.message_id;
    if (request && !isOther) await applyMessage(tx, ctx, request, heard);
  });
  return { kind: 'heard' };
}

/** The carrier took the message of a request: it waits for its payer now, unless it has come to an end. */
export async function recordMessage(
  tx: Tx,
  ctx: Ctx,
  id: string,
  message: MessageStatus,
): Promise<RequestRow> {
  return applyMessage(tx, ctx, (await lockRequest(tx, id))!, message);
}

async function applyMessage(
  tx: Tx,
  ctx: Ctx,
  { id, message_status }: RequestRow,
  { message_id, status }: MessageStatus,
): Promise<RequestRow> {
  const updated_at = ctx.clock.now();
  // What is told of its steps may arrive in another order.
  const isLater = stepOf(status) >= stepOf(message_status);
  const told = { message_id, ...(isLater && { message_status: status }), updated_at };
  const poll_at = firstPollAt(updated_at);
  const sent = await moveRequest(tx, id, { trigger: 'sent', next_check_at: null, poll_at, ...told });
  return sent ?? updateRequest(tx, id, told);
}

function stepOf(status: string | null): number {
  return status === null ? -1 : standingOf(status).step;
}
