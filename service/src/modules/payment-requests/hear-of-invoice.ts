import type { Ctx } from '../../context.ts';
import type { Dealt, NoticeSource } from '../accounts/index.ts';
import { lookAtInvoice } from './look-at-invoice.ts';
import { findByInvoice } from './queries.ts';

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
