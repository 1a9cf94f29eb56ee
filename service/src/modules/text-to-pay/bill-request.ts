import type { Ctx } from '../../context.ts';
import { recordAwaited } from '../../db/record-lastingly.ts';
import { inTransaction } from '../../db/tx.ts';
import { minor } from '../../lib/money.ts';
import type { DraftInvoiceOutcome, InvoicesFacet, PublishInvoiceOutcome } from '../../rails/rail.ts';
import { refused } from '../../refused.ts';
import { sellerOf } from '../accounts/index.ts';
import { heldUntil, type Intent } from '../doubt/index.ts';
import { type NotSent, refuseSending } from './not-sent.ts';
import { lockRequest, updateRequest } from './queries.ts';
import type { RequestRow } from './request-row.ts';
import { type RequestResult, resultOf } from './result-of-other.ts';
import { OF_ANOTHER, unlessAnothers } from './unless-anothers.ts';
import { plain } from './words.ts';

export interface BillIntent extends Intent {
  request: RequestRow;
  invoices: InvoicesFacet;
}

export type BillOutcome = Exclude<DraftInvoiceOutcome, { kind: 'drafted' }> | PublishInvoiceOutcome;

/** A draft that nobody can pay yet: the sweep withdraws it. */
const GIVEN_UP: BillOutcome = { kind: 'unknown', problem: 'it was given up before it was published' };

/** How the invoice of a request that is committed is asked for, and recorded. Its link is nobody's but ours until it is
 *  texted, so what is not known of it has harmed nobody: the request is given up, and the invoice withdrawn. */
export function billingOf(ctx: Ctx) {
  return {
    ask: (intent: BillIntent) => bill(ctx, intent),
    record: ({ request }: BillIntent, outcome: BillOutcome) => recordBill(ctx, request, outcome),
  };
}

async function bill(ctx: Ctx, { request, invoices }: BillIntent): Promise<BillOutcome> {
  const seller = await sellerOf(ctx, request);
  const drafted = await invoices.draft({
    request_id: request.id,
    seller,
    amount: minor(request.amount_cents),
    currency: request.currency,
    topic: plain(request.topic),
    note: plain(request.instructions),
    recipient: {
      first_name: plain(request.first_name),
      last_name: plain(request.last_name),
      phone: request.phone,
    },
  });
  if (drafted.kind !== 'drafted') return drafted;
  const { provider_invoice_id } = drafted;
  const isNamed = await unlessAnothers(nameInvoice(ctx, request, provider_invoice_id));
  if (isNamed === null) return { kind: 'unknown', problem: OF_ANOTHER };
  return isNamed ? invoices.publish({ provider_invoice_id, seller }) : GIVEN_UP;
}

// Before it can be paid: an invoice that is payable is one that we know of. False when its request was given up meanwhile, and
// the draft is to be withdrawn.
async function nameInvoice(ctx: Ctx, { id }: RequestRow, provider_invoice_id: string): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    const request = await lockRequest(tx, id);
    if (!request) return false;
    const isSending = request.state === 'sending';
    const withdrawn = isSending ? {} : { poll_at: ctx.clock.now() };
    await updateRequest(tx, id, { provider_invoice_id, ...withdrawn, updated_at: request.updated_at });
    return isSending;
  });
}

async function recordBill(ctx: Ctx, { id }: RequestRow, outcome: BillOutcome): Promise<RequestResult> {
  if (outcome.kind !== 'payable') return refuseSending(ctx, id, whyNot(outcome));
  const billed = await recordAwaited(ctx.db, [id], async (tx) => {
    const now = ctx.clock.now();
    const request = (await lockRequest(tx, id))!;
    const { pay_url } = outcome;
    // Recorded before, though nobody heard so: whoever found it may have texted it by now.
    if (request.pay_url !== null) return request;
    const isOpen = request.state === 'sending';
    // It may have been given up meanwhile, by whoever took this process for dead: then nobody is to pay it.
    const next = isOpen
      ? { next_check_at: heldUntil(now), updated_at: now }
      : { poll_at: now, updated_at: now };
    return updateRequest(tx, id, { pay_url, ...next });
  });
  return billed.state === 'refused' ? refused('provider_unavailable') : resultOf(billed);
}

function whyNot(outcome: Exclude<BillOutcome, { kind: 'payable' }>): NotSent {
  switch (outcome.kind) {
    case 'denied':
      return { refusal: 'invoices_access_denied' };
    case 'refused':
      return { refusal: 'payment_refused', problem: outcome.refusal.issue };
    case 'unknown':
      return { refusal: 'provider_unavailable', problem: outcome.problem, mayBeDrafted: true };
    case 'unreachable':
      return { refusal: 'provider_unavailable', problem: outcome.problem };
  }
}
