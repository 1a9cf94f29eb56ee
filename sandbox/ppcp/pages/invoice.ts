import type { FastifyInstance, FastifyRequest } from 'fastify';
import { payByLink, PAY_OUTCOMES, type PayOutcome } from '../acts/invoices.ts';
import { personalAccounts } from '../acts/buyer.ts';
import { ActRefusal, notFound } from '../../machine/refusal.ts';
import type { PayableInvoice } from '../shapes/invoice-shapes.ts';
import { readRecord } from '../../machine/store/records.ts';
import type { Account } from '../shapes/shapes.ts';
import type { World } from '../shapes/world.ts';
import { html, type Html } from '../../../markup/html.ts';
import { formOf, sendPage, type Page } from '../../machine/pages/layout.ts';
import { badge } from '../../machine/pages/parts.ts';
import { bigAmount, buyerChoices, itemLine, lineList, payeeHead, type Item } from './person-parts.ts';

const PATH = '/invoice/p/:invoice_id';

/** Serves the page on which whoever has the link reads an invoice and pays it. */
export function serveInvoice(app: FastifyInstance, world: World): void {
  app.get(PATH, async (request, reply) => {
    const invoice = await invoiceOf(world, request);
    const seller = await readRecord(world.db, 'account', invoice.payee_id);
    const isDeclined = (request.query as Record<string, unknown>)['declined'] !== undefined;
    const buyers = await personalAccounts(world.db);
    return sendPage(reply, invoicePage(invoice, { seller, buyers, isDeclined }));
  });
  app.post(PATH, async (request, reply) => {
    const { id } = await invoiceOf(world, request);
    const outcome = await payOnce(world, id, formOf(request));
    return reply.redirect(`/invoice/p/${id}${outcome === 'declined' ? '?declined' : ''}`, 303);
  });
}

// Who presses twice, or has the page in two windows, reads how the invoice stands by now.
async function payOnce(world: World, invoice_id: string, form: URLSearchParams): Promise<PayOutcome | null> {
  try {
    const paid = await payByLink(world, {
      invoice_id,
      account_id: form.get('account_id') ?? undefined,
      outcome: PAY_OUTCOMES.find((entry) => entry === form.get('outcome')),
    });
    return paid.outcome;
  } catch (error) {
    if (error instanceof ActRefusal && error.status === 409) return null;
    throw error;
  }
}

// A draft is nobody's to see but the seller's.
async function invoiceOf(world: World, request: FastifyRequest): Promise<PayableInvoice> {
  const { invoice_id } = request.params as { invoice_id: string };
  const invoice = await readRecord(world.db, 'payable_invoice', invoice_id);
  return invoice === null || invoice.status === 'DRAFT' ? notFound('Invoice') : invoice;
}

interface Shown {
  detail?: { note?: string; reference?: string; payment_term?: { due_date?: string } };
  items?: Item[];
}

function invoicePage(
  invoice: PayableInvoice,
  from: { seller: Account | null; buyers: readonly Account[]; isDeclined: boolean },
): Page {
  const payee = from.seller?.business_name ?? 'the merchant';
  const { detail, items } = invoice.data as Shown;
  const due = detail?.payment_term?.due_date;
  const body = html`<div class="paying">
    <section class="card" aria-label="The invoice">
      ${payeeHead(payee, { title: `Invoice from ${payee}`, detail: `Number ${invoice.number}` })}
      ${bigAmount(invoice.amount)} ${lineList((items ?? []).map(itemLine), invoice.amount)}
      ${due !== undefined && html`<p class="next">Due on <time datetime="${due}">${due}</time></p>`}
      ${detail?.reference !== undefined && html`<p class="next">Reference ${detail.reference}</p>`}
      ${detail?.note !== undefined && html`<p class="next">${detail.note}</p>`}
    </section>
    <section class="card" aria-label="Your payment">
      ${from.isDeclined && html`<p class="note bad" role="alert">The payment was declined. Nothing was taken.</p>`}
      ${paymentView(invoice, { payee, buyers: from.buyers })}
    </section>
  </div>`;
  return { title: `${STATE_WORDS[invoice.status]} · Invoice ${invoice.number}`, body, roomy: true };
}

const STATE_WORDS: Readonly<Record<PayableInvoice['status'], string>> = {
  DRAFT: 'Draft',
  SENT: 'To pay',
  UNPAID: 'To pay',
  PAYMENT_PENDING: 'Being paid',
  PAID: 'Paid',
  CANCELLED: 'Cancelled',
};

function paymentView(invoice: PayableInvoice, from: { payee: string; buyers: readonly Account[] }): Html {
  switch (invoice.status) {
    case 'DRAFT':
    case 'SENT':
    case 'UNPAID':
      return payForm(invoice, from);
    case 'PAYMENT_PENDING':
      return html`<h2>Your payment is on its way</h2>
        <p>${badge('PENDING')}</p>
        <p>It takes a while to arrive. There is nothing more for you to do.</p>`;
    case 'PAID':
      return html`<h2>Paid. Thank you.</h2>
        <p>${badge('PAID')}</p>
        ${invoice.payments.map(
          ({ payment_id, date, amount }) =>
            html`<p>
              ${amount.value} ${amount.currency_code} on <time datetime="${date}">${date.slice(0, 10)}</time>,
              payment
              <code>${payment_id}</code>
            </p>`,
        )}`;
    case 'CANCELLED':
      return html`<h2>Nothing is to be paid</h2>
        <p>${badge('CANCELLED')}</p>
        <p>${from.payee} has cancelled this invoice.</p>`;
  }
}

function payForm(invoice: PayableInvoice, from: { payee: string; buyers: readonly Account[] }): Html {
  const { value, currency_code } = invoice.amount;
  return html`<form method="post" action="/invoice/p/${invoice.id}">
    <fieldset>
      <legend>Your account</legend>
      ${buyerChoices(from.buyers)}
    </fieldset>
    <div class="actions">
      <button name="outcome" value="completed">Pay ${value} ${currency_code}</button>
    </div>
    <p class="next">${from.payee} is paid at once, and you see the receipt here.</p>
    <details class="tester">
      <summary>Try another ending</summary>
      <div class="actions">
        <button name="outcome" value="declined" class="quiet">Have the payment declined</button>
        <button name="outcome" value="pending" class="quiet">Pay in a way that takes a while</button>
      </div>
    </details>
  </form>`;
}
