import {
  type CaptureOrder,
  type CaptureOutcome,
  type OpenOutcome,
  type NewOrder,
  outcomeShown,
  type PaymentsFacet,
  type ProviderOrder,
  type ProviderRefusal,
  type FindPaymentOutcome,
  type RefusalCause,
  type Unknown,
} from '../rail.ts';
import type { Client } from './client/client.ts';
import { findPaidInvoice, isInvoiceId } from './read/read-invoice.ts';
import { plainIdAt, linkTo } from '../http/json.ts';
import type { JsonObject } from '../http/json.ts';
import type { Cause } from './client/problem.ts';
import { toOrder } from './read/translate.ts';
import { toWireOrder } from './write/order.ts';

// The capture before it may have used up its own time, and somebody waits for both.
const READ_BACK_TIMEOUT_MS = 5_000;

/** Orders at the wallet provider. The platform makes and captures them in its own name and names the seller
 *  as  payee, so an order can still be read after the seller has withdrawn the consent. */
export function createPayments(client: Client): PaymentsFacet {
  return {
    open: (order) => create(client, order),
    find: (order) =>
      isInvoiceId(order.provider_order_id)
        ? findPaidInvoice(client, order)
        : read(client, order.provider_order_id),
    take: (order) => capture(client, order),
  };
}

async function create(client: Client, order: NewOrder): Promise<OpenOutcome> {
  const wire = toWireOrder(order);
  if ('refusal' in wire) return { kind: 'refused', by: 'request', refusal: wire.refusal };
  const answer = await client.call({
    operation: 'orders.create',
    effect: 'write',
    method: 'POST',
    path: '/v2/checkout/orders',
    body: wire.body,
    request_id: order.request_id,
    client_metadata_id: order.wallet_client_metadata_id,
  });
  switch (answer.kind) {
    case 'success':
      return toCreated(answer.body);
    case 'refused':
      return { kind: 'refused', by: refusalCauseOf(answer.cause), refusal: answer.refusal };
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

function toCreated(body: JsonObject): OpenOutcome {
  const provider_order_id = plainIdAt(body, 'id');
  if (!provider_order_id) return unknown('an order without an id');
  return { kind: 'created', provider_order_id, approve_url: linkTo(body, 'payer-action', 'approve') };
}

async function read(client: Client, orderId: string, timeoutMs?: number): Promise<FindPaymentOutcome> {
  const answer = await client.call({
    operation: 'orders.read',
    effect: 'read',
    method: 'GET',
    path: `/v2/checkout/orders/${encodeURIComponent(orderId)}`,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  switch (answer.kind) {
    case 'success': {
      const order = toOrder(answer.body);
      return order?.provider_order_id === orderId
        ? { kind: 'found', order }
        : unknown('not the order asked for');
    }
    case 'refused':
      return answer.status === 404 ? { kind: 'missing' } : unknown(`refused: ${answer.refusal.issue}`);
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

async function capture(client: Client, order: CaptureOrder): Promise<CaptureOutcome> {
  const answer = await client.call({
    operation: 'orders.capture',
    effect: 'write',
    method: 'POST',
    path: `/v2/checkout/orders/${encodeURIComponent(order.provider_order_id)}/capture`,
    request_id: order.request_id,
    client_metadata_id: order.wallet_client_metadata_id,
    wants_representation: true,
  });
  switch (answer.kind) {
    case 'success': {
      const captured = toOrder(answer.body);
      if (captured?.capture && captured.provider_order_id === order.provider_order_id) {
        return judge(captured);
      }
      return readBack(client, order.provider_order_id, 'a capture answer without a capture');
    }
    case 'refused':
      return afterRefusal(client, order.provider_order_id, answer);
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

async function afterRefusal(
  client: Client,
  orderId: string,
  refused: { cause: Cause; refusal: ProviderRefusal },
): Promise<CaptureOutcome> {
  const { cause, refusal } = refused;
  if (cause === 'lapsed') return { kind: 'lapsed', refusal };
  if (cause === 'missing') return readMissing(client, orderId, refusal);
  if (cause !== 'read_back') return { kind: 'refused', by: refusalCauseOf(cause), refusal };
  const found = await readBack(client, orderId, refusal.issue);
  return found.kind === 'lapsed' ? { kind: 'lapsed', refusal } : found;
}

// One word that it is not known is no proof: an order that shows itself the next moment was not captured by this call.
async function readMissing(
  client: Client,
  orderId: string,
  refusal: ProviderRefusal,
): Promise<CaptureOutcome> {
  const again = await read(client, orderId, READ_BACK_TIMEOUT_MS);
  if (again.kind === 'missing') return { kind: 'missing', refusal };
  if (again.kind !== 'found') return unknown(`${refusal.issue}; the order could not be read`);
  if (again.order.capture) return judge(again.order);
  const problem = `${refusal.issue}, of an order that is ${again.order.status_raw}`;
  return isUntaken(again.order)
    ? { kind: 'unreachable', problem, retry_after_seconds: null }
    : unknown(problem);
}

function isUntaken({ status }: ProviderOrder): boolean {
  return status === 'created' || status === 'payer_action_required' || status === 'approved';
}

// The order itself says what became of it. What it does not say stays unknown; it is never guessed from a
// refusal.
async function readBack(client: Client, orderId: string, reason: string): Promise<CaptureOutcome> {
  const found = await read(client, orderId, READ_BACK_TIMEOUT_MS);
  if (found.kind !== 'found') return unknown(`${reason}; the order could not be read`);
  if (found.order.capture) return judge(found.order);
  if (found.order.status !== 'voided') return unknown(`${reason}; the order is ${found.order.status_raw}`);
  return {
    kind: 'lapsed',
    refusal: {
      issue: 'ORDER_VOIDED',
      description: 'The order was voided at the provider.',
      debug_id: null,
      provider_status: found.order.status_raw,
    },
  };
}

/** What an order that holds a capture says of it. */
export function judge(order: ProviderOrder): Exclude<CaptureOutcome, { kind: 'lapsed' | 'missing' }> {
  return outcomeShown(order) ?? unknown(`capture status ${order.capture?.status_raw ?? 'none'}`);
}

/** Who can do something about a refused creation: there is no order to read back yet and none that could
 *  have lapsed. */
export function refusalCauseOf(cause: Cause): RefusalCause {
  if (cause === 'read_back' || cause === 'in_progress') return 'terminal';
  return cause === 'lapsed' || cause === 'missing' ? 'terminal' : cause;
}

function unknown(problem: string): Unknown {
  return { kind: 'unknown', problem };
}
