import type { FindInvoiceOutcome, Seller, Unknown } from '../rail.ts';
import { isListOrAbsent, objectAt, objectsAt, textAt } from '../http/json.ts';
import type { Client } from './client/client.ts';
import { INVOICE_TIMEOUT_MS, invoiceIdOf, isInvoicingDenied } from './read/read-invoice.ts';

const SEARCH = '/v2/invoicing/search-invoices';
const PAGE_SIZE = 20;

/** The invoice of a request, by the reference that it was asked for under. */
export async function findInvoice(
  client: Client,
  { request_id: reference, seller }: { request_id: string; seller: Seller },
): Promise<FindInvoiceOutcome> {
  const answer = await client.call({
    operation: 'invoices.read',
    effect: 'read',
    method: 'POST',
    path: `${SEARCH}?page=1&page_size=${PAGE_SIZE}`,
    body: { reference },
    on_behalf_of: seller.provider_account,
    timeoutMs: INVOICE_TIMEOUT_MS,
  });
  switch (answer.kind) {
    case 'success': {
      if (!isListOrAbsent(answer.body, 'items')) return unknown('a search without its list');
      const items = objectsAt(answer.body, 'items');
      // A search may answer more than was asked for.
      const found = items.find((item) => textAt(objectAt(item, 'detail'), 'reference') === reference);
      if (!found) return { kind: 'missing' };
      const provider_invoice_id = invoiceIdOf(found);
      return provider_invoice_id
        ? { kind: 'found', provider_invoice_id }
        : unknown('an invoice without an id');
    }
    case 'refused':
      if (isInvoicingDenied(answer.refusal)) return { kind: 'denied', refusal: answer.refusal };
      return unknown(`refused: ${answer.refusal.issue}`);
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

function unknown(problem: string): Unknown {
  return { kind: 'unknown', problem };
}
