import type { Ctx } from '../../context.ts';
import { heldWork } from '../../db/due.ts';
import { isUnavailable } from '../../db/tx.ts';
import { newWorkPool, type WorkPool } from '../../lib/work-pool.ts';
import { lookAtInvoice } from './look-at-invoice.ts';
import { claimPolls, holdPolls } from './queries.ts';
import type { RequestRow } from './request-row.ts';

// Each waits for the provider most of its time.
const PLACES = 16;

/** A sweep: looks at invoices that wait for their payers, withdraws those whose time is over. */
export function sweepOfInvoices(ctx: Ctx): WorkPool {
  const work = heldWork<RequestRow>(ctx.clock, {
    claim: (claim) => claimPolls(ctx.db, claim),
    act: async (request) => {
      await lookAtInvoice(ctx, request).catch(failed(ctx, request));
    },
    hold: (held, until) => holdPolls(ctx.db, held, until),
  });
  return newWorkPool(work, { places: PLACES });
}

// One that cannot be looked at must not hold up the others; it is taken again when its hold lapses, or soon where the database failed.
function failed(ctx: Ctx, { id }: RequestRow): (error: unknown) => void {
  return (error) => {
    ctx.log.error(
      { event: 'text_to_pay.poll_failed', request_id: id, err: error },
      'looking at an invoice failed',
    );
    if (isUnavailable(error)) throw error;
  };
}
