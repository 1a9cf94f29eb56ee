import type { Ctx } from '../../context.ts';
import { recordLastingly } from '../../db/record-lastingly.ts';
import type { InvoiceAddress, ProviderInvoice, ReadInvoiceOutcome } from '../../rails/rail.ts';
import { sellerOf } from '../accounts/index.ts';
import { moveRequest, schedulePoll } from './queries.ts';
import { recordPaid } from './record-paid.ts';
import type { RequestRow } from './request-row.ts';
import { isGivenUp, nextPollAt } from './schedule.ts';

const NOT_CONFIGURED = 'its rail is not configured';

/** `open`: it can still be paid, or is being paid. `unread`: the provider did not say. */
type Looked = 'ended' | 'open' | 'unread';

/** Reads a request's invoice and makes the request what the invoice is: paid, withdrawn by its seller, or withdrawn now that
 *  its time is over. What was never texted is withdrawn at once. */
export async function lookAtInvoice(ctx: Ctx, request: RequestRow): Promise<Looked> {
  const invoices = ctx.rails.get(request.provider)?.invoices;
  const { provider_invoice_id } = request;
  if (!invoices || provider_invoice_id === null)
    return passOver(ctx, request, { kind: 'unknown', problem: NOT_CONFIGURED });
  const of = { provider_invoice_id, seller: await sellerOf(ctx, request) };
  const read = await invoices.read(of);
  if (read.kind !== 'found') return passOver(ctx, request, read);
  const { invoice } = read;
  switch (invoice.status) {
    case 'paid':
    case 'paid_elsewhere':
      return recordIfPaid(ctx, request, invoice);
    case 'unpayable':
      return endUnpaid(ctx, request, 'withdrawn', invoice.status_raw);
    case 'payable':
      return isOver(ctx, request) ? withdraw(ctx, request, of) : postpone(ctx, request, 'open', invoice);
    case 'processing':
    case 'other':
      return postpone(ctx, request, 'open', invoice);
  }
}

/** Has the provider make it payable no more, and records what came of that. */
async function withdraw(ctx: Ctx, request: RequestRow, of: InvoiceAddress): Promise<Looked> {
  const outcome = await ctx.rails.get(request.provider)!.invoices!.withdraw(of);
  if (outcome.kind === 'withdrawn') return endUnpaid(ctx, request, 'lapsed', null);
  if (outcome.kind === 'found') {
    const { invoice } = outcome;
    if (invoice.status === 'paid' || invoice.status === 'paid_elsewhere')
      return recordIfPaid(ctx, request, invoice);
    return notWithdrawn(ctx, request, invoice);
  }
  return passOver(ctx, request, outcome);
}

// The provider has not withdrawn it. One that is being paid is not given up.
async function notWithdrawn(ctx: Ctx, request: RequestRow, invoice: ProviderInvoice): Promise<Looked> {
  const { status, status_raw } = invoice;
  ctx.log.warn(
    { event: 'text_to_pay.not_withdrawn', request_id: request.id, invoice_status: status_raw },
    'the provider did not withdraw an invoice whose time is over',
  );
  if (status !== 'processing' && isHopeless(ctx, request))
    return endUnpaid(ctx, request, 'lapsed', status_raw);
  return postpone(ctx, request, 'open', invoice);
}

// It waits for its payer no longer than it said. What nobody knows whether it was texted waits for a person.
function isOver({ clock }: Ctx, { state, expires_at }: RequestRow): boolean {
  return state === 'refused' || (state === 'pending' && clock.now() >= expires_at);
}

// Nobody tries any more; but where nobody knows whether it was texted, a person decides.
function isHopeless({ clock }: Ctx, { state, expires_at }: RequestRow): boolean {
  return state !== 'unknown' && isGivenUp({ expires_at, now: clock.now() });
}

async function recordIfPaid(ctx: Ctx, request: RequestRow, invoice: ProviderInvoice): Promise<Looked> {
  if (invoice.status === 'paid' && !invoice.paid) return paidUnread(ctx, request, invoice);
  const isEnded = await recordLastingly(ctx.db, (tx) => recordPaid(tx, ctx, request.id, invoice));
  return isEnded ? 'ended' : postpone(ctx, request, 'open', invoice);
}

// Paid, and nobody can tell by what: it is never given up, and whoever tells of it is to tell again.
async function paidUnread(ctx: Ctx, request: RequestRow, invoice: ProviderInvoice): Promise<Looked> {
  ctx.log.error(
    { event: 'text_to_pay.payment_unread', request_id: request.id, problem: invoice.problem },
    'the payment of an invoice that is paid could not be read',
  );
  return postpone(ctx, request, 'unread', invoice);
}

/** Records that nobody can pay it any more. */
export async function endUnpaid(
  ctx: Ctx,
  { id }: RequestRow,
  trigger: 'withdrawn' | 'lapsed',
  invoice_status: string | null,
): Promise<'ended'> {
  await recordLastingly(ctx.db, async (tx) => {
    const updated_at = ctx.clock.now();
    const seen = invoice_status === null ? {} : { invoice_status, last_polled_at: updated_at };
    const done = { next_check_at: null, poll_at: null, updated_at, ...seen };
    const moved = await moveRequest(tx, id, { trigger, resolved_at: updated_at, ...done });
    // What was never texted is nobody's request.
    if (!moved) await schedulePoll(tx, id, { poll_at: null });
  });
  return 'ended';
}

async function passOver(
  ctx: Ctx,
  request: RequestRow,
  read: Exclude<ReadInvoiceOutcome, { kind: 'found' }>,
): Promise<Looked> {
  // The provider does not know it, and its time is over: nobody pays it.
  const isGone = read.kind === 'missing' && isOver(ctx, request);
  const problem = 'problem' in read ? read.problem : read.kind;
  ctx.log.warn(
    { event: 'text_to_pay.unread', request_id: request.id, problem },
    'the invoice of a payment request could not be read',
  );
  if (isGone || isHopeless(ctx, request)) return endUnpaid(ctx, request, 'lapsed', null);
  return postpone(ctx, request, 'unread');
}

async function postpone<L extends Looked>(
  ctx: Ctx,
  request: RequestRow,
  looked: L,
  invoice?: ProviderInvoice,
): Promise<L> {
  const now = ctx.clock.now();
  const seen = invoice && { at: now, invoice_status: invoice.status_raw };
  await schedulePoll(ctx.db, request.id, {
    poll_at: nextPollAt({ ...request, now }),
    ...(seen && { seen }),
  });
  return looked;
}
