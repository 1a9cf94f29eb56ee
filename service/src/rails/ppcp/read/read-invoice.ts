import type {
  FindPaymentOutcome,
  InvoiceAddress,
  ProviderInvoice,
  ReadInvoiceOutcome,
  Seller,
  Unknown,
} from '../../rail.ts';
import type { Call, Client } from '../client/client.ts';
import { plainIdAt, idInLink, linkTo, objectAt, objectsAt, textAt } from '../../http/json.ts';
import type { JsonObject } from '../../http/json.ts';
import { toCapture } from './translate.ts';

export const INVOICES = '/v2/invoicing/invoices';
const ID_MAX = 30;
const INVOICE_ID = /^INV2-[A-Z0-9-]{1,25}$/;
/** Somebody waits for a draft, its publication and the message that follows. */
export const INVOICE_TIMEOUT_MS = 8_000;
const NO_ACCESS: ReadonlySet<string> = new Set([
  'PERMISSION_DENIED',
  'NOT_AUTHORIZED',
  'CONSENT_NEEDED',
  'PAYEE_NOT_CONSENTED',
]);
const STATUS: Readonly<Record<string, ProviderInvoice['status']>> = {
  DRAFT: 'unpublished',
  SCHEDULED: 'unpublished',
  CANCELLED: 'unpayable',
  SENT: 'payable',
  UNPAID: 'payable',
  PAYMENT_PENDING: 'processing',
  PAID: 'paid',
  PARTIALLY_REFUNDED: 'paid',
  REFUNDED: 'paid',
  MARKED_AS_PAID: 'paid_elsewhere',
  MARKED_AS_REFUNDED: 'paid_elsewhere',
};

/** An invoice as the provider shows it, with its payment once it is paid. */
export async function readInvoice(client: Client, of: InvoiceAddress): Promise<ReadInvoiceOutcome> {
  const answer = await client.call({
    ...callAbout(of, 'invoices.read', ''),
    effect: 'read',
    method: 'GET',
  });
  switch (answer.kind) {
    case 'success':
      return invoiceIdOf(answer.body) === of.provider_invoice_id
        ? invoiceOf(client, of, answer.body)
        : unknown('not the invoice asked for');
    case 'refused':
      if (isInvoicingDenied(answer.refusal)) return { kind: 'denied', refusal: answer.refusal };
      return answer.status === 404 ? { kind: 'missing' } : unknown(`refused: ${answer.refusal.issue}`);
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

async function invoiceOf(
  client: Client,
  of: InvoiceAddress,
  body: JsonObject,
): Promise<Extract<ReadInvoiceOutcome, { kind: 'found' | 'unknown' }>> {
  const status_raw = textAt(body, 'status');
  if (!status_raw) return unknown('an invoice without a status');
  const { provider_invoice_id } = of;
  const status = STATUS[status_raw] ?? 'other';
  const shown = { provider_invoice_id, status, status_raw };
  if (status !== 'paid') return { kind: 'found', invoice: { ...shown, paid: null } };
  const payment = await readPayment(client, of, body);
  if (!('kind' in payment)) return { kind: 'found', invoice: { ...shown, paid: payment } };
  // That it is paid is known all the same.
  return { kind: 'found', invoice: { ...shown, paid: null, problem: payment.problem } };
}

// The invoice names the payment; what was taken, and what it cost, stands there alone.
async function readPayment(client: Client, of: InvoiceAddress, invoice: JsonObject) {
  const [transaction, ...more] = objectsAt(objectAt(invoice, 'payments'), 'transactions');
  const capture_id = plainIdAt(transaction ?? null, 'payment_id');
  if (!capture_id || more.length > 0) return unknown(`an invoice paid by ${1 + more.length} payments`);
  const answer = await client.call({
    operation: 'captures.read',
    effect: 'read',
    method: 'GET',
    path: `/v2/payments/captures/${encodeURIComponent(capture_id)}`,
    on_behalf_of: of.seller.provider_account,
    timeoutMs: INVOICE_TIMEOUT_MS,
  });
  if (answer.kind === 'refused') return unknown(`refused: ${answer.refusal.issue}`);
  if (answer.kind !== 'success') return answer;
  const capture = toCapture(answer.body, of.provider_invoice_id);
  if (capture?.provider_capture_id !== capture_id) return unknown('not the payment asked for');
  const order = {
    provider_order_id: of.provider_invoice_id,
    status: 'completed',
    status_raw: 'COMPLETED',
    transaction_id: null,
    capture,
    payment_method_raw: textAt(transaction ?? null, 'type')?.toLowerCase() ?? null,
    payment_method_scheme: null,
    processor: null,
    processor_definition_id: null,
    buyer_email: null,
    billing_address: null,
    shipping_address: null,
  } as const;
  return { capture, order };
}

/** Whether what stands in the place of an order's id is an invoice's. */
export function isInvoiceId(id: string): boolean {
  return INVOICE_ID.test(id);
}

/** The payment of an invoice, as if of an order. */
export async function findPaidInvoice(
  client: Client,
  of: { provider_order_id: string; seller: Seller },
): Promise<FindPaymentOutcome> {
  const found = await readInvoice(client, { provider_invoice_id: of.provider_order_id, seller: of.seller });
  switch (found.kind) {
    case 'found':
      return found.invoice.paid
        ? { kind: 'found', order: found.invoice.paid.order }
        : unknown(found.invoice.problem ?? `an invoice without a payment: ${found.invoice.status_raw}`);
    case 'denied':
      return unknown(`refused: ${found.refusal.issue}`);
    case 'missing':
    case 'unknown':
    case 'unreachable':
      return found;
  }
}

/** What every call about an invoice says. */
export function callAbout(
  { provider_invoice_id, seller }: InvoiceAddress,
  operation: string,
  end: string,
): Pick<Call, 'operation' | 'path' | 'on_behalf_of' | 'timeoutMs'> {
  return {
    operation,
    path: `${INVOICES}/${encodeURIComponent(provider_invoice_id)}${end}`,
    on_behalf_of: seller.provider_account,
    timeoutMs: INVOICE_TIMEOUT_MS,
  };
}

/** The id of an invoice; where the answer is not the invoice, it is the link to it. */
export function invoiceIdOf(body: JsonObject): string | null {
  const id = plainIdAt(body, 'id') ?? idInLink(linkTo(body, 'self') ?? textAt(body, 'href'), 'invoices');
  return id !== null && id.length <= ID_MAX ? id : null;
}

/** Whether the seller has not granted access to invoices, or took it back. */
export function isInvoicingDenied({ issue }: { issue: string }): boolean {
  return NO_ACCESS.has(issue);
}

function unknown(problem: string): Unknown {
  return { kind: 'unknown', problem };
}
