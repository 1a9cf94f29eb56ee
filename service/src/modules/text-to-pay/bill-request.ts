import type { Ctx } from '../../context.ts';
import { recordAwaited } from '../../db/record-lastingly.ts';
import { minor } from '../../lib/money.ts';
import type { DraftInvoiceOutcome, InvoicesFacet, PublishInvoiceOutcome } from '../../rails/rail.ts';
import { refused } from '../../refused.ts';
import { sellerOf } from '../accounts/index.ts';
import { heldUntil, type Intent } from '../doubt/index.ts';
import {
  lockRequest,
  nameDraft,
  OF_ANOTHER,
  type RequestResult,
  type RequestRow,
  resultOf,
  updateRequest,
} from '../payment-requests/index.ts';
import { type NotSent, refuseSending } from './not-sent.ts';
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
  const named = await nameDraft(ctx, { request_id: request.id, provider_invoice_id });
  switch (named) {
    case 'named':
      return invoices.publish({ provider_invoice_id, seller });
    case 'given_up':
      return GIVEN_UP;
    case 'anothers':
      return { kind: 'unknown', problem: OF_ANOTHER };
  }
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
