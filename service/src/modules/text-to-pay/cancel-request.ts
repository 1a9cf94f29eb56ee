import type { Ctx } from '../../context.ts';
import { recordLastingly } from '../../db/record-lastingly.ts';
import type { WithdrawInvoiceOutcome } from '../../rails/rail.ts';
import { Refusal } from '../../refusals.ts';
import { sellerOf } from '../accounts/index.ts';
import { invoicesOf } from './bill-request.ts';
import { endUnpaid } from './look-at-invoice.ts';
import { findRequest, readRequest } from './queries.ts';
import { recordPaid } from './record-paid.ts';
import type { RequestRow } from './request-row.ts';

/** Has the provider make a request payable no more, and only then records it. Asked for at once by several, it is done once.
 *  Refuses: text_not_found, text_not_cancelable, text_cancel_failed, rail_not_configured. */
export async function cancelRequest(
  ctx: Ctx,
  of: { merchant_id: string; request_id: string },
): Promise<RequestRow> {
  const request = await findRequest(ctx.db, of);
  if (!request) throw new Refusal('text_not_found');
  requirePending(request);
  return withdrawRequest(ctx, request);
}

function requirePending({ state }: RequestRow): void {
  if (state === 'pending') return;
  const status = state === 'unknown' ? 'sending' : state;
  throw new Refusal('text_not_cancelable', { extra: { status } });
}

/** Withdraws the invoice of a request whose message was sent, or may have been. */
export async function withdrawRequest(ctx: Ctx, request: RequestRow): Promise<RequestRow> {
  const invoices = invoicesOf(ctx, request);
  if (!ctx.carrier) throw new Refusal('rail_not_configured');
  const provider_invoice_id = request.provider_invoice_id!;
  const seller = await sellerOf(ctx, request);
  const outcome = await invoices.withdraw({ provider_invoice_id, seller });
  return record(ctx, request, outcome);
}

async function record(ctx: Ctx, request: RequestRow, outcome: WithdrawInvoiceOutcome): Promise<RequestRow> {
  if (outcome.kind === 'withdrawn') {
    await endUnpaid(ctx, request, 'withdrawn', null);
    const after = (await readRequest(ctx.db, request.id))!;
    // It may have come to another end meanwhile.
    if (after.state !== 'canceled') requirePending(after);
    return after;
  }
  if (outcome.kind === 'found') {
    const { invoice } = outcome;
    const isPaid = invoice.status === 'paid' || invoice.status === 'paid_elsewhere';
    if (isPaid) await recordLastingly(ctx.db, (tx) => recordPaid(tx, ctx, request.id, invoice));
    if (isPaid) requirePending((await readRequest(ctx.db, request.id))!);
  }
  ctx.log.warn(
    { event: 'text_to_pay.not_canceled', request_id: request.id, outcome: outcome.kind },
    'the provider did not cancel an invoice',
  );
  throw new Refusal('text_cancel_failed');
}
