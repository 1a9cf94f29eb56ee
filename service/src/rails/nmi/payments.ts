import type {
  CaptureOrder,
  CaptureOutcome,
  FindPaymentOutcome,
  NewOrder,
  OpenOutcome,
  PaymentsFacet,
  ProviderCapture,
  ProviderRefusal,
  RefusalCause,
  WantedOrder,
} from '../rail.ts';
import { shorten } from '../shorten.ts';
import type { Client } from './client.ts';
import type { Cause } from './problem.ts';
import { orderOf, saleAmong, toOrder } from './translate.ts';
import { toWireAmount } from './amount.ts';
import type { FormAnswer } from './read/form-answer.ts';

const TOKEN = /^[A-Za-z0-9][A-Za-z0-9-]{7,127}$/;
const CARD_NUMBER = /^\d{12,19}$/;
const DESCRIPTION_MAX = 255;
// A sale and the look at what it took are answered within the time of one call.
export const SALE_TIMEOUT_MS = 16_000;
export const READ_BACK_TIMEOUT_MS = 4_000;

type SoldOrder = Pick<WantedOrder, 'provider_order_id' | 'seller' | 'currency'>;
type SaleOutcome = Exclude<CaptureOutcome, { kind: 'lapsed' | 'missing' }>;

/** Sales, each of them one call. The gateway knows no order before its sale, and remembers no id of a call: what became of a
 *  sale that nobody heard of is looked up by the order's id, which is the payment's own. */
export function createPayments(client: Client): PaymentsFacet {
  return {
    mayBeGiven: isToken,
    open: (order) => Promise.resolve(open(order)),
    find: (order) => findSale(client, order),
    take: (order) => take(client, order),
  };
}

/** Whether the text may be what the gateway's fields gave for a card, and is not the card itself. */
export function isToken(text: string): boolean {
  return TOKEN.test(text) && !CARD_NUMBER.test(text.replaceAll('-', ''));
}

// The gateway hears of it with the sale.
function open({ transaction_id: provider_order_id, in_hand }: NewOrder): OpenOutcome {
  if (in_hand === null) return { kind: 'refused', by: 'not_approved', refusal: WITHOUT_TOKEN };
  if (!isToken(in_hand)) return { kind: 'refused', by: 'request', refusal: NO_TOKEN };
  return { kind: 'created', provider_order_id, approve_url: null, in_hand };
}

export const WITHOUT_TOKEN: ProviderRefusal = {
  issue: 'payment_token_missing',
  description: 'The buyer has to enter a card in the gateway’s fields first.',
  ...{ debug_id: null, provider_status: null },
};

export const NO_TOKEN: ProviderRefusal = {
  ...WITHOUT_TOKEN,
  issue: 'payment_token_invalid',
  description: 'What was handed over is no token of the gateway’s fields.',
};

async function take(client: Client, order: CaptureOrder): Promise<CaptureOutcome> {
  const { provider_order_id, amount, currency, in_hand } = order;
  if (in_hand === null) return { kind: 'refused', by: 'not_approved', refusal: WITHOUT_TOKEN };
  const outcome = await client.transact({
    operation: 'sale',
    seller: order.seller,
    timeoutMs: SALE_TIMEOUT_MS,
    fields: {
      type: 'sale',
      amount: toWireAmount(amount, currency),
      currency,
      payment_token: in_hand,
      orderid: provider_order_id,
      order_description: shorten(order.description, DESCRIPTION_MAX),
    },
  });
  const judged = judgeSale(outcome, order);
  return judged.kind === 'captured' ? readBack(client, order, judged) : judged;
}

/** The answer says that it was approved and no more; what was taken, by which card and when, stands in the books. While they
 *  cannot be read the answer is enough. */
export async function readBack(client: Client, order: SoldOrder, taken: SaleOutcome): Promise<SaleOutcome> {
  const found = await findSale(client, order, READ_BACK_TIMEOUT_MS);
  const capture = found.kind === 'found' ? found.order.capture : null;
  if (found.kind !== 'found' || capture?.status !== 'completed') return taken;
  return { kind: 'captured', capture, order: found.order };
}

/** What a sale came to, by the answer to its own call. */
export function judgeSale(
  outcome: Awaited<ReturnType<Client['transact']>>,
  asked: Pick<CaptureOrder, 'provider_order_id' | 'amount' | 'currency'>,
): SaleOutcome {
  switch (outcome.kind) {
    case 'approved':
      return taken(outcome.form, asked);
    case 'refused':
      return refusedSale(causeOf(outcome.cause), outcome.refusal);
    case 'unknown':
    case 'unreachable':
      return outcome;
  }
}

// What was given for a card is good for one sale, and one that was declined stands on record.
function refusedSale(by: RefusalCause, refusal: ProviderRefusal): SaleOutcome {
  const stands = by === 'buyer' && refusal.provider_status !== null;
  return { kind: 'refused', by, refusal, ...(stands && ({ is_final: true } as const)) };
}

/** What the gateway refuses of a call by itself is for us to mend. */
export function causeOf(cause: Cause): Exclude<Cause, 'gateway'> {
  return cause === 'gateway' ? 'request' : cause;
}

function taken(
  form: FormAnswer,
  { provider_order_id, amount, currency }: Parameters<typeof judgeSale>[1],
): SaleOutcome {
  const isOther = form.order_id !== null && form.order_id !== provider_order_id;
  if (form.transaction_id === null || isOther)
    return { kind: 'unknown', problem: 'approved, but not what was asked for' };
  const capture: ProviderCapture = {
    ...{ provider_capture_id: form.transaction_id, provider_order_id },
    ...{ status: 'completed', status_raw: 'pendingsettlement', status_reason: null },
    // It approves the whole or nothing.
    ...{ amount, currency },
    ...{ provider_fee: null, platform_fee_collected: null, net_amount: null },
    ...{ captured_at: null, processor_response: null },
  };
  return { kind: 'captured', capture, order: orderOf(provider_order_id, { capture, scheme: null }) };
}

/** The sale of an order, as the gateway has it in its books. */
export async function findSale(
  client: Client,
  order: SoldOrder,
  timeoutMs?: number,
): Promise<FindPaymentOutcome> {
  const { provider_order_id, seller } = order;
  const fields = { order_id: provider_order_id };
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  const outcome = await client.query({ operation: 'query.order', seller, fields, ...limit });
  if (outcome.kind !== 'found') return outcome;
  const ours = outcome.transactions.filter((one) => one.order_id === provider_order_id);
  if (ours.length !== outcome.transactions.length)
    return { kind: 'unknown', problem: 'not only what was asked for' };
  const sale = saleAmong(ours);
  if (sale === null) return ours.length === 0 ? { kind: 'missing' } : NO_SALE;
  const found = toOrder(sale, order);
  return found === null
    ? { kind: 'unknown', problem: 'a sale that cannot be read' }
    : { kind: 'found', order: found };
}

const NO_SALE = { kind: 'unknown', problem: 'what stands under the order is no sale' } as const;
