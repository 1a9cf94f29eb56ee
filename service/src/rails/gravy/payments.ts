import type {
  CaptureOrder,
  CaptureOutcome,
  FindPaymentOutcome,
  NewOrder,
  OpenOutcome,
  PaymentsFacet,
  ProviderCapture,
  ProviderRefusal,
  ReleaseOutcome,
  Seller,
  Unknown,
  Unreachable,
  WantedOrder,
} from '../rail.ts';
import { type JsonObject, textAt } from '../http/json.ts';
import { momentAt } from '../http/moments.ts';
import type { Client } from './client.ts';
import {
  captureAmong,
  type GravyTransaction,
  isCaptured,
  isId,
  isOver,
  itemsOf,
  toOrder,
  toTransaction,
} from './translate.ts';

// The capture before them may have used up its own time, and somebody waits for all of it.
const READ_BACK_TIMEOUT_MS = 5_000;

/** Payments that begin in the buyer's browser, by a token that was made for one of ours: a transaction is authorised there, read and
 *  compared when it is reported, and captured by us. */
export function createPayments(client: Client): PaymentsFacet {
  return {
    mayBeGiven: isId,
    open: (order) => open(client, order),
    find: (order) => find(client, order),
    take: (order) => take(client, order),
    release: (order) => release(client, order),
  };
}

// What a browser reports is believed of nobody: everything that its token pinned is compared.
async function open(client: Client, order: NewOrder): Promise<OpenOutcome> {
  const id = order.in_hand ?? '';
  if (!isId(id)) return refused('request', 'not_a_transaction', 'What was reported is no transaction.');
  const read = await readTransaction(client, order.seller, id);
  if (read.kind === 'missing')
    return refused('request', 'not_found', 'The provider knows no such transaction.');
  if (read.kind !== 'found') return read;
  const { transaction: of } = read;
  const isPinned = of.transaction_id !== null && of.amount === order.amount && of.currency === order.currency;
  if (!isPinned) return refused('request', 'not_pinned', 'The transaction is not of this payment.');
  if (isOver(of)) return { kind: 'refused', by: 'buyer', refusal: declineOf(of.body, of.status) };
  const status = toOrder(of, null).status;
  if (status !== 'approved' && status !== 'completed')
    return refused('not_approved', of.status, 'The buyer has not agreed yet.');
  const [transaction_id, approved_at] = [of.transaction_id!, momentAt(of.body, 'authorized_at')];
  return { kind: 'created', provider_order_id: of.id, approve_url: null, transaction_id, approved_at };
}

async function find(client: Client, order: WantedOrder, timeoutMs?: number): Promise<FindPaymentOutcome> {
  const { seller, provider_order_id } = order;
  if (!isId(provider_order_id)) return { kind: 'missing' };
  const read = await readTransaction(client, seller, provider_order_id, timeoutMs);
  if (read.kind !== 'found') return read;
  const { transaction } = read;
  if (!isCaptured(transaction)) return { kind: 'found', order: toOrder(transaction, null) };
  const capture = await readCapture(client, seller, transaction, timeoutMs);
  return 'provider_capture_id' in capture ? { kind: 'found', order: toOrder(transaction, capture) } : capture;
}

async function take(client: Client, order: CaptureOrder): Promise<CaptureOutcome> {
  const { seller, provider_order_id, request_id, amount } = order;
  const answer = await client.call({
    ...{ seller, operation: 'transactions.capture', effect: 'write', method: 'POST' },
    path: `/transactions/${encodeURIComponent(provider_order_id)}/capture`,
    body: { amount, external_identifier: request_id },
    idempotency_key: request_id,
    // The transaction alone does not tell that this capture of it was declined.
    prefer: 'resource=transaction-capture',
  });
  switch (answer.kind) {
    case 'success':
      return afterAnswer(client, order, answer.body);
    case 'refused':
      return afterRefusal(client, order, answer);
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

async function afterAnswer(client: Client, order: CaptureOrder, body: JsonObject): Promise<CaptureOutcome> {
  const status = textAt(body, 'status');
  if (status === 'declined' || status === 'failed')
    return { kind: 'refused', by: 'buyer', refusal: declineOf(body, status) };
  if (status !== 'succeeded' && status !== 'pending') return unknown(`capture status ${status}`);
  return readBack(client, order, 'a capture answer');
}

// A refusal may be of a capture that was made before: the transaction itself says what became of it.
async function afterRefusal(
  client: Client,
  order: CaptureOrder,
  { status, refusal }: { status: number; refusal: ProviderRefusal },
): Promise<CaptureOutcome> {
  const found = await find(client, order, READ_BACK_TIMEOUT_MS);
  if (found.kind === 'missing')
    return status === 404 ? { kind: 'missing', refusal } : unknown(`${refusal.issue}, of no transaction`);
  if (found.kind !== 'found') return unknown(`${refusal.issue}; the transaction could not be read`);
  const { order: shown } = found;
  if (shown.capture !== null) return taken(shown.capture, found.order);
  const told = { ...refusal, provider_status: shown.status_raw };
  if (shown.status === 'voided') return { kind: 'lapsed', refusal: told };
  if (shown.status === 'payer_action_required') return { kind: 'refused', by: 'not_approved', refusal: told };
  return shown.status === 'approved'
    ? { kind: 'refused', by: 'terminal', refusal: told }
    : unknown(`${refusal.issue}, of a transaction that is ${shown.status_raw}`);
}

// A capture's id and amount stand in the list of captures, also of one that is held back.
async function readBack(client: Client, order: CaptureOrder, reason: string): Promise<CaptureOutcome> {
  const found = await find(client, order, READ_BACK_TIMEOUT_MS);
  if (found.kind !== 'found' || found.order.capture === null)
    return unknown(`${reason}; the capture could not be read`);
  return taken(found.order.capture, found.order);
}

function taken(
  capture: ProviderCapture,
  order: Extract<FindPaymentOutcome, { kind: 'found' }>['order'],
): CaptureOutcome {
  return { kind: capture.status === 'pending' ? 'pending' : 'captured', capture, order };
}

// The same key for the same authorisation: let go twice, it is let go once.
async function release(client: Client, order: WantedOrder): Promise<ReleaseOutcome> {
  const answer = await client.call({
    ...{ seller: order.seller, operation: 'transactions.void', effect: 'write', method: 'POST' },
    path: `/transactions/${encodeURIComponent(order.provider_order_id)}/void`,
    idempotency_key: `void-${order.transaction_id}`,
    prefer: 'resource=transaction-void',
  });
  switch (answer.kind) {
    case 'success': {
      const status = textAt(answer.body, 'status') ?? 'none';
      if (status === 'succeeded' || status === 'pending') return { kind: 'released' };
      return { kind: 'refused', refusal: declineOf(answer.body, status) };
    }
    case 'refused':
      return { kind: 'refused', refusal: answer.refusal };
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

type ReadTransaction =
  { kind: 'found'; transaction: GravyTransaction } | { kind: 'missing' } | Unreachable | Unknown;

/** A transaction of the account, which is compared with what the provider answers. */
export async function readTransaction(
  client: Client,
  seller: Seller,
  id: string,
  timeoutMs?: number,
): Promise<ReadTransaction> {
  const answer = await client.call({
    ...{ seller, operation: 'transactions.read', effect: 'read', method: 'GET' },
    path: `/transactions/${encodeURIComponent(id)}`,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  switch (answer.kind) {
    case 'success': {
      const transaction = toTransaction(answer.body);
      const isAsked =
        transaction?.id === id && transaction.merchant_account_id === seller.shown['merchant_account_id'];
      return isAsked ? { kind: 'found', transaction } : unknown('not the transaction asked for');
    }
    case 'refused':
      return answer.status === 404 ? { kind: 'missing' } : unknown(`refused: ${answer.refusal.issue}`);
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

async function readCapture(
  client: Client,
  seller: Seller,
  transaction: GravyTransaction,
  timeoutMs?: number,
): Promise<ProviderCapture | Unreachable | Unknown> {
  const answer = await client.call({
    ...{ seller, operation: 'captures.list', effect: 'read', method: 'GET' },
    path: `/transactions/${transaction.id}/captures`,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  switch (answer.kind) {
    case 'success': {
      const capture = captureAmong(transaction, itemsOf(answer.body) ?? []);
      return capture ?? unknown('a captured transaction without a capture');
    }
    case 'refused':
      return unknown(`refused: ${answer.refusal.issue}`);
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

function declineOf(body: JsonObject, provider_status: string): ProviderRefusal {
  const issue = textAt(body, 'code') ?? textAt(body, 'error_code') ?? textAt(body, 'raw_response_code');
  const description = textAt(body, 'raw_response_description') ?? 'The payment was declined.';
  return { issue: issue ?? provider_status, description, debug_id: null, provider_status };
}

function refused(by: 'request' | 'not_approved', issue: string, description: string): OpenOutcome {
  return { kind: 'refused', by, refusal: { issue, description, debug_id: null, provider_status: null } };
}

function unknown(problem: string): Unknown {
  return { kind: 'unknown', problem };
}
