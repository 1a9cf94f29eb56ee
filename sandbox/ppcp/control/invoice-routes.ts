import { payByLink, type PayOutcome } from '../acts/invoices.ts';
import { invoiceView } from '../views/invoice-view.ts';
import { listRecords } from '../../machine/store/records.ts';
import type { World } from '../shapes/world.ts';
import { pageOf, type ControlRoute } from '../../machine/control/route.ts';
import * as schemas from './schemas.ts';

const INVOICE = {
  invoice_id: 'The invoice, as GET /invoices lists it, or the end of the link that was texted',
};

/** What becomes of an invoice. */
export function invoiceRoutes(world: World): ControlRoute[] {
  return [
    {
      method: 'GET',
      path: '/invoices',
      summary: 'Lists the invoices, newest first',
      paged: true,
      handle: async ({ query }) => {
        const page = await listRecords(world.db, 'payable_invoice', pageOf(query));
        const items = [];
        for (const invoice of page.items) items.push(await invoiceView(world.db, world, invoice));
        return { ...page, items };
      },
    },
    {
      method: 'POST',
      path: '/invoices/:invoice_id/pay',
      params: INVOICE,
      summary: 'Somebody with the link pays the invoice, now, with a delay, or in vain',
      body: schemas.payBody,
      handle: ({ params, body }) =>
        payByLink(world, {
          invoice_id: params['invoice_id'] ?? '',
          account_id: body['account_id'] as string | undefined,
          outcome: body['outcome'] as PayOutcome | undefined,
        }),
    },
  ];
}
