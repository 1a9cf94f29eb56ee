import type { Answers } from '../../client/src/index.ts';
import { written, writtenMinor } from '../money.ts';
import { tableOf } from '../output.ts';
import { EVENT_FILTER, type OperatorRow, rowOf } from './row.ts';

type Found = Answers['operator.lookup.read'];
type Payment = Found['payments'][number];
/** What it is, where it stands, of which amount, since when, its id here, the provider's, and what else there is to say. */
type Cells = readonly [string, string, string, string, string, string, string];

const HIT_HEADINGS = ['known as', 'by', 'id', 'merchant', 'transaction'];
const HEADINGS = ['what', 'state', 'amount', 'at', 'id', 'at the provider', 'more'];

/** What somebody named, and the payment around it. */
export const LOOKUP_READS: Readonly<Record<string, OperatorRow>> = {
  lookup: rowOf({
    options: { merchant: EVENT_FILTER.merchant },
    positionals: ['id'],
    detail:
      'Takes any one id: of a session, transaction, refund, dispute, payment request, subscription, event or what is unsettled, the ' +
      'provider’s of an order, capture, refund, dispute or invoice, or the channel’s order number; with --merchant an Idempotency-Key ' +
      'too. Shows what it is, whose, and the payment that it belongs to, with all that came of it.',
    call: (operator, { values: { merchant }, positionals: [id = ''] }) =>
      operator.lookup.read({ id, ...(typeof merchant === 'string' && { merchant_id: merchant }) }),
    show: lookupText,
  }),
};

function lookupText({ hits, has_more, payments }: Found): string {
  const rows = hits.map(({ kind, found_by, id, merchant_id, transaction_id }) => [
    ...[kind, found_by, id, merchant_id],
    transaction_id ?? '-',
  ]);
  return [
    tableOf(HIT_HEADINGS, rows),
    ...payments.map(paymentText),
    ...(payments.length === 0 ? ['It belongs to no payment.'] : []),
    ...(has_more ? ['There is more: name the merchant by --merchant, or ask for one of the ids above.'] : []),
  ].join('\n\n');
}

function paymentText(payment: Payment): string {
  const { session, merchant_name, merchant_id, channel_name, channel_id, needs_person } = payment;
  const ofChannel = channel_id === null ? 'of no channel' : `of channel ${channel_name} (${channel_id})`;
  const rows = [
    ...(session ? [sessionCells(session)] : []),
    ...payment.transactions.map(transactionCells),
    ...moneyCells(payment),
    ...disputeCells(payment),
    ...otherCells(payment),
    ...payment.events.map(eventCells),
  ];
  return [
    `Payment of merchant ${merchant_name} (${merchant_id}) ${ofChannel}`,
    ...(needs_person ? ['It needs a person: see what is unsettled, or differs, below.'] : []),
    tableOf(HEADINGS, rows),
  ].join('\n');
}

function sessionCells(session: NonNullable<Payment['session']>): Cells {
  const { id, status, amount_cents, currency, created_at, external_order_id } = session;
  const more = external_order_id === null ? '' : `order number ${external_order_id}`;
  return ['session', status, writtenMinor(amount_cents, currency), created_at, id, '', more];
}

function transactionCells(one: Payment['transactions'][number]): Cells {
  const { id, status, amount, currency, created_at, provider_order_id, provider_capture_id } = one;
  const atProvider = [provider_order_id, provider_capture_id ?? ''].filter(Boolean).join(' ');
  const more = [
    one.captured_at === undefined ? '' : `captured ${one.captured_at}`,
    one.refunded_amount_cents === 0 ? '' : `returned ${writtenMinor(one.refunded_amount_cents, currency)}`,
    one.failure_code ?? '',
  ];
  return [
    ...(['transaction', status, written(amount, currency), created_at, id, atProvider] as const),
    more.filter(Boolean).join(', '),
  ];
}

function moneyCells({ attempts, charges, refunds, transactions }: Payment): Cells[] {
  // Each is of one of them.
  const currencyOf = new Map(transactions.map(({ id, currency }) => [id, currency]));
  return [
    ...attempts.map((one): Cells => {
      const more = one.failure_code ?? one.last_problem ?? '';
      return ['attempt', one.state, '', one.created_at, one.id, '', more];
    }),
    ...charges.map((one): Cells => {
      const more = [one.idempotency_key === null ? '' : `key ${one.idempotency_key}`, one.refusal ?? ''];
      const said = more.filter(Boolean).join(', ');
      return ['charge', one.state, '', one.created_at, one.transaction_id, '', said];
    }),
    ...refunds.map((one): Cells => {
      const amount = writtenMinor(one.amount_cents, currencyOf.get(one.transaction_id)!);
      const { id, provider_refund_id, origin, failure_code } = one;
      const more = failure_code === null ? origin : `${origin}, ${failure_code}`;
      return ['refund', one.status, amount, one.created_at, id, provider_refund_id ?? '', more];
    }),
  ];
}

function disputeCells({ disputes, answers }: Payment): Cells[] {
  return [
    ...disputes.map((one): Cells => {
      const amount = one.amount === null ? '' : written(one.amount, one.currency);
      const more = one.outcome ?? (one.response_deadline === null ? '' : `until ${one.response_deadline}`);
      return ['dispute', one.status, amount, one.created_at, one.id, one.provider_dispute_id, more];
    }),
    ...answers.map((one): Cells => {
      const more = one.refusal === null ? one.action : `${one.action}, ${one.refusal}`;
      return ['answer', one.state, '', one.created_at, one.id, '', more];
    }),
  ];
}

function otherCells(payment: Payment): Cells[] {
  const { savings, payment_requests, subscription_charges, unsettled, differences } = payment;
  return [
    ...savings.map((one): Cells => {
      const more = `customer ${one.customer_ref}`;
      return ['saving', one.state, '', one.created_at, one.id, one.provider_setup_id ?? '', more];
    }),
    ...payment_requests.map((one): Cells => {
      const amount = writtenMinor(one.amount_cents, one.currency);
      const more = one.external_order_id === null ? '' : `order number ${one.external_order_id}`;
      const cells = ['payment request', one.state, amount, one.created_at, one.id] as const;
      return [...cells, one.provider_invoice_id ?? '', more];
    }),
    ...subscription_charges.map((one): Cells => {
      const more = `period ${one.period}, try ${one.try}`;
      return ['subscription', one.outcome, '', one.ended_at, one.subscription_id, '', more];
    }),
    ...unsettled.map((one): Cells => {
      const amount = writtenMinor(one.amount_cents, one.currency);
      const more = [one.kind, one.needs_person ? 'needs a person' : '', one.last_problem ?? ''];
      const said = more.filter(Boolean).join(', ');
      return ['unsettled', one.state, amount, one.since, one.id, '', said];
    }),
    ...differences.map((one): Cells => {
      const more = `${one.cause} of ${one.kind}`;
      return ['difference', one.state, '', one.found_at, one.id, one.provider_id, more];
    }),
  ];
}

function eventCells(event: Payment['events'][number]): Cells {
  const { type, state, created_at, id, deliveries } = event;
  const told = deliveries.map((one) => `${one.state} (${one.attempts_made})`).join(', ');
  return [type, state, '', created_at, id, '', told];
}
