import { invoiceView } from '../views/invoice-view.ts';
import type { PayableInvoice } from '../shapes/invoice-shapes.ts';
import type { Tx } from '../../machine/store/sql.ts';
import type { World } from '../shapes/world.ts';
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
