import type { Ctx } from '../../context.ts';
import { recordLastingly } from '../../db/record-lastingly.ts';
import type { Tx } from '../../db/tx.ts';
import type { InvoiceAddress, ProviderInvoice, ReadInvoiceOutcome } from '../../rails/rail.ts';
import { sellerOf } from '../accounts/index.ts';
import { findInvoiceOf } from './find-invoice-of.ts';
import { moveRequest, schedulePoll } from './queries.ts';
import { recordPaid } from './record-paid.ts';
import type { RequestRow } from './request-row.ts';
import { isGivenUp, mayTurnUp, nextPollAt } from './schedule.ts';

const NOT_CONFIGURED = 'its rail is not configured';

/** `open`: it can still be paid, or is being paid. `unread`: the provider did not say. */
type Looked = 'ended' | 'open' | 'unread';

/** Reads a request's invoice and makes the request what the invoice is: paid, withdrawn by its seller, or withdrawn now that
 *  its time is over. What was never texted is withdrawn at once, a draft too: its publication may be under way. */
export async function lookAtInvoice(ctx: Ctx, request: RequestRow): Promise<Looked> {
  const invoices = ctx.rails.get(request.provider)?.invoices;
  if (!invoices) return passOver(ctx, request, { kind: 'unknown', problem: NOT_CONFIGURED });
  const seller = await sellerOf(ctx, request);
  const found = await findInvoiceOf(ctx, request, { invoices, seller });
  if (found.kind !== 'found') return passOver(ctx, request, found);
  const of = { provider_invoice_id: found.provider_invoice_id, seller };
  const read = await invoices.read(of);
  if (read.kind !== 'found') return passOver(ctx, request, read);
  const { invoice } = read;
  switch (invoice.status) {
    case 'paid':
    case 'paid_elsewhere':
      return recordIfPaid(ctx, request, invoice);
    case 'unpayable':
      return endUnpaid(ctx, request, 'withdrawn', invoice.status_raw);
    case 'unpublished':
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
  if (status !== 'processing' && isHopeless(ctx, request)) return leave(ctx, request, status_raw);
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

async function endUnpaid(
  ctx: Ctx,
  request: RequestRow,
  trigger: 'withdrawn' | 'lapsed',
  invoice_status: string | null,
): Promise<'ended'> {
  await recordLastingly(ctx.db, (tx) => recordUnpaid(tx, ctx, request, { trigger, invoice_status }));
  return 'ended';
}

/** Records that nobody can pay it any more, and tells whether that was not recorded before. */
export async function recordUnpaid(
  tx: Tx,
  ctx: Ctx,
  { id }: RequestRow,
  { trigger, invoice_status }: { trigger: 'withdrawn' | 'lapsed'; invoice_status: string | null },
): Promise<boolean> {
  const updated_at = ctx.clock.now();
  const seen = invoice_status === null ? {} : { invoice_status, last_polled_at: updated_at };
  const done = { next_check_at: null, poll_at: null, updated_at, ...seen };
  const moved = await moveRequest(tx, id, { trigger, resolved_at: updated_at, ...done });
  // What was never texted is nobody's request.
  if (!moved) await schedulePoll(tx, id, { poll_at: null });
  return moved !== null;
}

async function passOver(
  ctx: Ctx,
  request: RequestRow,
  read: Exclude<ReadInvoiceOutcome, { kind: 'found' }>,
): Promise<Looked> {
  // The provider does not know it, and its time is over: nobody pays it.
  const isGone = read.kind === 'missing' && isOver(ctx, request) && !isAwaited(ctx, request);
  const problem = 'problem' in read ? read.problem : read.kind;
  ctx.log.warn(
    { event: 'text_to_pay.unread', request_id: request.id, problem },
    'the invoice of a payment request could not be read',
  );
  if (isGone) return endUnpaid(ctx, request, 'lapsed', null);
  if (isHopeless(ctx, request)) return leave(ctx, request, null);
  return postpone(ctx, request, 'unread');
}

// What was given up while it was being made may turn up yet.
function isAwaited({ clock }: Ctx, { state, created_at }: RequestRow): boolean {
  return state === 'refused' && mayTurnUp({ created_at, now: clock.now() });
}

// Whoever looks at the log finds what the provider may still have: nobody tries to withdraw it any more.
async function leave(ctx: Ctx, request: RequestRow, invoice_status: string | null): Promise<'ended'> {
  const { id: request_id, state, provider_invoice_id } = request;
  ctx.log.error(
    { event: 'text_to_pay.invoice_left', request_id, state, provider_invoice_id, invoice_status },
    'an invoice whose time is over could not be withdrawn, and is left to its seller',
  );
  return endUnpaid(ctx, request, 'lapsed', invoice_status);
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
