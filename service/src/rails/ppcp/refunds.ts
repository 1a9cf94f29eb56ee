import type {
  ListRefundsOutcome,
  NewRefund,
  ProviderRefund,
  ReadRefundOutcome,
  RefundOutcome,
  RefundsFacet,
  RefundsOfOrder,
  Seller,
} from '../rail.ts';
import type { Client } from './client/client.ts';
import { isInvoiceId } from './read/read-invoice.ts';
import type { JsonObject } from '../http/json.ts';
import { toCapture, toOrder, toRefund, toRefunds } from './read/translate.ts';
import { isExactOnWire, toWireMoney } from './write/money.ts';
import { feesOf, tooPrecise } from './write/order.ts';

/** Refunds in the seller's name. The provider remembers a request id for 45 days. */
export function createRefunds(client: Client): RefundsFacet {
  return {
    issue: (refund) => issue(client, refund),
    read: (wanted) => read(client, wanted),
    list: (wanted) => list(client, wanted),
  };
}

async function issue(client: Client, refund: NewRefund): Promise<RefundOutcome> {
  const { amount, currency } = refund;
  if (!isExactOnWire(amount, currency)) return { kind: 'refused', refusal: tooPrecise(currency) };
  // A fee list is refused for a payment that had no fee, so it is left out rather than empty.
  const fees = feesOf(refund);
  const answer = await client.call({
    operation: 'captures.refund',
    effect: 'write',
    method: 'POST',
    path: `/v2/payments/captures/${encodeURIComponent(refund.provider_capture_id)}/refund`,
    body: {
      amount: toWireMoney(amount, currency),
      custom_id: refund.refund_id,
      ...(Object.keys(fees).length > 0 && { payment_instruction: fees }),
    },
    request_id: refund.request_id,
    on_behalf_of: refund.seller.provider_account,
    wants_representation: true,
  });
  switch (answer.kind) {
    case 'success':
      return judge(toRefund(answer.body, { amount, currency }), refund);
    case 'refused':
      return { kind: 'refused', refusal: answer.refusal };
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

function judge(made: ProviderRefund | null, asked: NewRefund): RefundOutcome {
  if (!made) return { kind: 'unknown', problem: 'a refund that cannot be read' };
  const refund = { ...made, provider_capture_id: made.provider_capture_id ?? asked.provider_capture_id };
  const isAsked =
    refund.provider_capture_id === asked.provider_capture_id && refund.currency === asked.currency;
  if (!isAsked) return { kind: 'unknown', problem: 'not the refund asked for' };
  switch (refund.status) {
    case 'completed':
    case 'pending':
    case 'failed':
      return { kind: refund.status, refund };
    case 'other':
      return { kind: 'unknown', problem: 'a refund in a state that is not known' };
  }
}

async function read(
  client: Client,
  wanted: { provider_refund_id: string; seller: Seller; currency: string },
): Promise<ReadRefundOutcome> {
  const answer = await client.call({
    operation: 'refunds.read',
    effect: 'read',
    method: 'GET',
    path: `/v2/payments/refunds/${encodeURIComponent(wanted.provider_refund_id)}`,
    on_behalf_of: wanted.seller.provider_account,
  });
  switch (answer.kind) {
    case 'success': {
      const refund = toRefund(answer.body);
      const isAsked =
        refund?.provider_refund_id === wanted.provider_refund_id && refund.currency === wanted.currency;
      return isAsked ? { kind: 'found', refund } : { kind: 'unknown', problem: 'not the refund asked for' };
    }
    case 'refused':
      if (answer.status === 404) return { kind: 'missing' };
      return { kind: 'unknown', problem: `refused: ${answer.refusal.issue}` };
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

async function list(client: Client, wanted: RefundsOfOrder): Promise<ListRefundsOutcome> {
  const listed = isInvoiceId(wanted.provider_order_id)
    ? ({ kind: 'unlisted', problem: 'an invoice does not show its refunds' } as const)
    : await listByOrder(client, wanted);
  if (listed.kind === 'found') return listed;
  return (await isUnreturned(client, wanted)) ? { kind: 'found', refunds: [] } : listed;
}

// A capture that calls itself completed is one that nothing was returned of.
async function isUnreturned(client: Client, wanted: RefundsOfOrder): Promise<boolean> {
  const answer = await client.call({
    operation: 'captures.read',
    effect: 'read',
    method: 'GET',
    path: `/v2/payments/captures/${encodeURIComponent(wanted.provider_capture_id)}`,
    on_behalf_of: wanted.seller.provider_account,
  });
  if (answer.kind !== 'success') return false;
  const capture = toCapture(answer.body, null);
  return capture?.provider_capture_id === wanted.provider_capture_id && capture.status === 'completed';
}

// The order is ours, so it can be read without the seller's consent too.
async function listByOrder(client: Client, wanted: RefundsOfOrder): Promise<ListRefundsOutcome> {
  const answer = await client.call({
    operation: 'orders.read',
    effect: 'read',
    method: 'GET',
    path: `/v2/checkout/orders/${encodeURIComponent(wanted.provider_order_id)}`,
  });
  switch (answer.kind) {
    case 'success':
      return judgeList(answer.body, wanted);
    case 'refused':
      return { kind: 'unknown', problem: `refused: ${answer.refusal.issue}` };
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

// A capture that something was returned of, beside an empty list, shows that the list is not the whole.
function judgeList(body: JsonObject, wanted: RefundsOfOrder): ListRefundsOutcome {
  const order = toOrder(body);
  const capture = order?.capture;
  const isAsked =
    order?.provider_order_id === wanted.provider_order_id &&
    capture?.provider_capture_id === wanted.provider_capture_id;
  if (!isAsked) return { kind: 'unknown', problem: 'not the capture asked for' };
  const refunds = toRefunds(body)?.filter(
    ({ provider_capture_id: of }) => of === null || of === wanted.provider_capture_id,
  );
  if (!refunds || refunds.some(({ currency }) => currency !== wanted.currency)) {
    return { kind: 'unknown', problem: 'refunds that cannot be read' };
  }
  const isWhole = refunds.length > 0 || capture.status === 'completed';
  return isWhole ? { kind: 'found', refunds } : { kind: 'unknown', problem: 'refunds that are not shown' };
}
