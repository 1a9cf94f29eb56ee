import { money } from '../shapes/money.ts';
import { readRecord } from '../../machine/store/records.ts';
import type { PayableInvoice } from '../shapes/invoice-shapes.ts';
import type { Link } from '../shapes/shapes.ts';
import type { Db, Tx } from '../../machine/store/sql.ts';
import type { World } from '../../machine/world.ts';
import { isObject } from '../checks/checker.ts';

/** Where the payer of an invoice reads and pays it. */
export function payerUrl(world: World, id: string): string {
  return `${world.address.url}/invoice/p/${id}`;
}

/** An invoice in full. */
export async function invoiceView(
  db: Db | Tx,
  world: World,
  invoice: PayableInvoice,
): Promise<Record<string, unknown>> {
  const seller = await readRecord(db, 'account', invoice.payee_id);
  const { currency_code } = invoice.amount;
  const isPaid = invoice.status === 'PAID';
  return {
    ...invoice.data,
    id: invoice.id,
    status: invoice.status,
    detail: detailOf(world, invoice, seller?.email ?? ''),
    invoicer: {
      ...(isObject(invoice.data['invoicer']) ? invoice.data['invoicer'] : {}),
      ...(seller === null ? {} : { email_address: seller.email }),
    },
    amount: { ...invoice.amount, breakdown: { item_total: invoice.amount } },
    due_amount: isPaid ? money(0n, currency_code) : invoice.amount,
    ...(isPaid ? { payments: paymentsOf(invoice) } : {}),
    links: linksOf(world, invoice),
  };
}

function detailOf(world: World, invoice: PayableInvoice, email: string): object {
  const given = isObject(invoice.data['detail']) ? invoice.data['detail'] : {};
  const sent = invoice.sent_time;
  return {
    invoice_date: invoice.create_time.slice(0, 10),
    ...given,
    invoice_number: invoice.number,
    metadata: {
      create_time: invoice.create_time,
      created_by: email,
      last_update_time: invoice.update_time,
      last_updated_by: email,
      created_by_flow: 'REGULAR_SINGLE',
      ...(sent === null ? {} : { first_sent_time: sent, last_sent_time: sent, last_sent_by: email }),
      ...(invoice.cancel_time === null ? {} : { cancel_time: invoice.cancel_time, cancelled_by: email }),
      // A draft is nobody's to pay.
      ...(invoice.status === 'DRAFT' ? {} : { recipient_view_url: payerUrl(world, invoice.id) }),
      invoicer_view_url: `${world.address.url}/invoice/details/${invoice.id}`,
    },
  };
}

function paymentsOf(invoice: PayableInvoice): object {
  return {
    paid_amount: invoice.amount,
    transactions: invoice.payments.map(({ payment_id, date, amount }) => ({
      type: 'PAYPAL',
      method: 'PAYPAL',
      payment_id,
      payment_date: date.slice(0, 10),
      amount,
    })),
  };
}

function linksOf(world: World, invoice: PayableInvoice): Link[] {
  const self = selfLink(world, invoice.id);
  const to = (rel: string, method: string, end = `/${rel}`): Link => ({ href: self.href + end, rel, method });
  switch (invoice.status) {
    case 'DRAFT':
      return [self, to('send', 'POST'), to('delete', 'DELETE', '')];
    case 'SENT':
    case 'UNPAID': {
      const payer = { href: payerUrl(world, invoice.id), rel: 'payer-view', method: 'GET' };
      return [self, payer, to('cancel', 'POST'), to('remind', 'POST')];
    }
    case 'PAYMENT_PENDING':
    case 'PAID':
    case 'CANCELLED':
      return [self];
  }
}

/** The link to an invoice itself. */
function selfLink(world: World, id: string): Link {
  return { href: `${world.address.url}/v2/invoicing/invoices/${id}`, rel: 'self', method: 'GET' };
}
