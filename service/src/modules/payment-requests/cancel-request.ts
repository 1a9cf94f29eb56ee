import type { Ctx } from '../../context.ts';
import { recordLastingly } from '../../db/record-lastingly.ts';
import type { Tx } from '../../db/tx.ts';
import type { WithdrawInvoiceOutcome } from '../../rails/rail.ts';
import { refused, type Refused } from '../../refused.ts';
import { sellerOf } from '../accounts/index.ts';
import { recordAudit } from '../audit/index.ts';
import { recordUnpaid } from './look-at-invoice.ts';
import { findRequest, readRequest } from './queries.ts';
import { recordPaid } from './record-paid.ts';
import type { RequestRow } from './request-row.ts';
import type { RequestResult } from './request-result.ts';

/** Has the provider make a request payable no more, and only then records it. Asked for at once by several, it is done once.
 *  Refused: text_not_found, text_not_cancelable, text_cancel_failed, rail_not_configured. */
export async function cancelRequest(
  ctx: Ctx,
  { actor, ...of }: { merchant_id: string; request_id: string; actor: string },
): Promise<RequestResult> {
  const request = await findRequest(ctx.db, of);
  if (!request) return refused('text_not_found');
  return whyNotPending(request) ?? withdrawRequest(ctx, request, actor);
}

function whyNotPending({ state }: RequestRow): Refused | null {
  if (state === 'pending') return null;
  const status = state === 'unknown' ? 'sending' : state;
  return refused('text_not_cancelable', { status });
}

/** Withdraws the invoice of a request whose message was sent, or may have been. With null the caller tells the audit trail in
 *  words of its own. */
export async function withdrawRequest(
  ctx: Ctx,
  request: RequestRow,
  canceled_by: string | null,
): Promise<RequestResult> {
  const invoices = ctx.rails.get(request.provider)?.invoices;
  if (!invoices || !ctx.carrier) return refused('rail_not_configured');
  const provider_invoice_id = request.provider_invoice_id!;
  const seller = await sellerOf(ctx, request);
  const outcome = await invoices.withdraw({ provider_invoice_id, seller });
  return record(ctx, request, outcome, canceled_by);
}

async function record(
  ctx: Ctx,
  request: RequestRow,
  outcome: WithdrawInvoiceOutcome,
  canceled_by: string | null,
): Promise<RequestResult> {
  if (outcome.kind === 'withdrawn') {
    await recordLastingly(ctx.db, (tx) => end(tx, ctx, request, canceled_by));
    const after = (await readRequest(ctx.db, request.id))!;
    // It may have come to another end meanwhile.
    const refusal = after.state === 'canceled' ? null : whyNotPending(after);
    return refusal ?? { kind: 'stands', request: after };
  }
  if (outcome.kind === 'found') {
    const { invoice } = outcome;
    const isPaid = invoice.status === 'paid' || invoice.status === 'paid_elsewhere';
    if (isPaid) await recordLastingly(ctx.db, (tx) => recordPaid(tx, ctx, request.id, invoice));
    const refusal = isPaid ? whyNotPending((await readRequest(ctx.db, request.id))!) : null;
    if (refusal) return refusal;
  }
  ctx.log.warn(
    { event: 'text_to_pay.not_canceled', request_id: request.id, outcome: outcome.kind },
    'the provider did not cancel an invoice',
  );
  return refused('text_cancel_failed');
}

async function end(tx: Tx, ctx: Ctx, request: RequestRow, canceled_by: string | null): Promise<void> {
  const isOurs = await recordUnpaid(tx, ctx, request, { trigger: 'withdrawn', invoice_status: null });
  if (!isOurs || canceled_by === null) return;
  const entry = { actor: canceled_by, action: 'text_to_pay.canceled', subject: request.id };
  await recordAudit(tx, ctx.clock, entry);
}
