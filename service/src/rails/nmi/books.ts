import { minor } from '../../lib/money.ts';
import { type JsonObject, objectsAt, textAt } from '../http/json.ts';
import type { BookedPayment, BooksFacet, DetailOutcome, SettlementOutcome } from '../rail.ts';
import type { Client, Fields } from './client.ts';
import { createSearch } from './search.ts';
import { saleAmong, toCapture } from './translate.ts';
import { fromWireAmount } from './amount.ts';
import type { BookedTransaction } from './read/query-answer.ts';

/** What the gateway has of a sale in its books. It keeps no fee of its own there. */
export function createBooks(client: Client): BooksFacet {
  return {
    detail: (payment) => detail(client, payment),
    settlement: (payment) => settlement(client, payment),
    search: createSearch(client),
  };
}

async function detail(client: Client, payment: BookedPayment): Promise<DetailOutcome> {
  const read = await readSale(client, payment);
  if (read.kind !== 'sale') return read;
  const { sale } = read;
  const capture = toCapture(sale, payment);
  if (capture === null) return UNREADABLE;
  const isTaken = capture.status !== 'declined' && capture.status !== 'other' && capture.status !== 'pending';
  const changed = sale.actions.at(-1)?.date ?? null;
  const found = {
    authorized: null,
    captured: minor(isTaken ? capture.amount : 0),
    external_identifier: sale.order_id,
    payment_service_definition_id: null,
    payment_service_display_name: null,
    provider_status: sale.condition,
    provider_updated_at: changed?.toISOString() ?? null,
    reconciliation_id: settledIn(sale)?.batch_id ?? null,
    payload: payloadOf(sale.told),
  };
  return { kind: 'found', detail: found };
}

async function settlement(client: Client, payment: BookedPayment): Promise<SettlementOutcome> {
  const read = await readSale(client, payment);
  if (read.kind !== 'sale') return read;
  const settled = settledIn(read.sale);
  const { currency } = read.sale;
  if (settled === undefined)
    return {
      kind: 'found',
      settlement: { settled: false, amount: null, currency: null, provider_fee: null },
    };
  const amount = currency === null ? null : fromWireAmount(settled.amount, currency);
  if (amount === null) return UNREADABLE;
  return { kind: 'found', settlement: { settled: true, amount, currency, provider_fee: null } };
}

const UNREADABLE = { kind: 'unknown', problem: 'a sale that cannot be read' } as const;

const OTHER = { kind: 'unknown', problem: 'not the sale that was asked for' } as const;

// Asked by its own id it is one; under an order there may be others that were declined.
async function readSale(client: Client, of: BookedPayment) {
  const { provider_order_id, provider_capture_id, seller } = of;
  const fields: Fields =
    provider_capture_id === null ? { order_id: provider_order_id } : { transaction_id: provider_capture_id };
  const read = await client.query({ operation: 'query.detail', seller, fields });
  if (read.kind !== 'found') return read;
  const isOneOrNone = provider_capture_id === null || read.transactions.length <= 1;
  if (!isOneOrNone || !read.transactions.every((one) => isOf(one, of))) return OTHER;
  const sale = saleAmong(read.transactions);
  return sale === null ? ({ kind: 'missing' } as const) : ({ kind: 'sale', sale } as const);
}

function isOf({ transaction_id, order_id, currency }: BookedTransaction, of: BookedPayment): boolean {
  const isAsked = of.provider_capture_id === null || transaction_id === of.provider_capture_id;
  return isAsked && order_id === of.provider_order_id && (currency ?? of.currency) === of.currency;
}

function settledIn({ actions }: BookedTransaction) {
  return actions.find(({ action_type, is_done }) => action_type === 'settle' && is_done);
}

const SHOWN = ['transaction_id', 'transaction_type', 'condition', 'order_id', 'currency', 'cc_type'] as const;
const SHOWN_OF_ACTION = [
  ...['action_type', 'amount', 'date', 'success', 'response_text', 'response_code', 'batch_id'],
  'processor_batch_id',
] as const;

// A list of what is let through, so that nothing personal that is added one day is shown.
function payloadOf(told: JsonObject): JsonObject {
  return {
    ...textsOf(told, SHOWN),
    actions: objectsAt(told, 'action').map((one) => textsOf(one, SHOWN_OF_ACTION)),
  };
}

function textsOf(from: JsonObject, names: readonly string[]): Record<string, string> {
  const texts = names.map((name) => [name, textAt(from, name)] as const);
  return Object.fromEntries(texts.filter((entry): entry is [string, string] => entry[1] !== null));
}
