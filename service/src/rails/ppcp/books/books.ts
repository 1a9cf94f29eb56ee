import { minor } from '../../../lib/money.ts';
import type { Minor } from '../../../lib/money.ts';
import type { BookedPayment, BooksFacet, DetailOutcome, PaymentDetail } from '../../rail.ts';
import type { Client } from '../client/client.ts';
import { isInvoiceId } from '../read/read-invoice.ts';
import { objectAt, objectsAt, textAt } from '../../http/json.ts';
import type { JsonObject } from '../../http/json.ts';
import { sanitise } from './sanitise.ts';
import { createSearch } from './search.ts';
import { minorIn } from '../write/money.ts';

/** What the wallet has in its books: the order with its captures and refunds, or the capture alone once the order is not
 *  kept any more. */
export function createBooks(client: Client): BooksFacet {
  return { detail: (payment) => detail(client, payment), search: createSearch(client) };
}

async function detail(client: Client, payment: BookedPayment): Promise<DetailOutcome> {
  const { provider_order_id, provider_capture_id } = payment;
  const order = isInvoiceId(provider_order_id)
    ? ({ kind: 'missing' } as const)
    : await readOrder(client, payment, provider_order_id);
  if (order.kind !== 'missing' || provider_capture_id === null) return order;
  return readCapture(client, payment, provider_capture_id);
}

async function readOrder(client: Client, payment: BookedPayment, orderId: string): Promise<DetailOutcome> {
  const answer = await client.call({
    operation: 'orders.read',
    effect: 'read',
    method: 'GET',
    path: `/v2/checkout/orders/${encodeURIComponent(orderId)}`,
  });
  return judge(answer, orderId, (body) => ofOrder(body, payment.currency));
}

async function readCapture(
  client: Client,
  payment: BookedPayment,
  captureId: string,
): Promise<DetailOutcome> {
  const answer = await client.call({
    operation: 'captures.read',
    effect: 'read',
    method: 'GET',
    path: `/v2/payments/captures/${encodeURIComponent(captureId)}`,
    on_behalf_of: payment.seller.provider_account,
  });
  return judge(answer, captureId, (body) => ofCapture(body, payment.currency));
}

function judge(
  answer: Awaited<ReturnType<Client['call']>>,
  id: string,
  read: (body: JsonObject) => PaymentDetail | null,
): DetailOutcome {
  switch (answer.kind) {
    case 'success': {
      const found = textAt(answer.body, 'id') === id ? read(answer.body) : null;
      return found
        ? { kind: 'found', detail: found }
        : { kind: 'unknown', problem: 'not what was asked for' };
    }
    case 'refused':
      if (answer.status === 404) return { kind: 'missing' };
      return { kind: 'unknown', problem: `refused: ${answer.refusal.issue}` };
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

const TAKEN = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']);

function ofOrder(body: JsonObject, currency: string): PaymentDetail | null {
  const [unit = null] = objectsAt(body, 'purchase_units');
  const payments = objectAt(unit, 'payments');
  const captures = objectsAt(payments, 'captures');
  const status = textAt(captures.find(isTaken) ?? captures.at(-1) ?? body, 'status');
  if (status === null) return null;
  return {
    authorized: sumOf(objectsAt(payments, 'authorizations'), currency),
    captured: sumOf(captures.filter(isTaken), currency),
    external_identifier: textAt(unit, 'custom_id'),
    ...UNTOLD,
    provider_status: status,
    provider_updated_at: latestOf([body, ...captures, ...objectsAt(payments, 'refunds')]),
    payload: sanitise(body),
  };
}

function ofCapture(body: JsonObject, currency: string): PaymentDetail | null {
  const status = textAt(body, 'status');
  if (status === null) return null;
  return {
    authorized: null,
    captured: sumOf([body].filter(isTaken), currency),
    external_identifier: textAt(body, 'custom_id'),
    ...UNTOLD,
    provider_status: status,
    provider_updated_at: latestOf([body]),
    payload: sanitise(body),
  };
}

// There is one service behind the wallet, and it has no number of its own for our books.
const UNTOLD = {
  payment_service_definition_id: null,
  payment_service_display_name: null,
  reconciliation_id: null,
} as const;

function isTaken(capture: JsonObject): boolean {
  return TAKEN.has(textAt(capture, 'status') ?? '');
}

// Null where there is none, or where one of them cannot be read: a part is not the sum.
function sumOf(payments: readonly JsonObject[], currency: string): Minor | null {
  const amounts = payments.map((payment) => minorIn(currency, payment['amount']));
  if (amounts.length === 0 || amounts.some((amount) => amount === null)) return null;
  const sum = amounts.reduce<number>((total, amount) => total + amount!, 0);
  return Number.isSafeInteger(sum) ? minor(sum) : null;
}

function latestOf(parts: readonly JsonObject[]): string | null {
  const times = parts.flatMap((part) => textAt(part, 'update_time') ?? textAt(part, 'create_time') ?? []);
  const moments = times.map((time) => Date.parse(time)).filter((at) => !Number.isNaN(at));
  return moments.length === 0 ? null : new Date(Math.max(...moments)).toISOString();
}
