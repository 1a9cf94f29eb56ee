import { type TSchema, Type } from 'typebox';
import type { Described } from './described.ts';
import {
  Address,
  closed,
  CurrencyCode,
  Day,
  Email,
  Links,
  listOf,
  Money,
  oneOf,
  open,
  PersonName,
  SentMoney,
  shared,
  text,
  Url,
  Yes,
} from './scalars.ts';

const InvoiceId = text(30, '^[A-Z0-9-]+$');
const STATUSES =
  'DRAFT SENT SCHEDULED PAID MARKED_AS_PAID CANCELLED REFUNDED PARTIALLY_PAID PARTIALLY_REFUNDED ' +
  'MARKED_AS_REFUNDED UNPAID PAYMENT_PENDING';
const METHODS = 'BANK_TRANSFER CASH CHECK CREDIT_CARD DEBIT_CARD PAYPAL WIRE_TRANSFER OTHER';

const Phones = listOf(
  closed(
    { country_code: text(3, '^[0-9]{1,3}$'), national_number: text(14, '^[0-9]{1,14}$') },
    { phone_type: oneOf('FAX HOME MOBILE OTHER PAGER'), extension_number: text(15) },
  ),
  10,
);
const Party = {
  business_name: text(300),
  name: PersonName,
  address: Address,
  email_address: Email,
  phones: Phones,
  additional_info: text(40),
  language: text(10),
};
const Detail = closed(
  { currency_code: CurrencyCode },
  {
    reference: text(120),
    note: text(4_000),
    terms_and_conditions: text(4_000),
    memo: text(500),
    attachments: listOf(open({}), 100),
    invoice_number: text(127),
    invoice_date: Day,
    payment_term: closed({}, { term_type: text(50, '^[A-Z0-9_]+$'), due_date: Day }),
    metadata: open({}, { recipient_view_url: Url, invoicer_view_url: Url }),
    category_code: text(20),
  },
);

function invoiceMembers(money: TSchema) {
  const item = closed(
    { name: text(200), quantity: text(14, '^[0-9]+(\\.[0-9]+)?$'), unit_amount: money },
    {
      id: text(22),
      description: text(1_000),
      tax: open({}),
      item_date: Day,
      discount: open({}),
      unit_of_measure: oneOf('QUANTITY HOURS AMOUNT'),
    },
  );
  return {
    invoicer: closed(
      {},
      { ...Party, website: Url, tax_id: text(100), additional_notes: text(400), logo_url: Url },
    ),
    primary_recipients: listOf(
      closed({}, { billing_info: closed({}, Party), shipping_info: closed({}, Party) }),
      100,
    ),
    additional_recipients: listOf(Email, 100),
    items: listOf(item, 100),
    configuration: closed(
      {},
      {
        tax_calculated_after_discount: Yes,
        tax_inclusive: Yes,
        allow_tip: Yes,
        partial_payment: closed({}, { allow_partial_payment: Yes, minimum_amount_due: money }),
        template_id: text(30),
      },
    ),
  };
}

const NewInvoice = closed(
  { detail: Detail },
  {
    ...invoiceMembers(SentMoney),
    amount: closed({}, { breakdown: open({}) }),
  },
);

const InvoiceAmount = open({ currency_code: CurrencyCode, value: text(32, '^-?\\d+(\\.\\d+)?$') });
const Transactions = listOf(
  open({}, { payment_id: text(22), refund_id: text(22), amount: Money, method: oneOf(METHODS) }),
  100,
);

/** An invoice as it is read. */
export const Invoice = shared(
  'Invoice',
  closed(
    { id: InvoiceId, status: oneOf(STATUSES), detail: Detail },
    {
      ...invoiceMembers(Money),
      parent_id: InvoiceId,
      amount: InvoiceAmount,
      due_amount: Money,
      gratuity: Money,
      payments: closed({}, { paid_amount: Money, transactions: Transactions }),
      refunds: closed({}, { refund_amount: Money, transactions: Transactions }),
      links: Links,
    },
  ),
);

const LinkToInvoice = closed({ href: Url, rel: text(50) }, { method: text(10) });
const made = Type.Union([Invoice, LinkToInvoice]);
const Notification = closed(
  {},
  {
    subject: text(4_000),
    note: text(4_000),
    send_to_invoicer: Yes,
    send_to_recipient: Yes,
    additional_recipients: listOf(Email, 100),
  },
);

const Page = closed(
  {},
  { page: text(4), page_size: text(3), total_required: oneOf('true false'), fields: text(100) },
);
const PageOfInvoices = closed(
  { items: listOf(Invoice, 100) },
  { total_pages: Type.Integer(), total_items: Type.Integer(), links: Links },
);

const invoices = '/v2/invoicing/invoices';
const ONE = { params: { invoice_id: InvoiceId }, family: 'other', assertion: 'required' } as const;

/** Invoices, each the seller's own. */
export const INVOICING_CALLS: readonly Described[] = [
  {
    method: 'POST',
    path: '/v2/invoicing/generate-next-invoice-number',
    family: 'other',
    answers: { 200: closed({ invoice_number: text(25) }) },
    assertion: 'required',
  },
  {
    method: 'POST',
    path: invoices,
    family: 'other',
    body: NewInvoice,
    answers: { 200: made, 201: made },
    assertion: 'required',
  },
  {
    method: 'GET',
    path: invoices,
    family: 'other',
    query: Page,
    answers: { 200: PageOfInvoices },
    assertion: 'required',
  },
  {
    method: 'POST',
    path: '/v2/invoicing/search-invoices',
    family: 'other',
    query: Page,
    body: closed(
      {},
      { reference: text(120), status: listOf(oneOf(STATUSES), 5), fields: listOf(text(50), 10) },
    ),
    answers: { 200: PageOfInvoices },
    assertion: 'required',
  },
  { ...ONE, method: 'GET', path: `${invoices}/{invoice_id}`, answers: { 200: Invoice } },
  { ...ONE, method: 'DELETE', path: `${invoices}/{invoice_id}`, answers: { 204: null } },
  {
    ...ONE,
    method: 'POST',
    path: `${invoices}/{invoice_id}/send`,
    body: Notification,
    answers: { 200: LinkToInvoice, 202: closed({ links: Links }) },
  },
  {
    ...ONE,
    method: 'POST',
    path: `${invoices}/{invoice_id}/remind`,
    body: Notification,
    answers: { 204: null },
  },
  {
    ...ONE,
    method: 'POST',
    path: `${invoices}/{invoice_id}/cancel`,
    body: Notification,
    answers: { 204: null },
  },
  {
    ...ONE,
    method: 'POST',
    path: `${invoices}/{invoice_id}/payments`,
    body: closed(
      { method: oneOf(METHODS) },
      { amount: SentMoney, payment_date: Day, note: text(2_000), payment_id: text(22) },
    ),
    answers: { 200: closed({ payment_id: text(22) }) },
  },
];
