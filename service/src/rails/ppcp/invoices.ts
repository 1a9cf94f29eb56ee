import type {
  DraftInvoiceOutcome,
  InvoiceAddress,
  InvoicesFacet,
  NewInvoice,
  ProviderRefusal,
  PublishInvoiceOutcome,
  Unknown,
  WithdrawInvoiceOutcome,
} from '../rail.ts';
import type { Client } from './client/client.ts';
import { linkTo, textAt } from '../http/json.ts';
import { findInvoice } from './find-invoice.ts';
import {
  callAbout,
  INVOICE_TIMEOUT_MS,
  invoiceIdOf,
  INVOICES,
  isInvoicingDenied,
  readInvoice,
} from './read/read-invoice.ts';
import { toWireInvoice } from './write/invoice.ts';

const TO_NOBODY = { send_to_recipient: false, send_to_invoicer: false };

/** Invoices, in the seller's name: the provider shows a seller its own. */
export function createInvoices(client: Client): InvoicesFacet {
  return {
    draft: (invoice) => draft(client, invoice),
    publish: (of) => publish(client, of),
    read: (of) => readInvoice(client, of),
    find: (of) => findInvoice(client, of),
    withdraw: (of) => withdraw(client, of),
  };
}

async function draft(client: Client, invoice: NewInvoice): Promise<DraftInvoiceOutcome> {
  const wire = toWireInvoice(invoice);
  if ('refusal' in wire) return { kind: 'refused', refusal: wire.refusal };
  const answer = await client.call({
    operation: 'invoices.create',
    effect: 'write',
    method: 'POST',
    path: INVOICES,
    body: wire.body,
    request_id: invoice.request_id,
    on_behalf_of: invoice.seller.provider_account,
    wants_representation: true,
    timeoutMs: INVOICE_TIMEOUT_MS,
  });
  switch (answer.kind) {
    case 'success': {
      const provider_invoice_id = invoiceIdOf(answer.body);
      return provider_invoice_id
        ? { kind: 'drafted', provider_invoice_id }
        : unknown('a draft without an id');
    }
    case 'refused':
      return refusedAs(answer);
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

async function publish(client: Client, of: InvoiceAddress): Promise<PublishInvoiceOutcome> {
  const answer = await client.call({
    ...callAbout(of, 'invoices.send', '/send'),
    effect: 'write',
    method: 'POST',
    body: TO_NOBODY,
  });
  switch (answer.kind) {
    case 'success': {
      const pay_url = webAddress(textAt(answer.body, 'href')) ?? linkTo(answer.body, 'payer-view');
      return pay_url ? { kind: 'payable', pay_url } : unknown('an invoice without a link to pay it');
    }
    case 'refused':
      return refusedAs(answer);
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

async function withdraw(client: Client, of: InvoiceAddress): Promise<WithdrawInvoiceOutcome> {
  const answer = await client.call({
    ...callAbout(of, 'invoices.cancel', '/cancel'),
    effect: 'write',
    method: 'POST',
    body: TO_NOBODY,
    answers_nothing: true,
  });
  if (answer.kind === 'success') return { kind: 'withdrawn' };
  if (answer.kind === 'unreachable') return answer;
  // The invoice itself says what became of it: it may have been withdrawn before, by an answer that was lost, or be paid.
  const after = await readInvoice(client, of);
  if (after.kind === 'missing') return unknown('the provider does not show the invoice');
  if (after.kind !== 'found') return after;
  switch (after.invoice.status) {
    case 'unpayable':
      return { kind: 'withdrawn' };
    case 'unpublished':
      return deleteDraft(client, of);
    case 'payable':
    case 'processing':
    case 'paid':
    case 'paid_elsewhere':
    case 'other':
      return after;
  }
}

// What was never published is deleted instead of canceled: a publication that is still under way finds nothing then.
async function deleteDraft(client: Client, of: InvoiceAddress): Promise<WithdrawInvoiceOutcome> {
  const answer = await client.call({
    ...callAbout(of, 'invoices.cancel', ''),
    effect: 'write',
    method: 'DELETE',
    answers_nothing: true,
  });
  if (answer.kind === 'success') return { kind: 'withdrawn' };
  if (answer.kind === 'unreachable') return answer;
  // It was there a moment ago, and what is deleted is shown no more.
  const after = await readInvoice(client, of);
  return after.kind === 'missing' ? { kind: 'withdrawn' } : after;
}

function refusedAs({ refusal }: { refusal: ProviderRefusal }) {
  return { kind: isInvoicingDenied(refusal) ? ('denied' as const) : ('refused' as const), refusal };
}

function webAddress(text: string | null): string | null {
  const protocol = text === null ? null : URL.parse(text)?.protocol;
  return protocol === 'https:' || protocol === 'http:' ? text : null;
}

function unknown(problem: string): Unknown {
  return { kind: 'unknown', problem };
}
