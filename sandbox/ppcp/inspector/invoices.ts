import { PAY_OUTCOMES } from '../acts/invoices.ts';
import { payerUrl } from '../views/invoice-view.ts';
import type { PayableInvoice } from '../shapes/invoice-shapes.ts';
import { html, type Html } from '../../../markup/html.ts';
import {
  amount,
  badge,
  facts,
  idLink,
  idText,
  jsonBlock,
  moment,
  select,
} from '../../machine/pages/parts.ts';
import { actForm } from '../../machine/inspector/acts.ts';
import { recordList } from '../../machine/inspector/record-list.ts';
import { countOf, type View, type Visit } from '../../machine/inspector/visit.ts';

const PAYABLE: ReadonlySet<string> = new Set(['SENT', 'UNPAID']);

/** Invoices that buyers are asked to pay. */
export const invoices: View = {
  name: 'invoices',
  title: 'Invoices',
  group: 'Money',
  count: countOf('payable_invoice'),
  list,
};

function list(visit: Visit): Promise<Html> {
  return recordList(visit, 'payable_invoice', {
    heading: 'Invoices',
    none: [
      'No invoice yet.',
      html`The service sends one when a merchant asks a buyer by text message to pay. Then you can pay it
      here, or on the page that the message links to.`,
    ],
    shown: (invoices) =>
      html`<ol class="feed" aria-label="Invoices, newest first">
        ${invoices.map((invoice) => invoiceRow(visit, invoice))}
      </ol>`,
  });
}

function invoiceRow(visit: Visit, invoice: PayableInvoice): Html {
  return html`<li>
    <details>
      <summary>
        <span class="when">${moment(invoice.create_time, visit.now)}</span>
        <span class="what"><b>${invoice.number}</b> <code>${invoice.id}</code></span>
        ${amount(invoice.amount)} ${badge(invoice.status)}
      </summary>
      ${facts([
        ['Id', idText(invoice.id)],
        ['Seller', idLink('accounts', invoice.payee_id)],
        ['Sent', moment(invoice.sent_time, visit.now)],
        ['Payment', idLink('captures', invoice.payments.at(-1)?.payment_id)],
      ])}
      ${PAYABLE.has(invoice.status) && payForm(visit, invoice)}
      ${
        invoice.status !== 'DRAFT' &&
        html`<p class="more">
          <a href="${payerUrl(visit.machine.world, invoice.id)}">Open the payer's page</a>
        </p>`
      }
      ${jsonBlock(invoice, 'Invoice')}
    </details>
  </li>`;
}

function payForm(visit: Visit, invoice: PayableInvoice): Html {
  return actForm(visit, 'invoices.pay', {
    id: invoice.id,
    label: 'Pay as the buyer',
    body: html`${select('outcome', 'What becomes of the payment', { values: PAY_OUTCOMES })}
      <button class="small">Pay as the buyer</button>`,
  });
}
