import { invoiceView } from '../ppcp/invoices/view.ts';
import type { PayableInvoice } from '../store/invoice-shapes.ts';
import type { Tx } from '../store/sql.ts';
import type { World } from '../world.ts';
import { raiseNotice } from './raise.ts';

/** Tells what became of an invoice, with the whole of it. */
export async function raiseInvoiceNotice(
  tx: Tx,
  world: World,
  invoice: PayableInvoice,
  move: 'CREATED' | 'UPDATED' | 'PAID' | 'CANCELLED',
): Promise<void> {
  await raiseNotice(tx, world, {
    event_type: `INVOICING.INVOICE.${move}`,
    resource_type: 'invoices',
    summary: `An invoice was ${move.toLowerCase()}`,
    resource: { invoice: await invoiceView(tx, world, invoice) },
  });
}
