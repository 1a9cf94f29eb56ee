import type { Ctx } from '../../context.ts';
import { recordLastingly } from '../../db/record-lastingly.ts';
import type { FindInvoiceOutcome, InvoicesFacet, Seller } from '../../rails/rail.ts';
import { lockRequest, updateRequest } from './queries.ts';
import type { RequestRow } from './request-row.ts';
import { OF_ANOTHER, unlessAnothers } from './unless-anothers.ts';

/** The id of a request's invoice. Where nobody heard it, the provider is asked which it made for the request, and what it
 *  answers is kept. */
export async function findInvoiceOf(
  ctx: Ctx,
  { id: request_id, provider_invoice_id }: RequestRow,
  { invoices, seller }: { invoices: InvoicesFacet; seller: Seller },
): Promise<FindInvoiceOutcome> {
  if (provider_invoice_id !== null) return { kind: 'found', provider_invoice_id };
  const found = await invoices.find({ request_id, seller });
  if (found.kind !== 'found') return found;
  const kept = recordLastingly(ctx.db, async (tx) => {
    const { updated_at } = (await lockRequest(tx, request_id))!;
    return updateRequest(tx, request_id, { provider_invoice_id: found.provider_invoice_id, updated_at });
  });
  return (await unlessAnothers(kept)) ? found : { kind: 'unknown', problem: OF_ANOTHER };
}
