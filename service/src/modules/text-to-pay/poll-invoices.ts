import type { Ctx } from '../../context.ts';
import { heldWork } from '../../db/due.ts';
import { newWorkPool, type WorkPool } from '../../lib/work-pool.ts';
import type { Dealt, NoticeSource } from '../accounts/index.ts';
import { lookAtInvoice } from './look-at-invoice.ts';
import { claimPolls, findByInvoice, holdPolls } from './queries.ts';
import type { RequestRow } from './request-row.ts';

// Each waits for the provider most of its time.
const PLACES = 16;

/** A sweep: looks at invoices that wait for their payers, withdraws those whose time is over. */
export function invoicesPolled(ctx: Ctx): WorkPool {
  const work = heldWork<RequestRow>(ctx.clock, {
    claim: (claim) => claimPolls(ctx.db, claim),
    act: async (request) => {
      await lookAtInvoice(ctx, request).catch(failed(ctx, request));
    },
    hold: (held, until) => holdPolls(ctx.db, held, until),
  });
  return newWorkPool(work, { places: PLACES });
}

/** The provider tells that an invoice moved: it is read back. Later when it could not be. One that
 *  no request is for is its seller's own. */
export async function hearOfInvoice(
  ctx: Ctx,
  heard: NoticeSource & { provider_invoice_id: string },
): Promise<Dealt> {
  const request = await findByInvoice(ctx.db, heard);
  if (!request || request.state === 'paid') return 'done';
  const isOther = heard.rail_account_id !== null && heard.rail_account_id !== request.rail_account_id;
  if (isOther) return 'done';
  return (await lookAtInvoice(ctx, request)) === 'unread' ? 'later' : 'done';
}

// One that cannot be looked at must not hold up the others; it is taken again when its hold lapses.
function failed(ctx: Ctx, { id }: RequestRow): (error: unknown) => void {
  return (error) =>
    ctx.log.error(
      { event: 'text_to_pay.poll_failed', request_id: id, err: error },
      'looking at an invoice failed',
    );
}
