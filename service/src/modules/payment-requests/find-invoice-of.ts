import type { Ctx } from '../../context.ts';
import type { FindInvoiceOutcome, InvoicesFacet, Seller } from '../../rails/rail.ts';
import { nameFound, OF_ANOTHER } from './name-invoice.ts';
import type { RequestRow } from './request-row.ts';

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
  const named = await nameFound(ctx, { request_id, provider_invoice_id: found.provider_invoice_id });
  return named === 'named' ? found : { kind: 'unknown', problem: OF_ANOTHER };
}
