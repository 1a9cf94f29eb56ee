import type {
  ListRefundsOutcome,
  NewRefund,
  ReadRefundOutcome,
  RefundOutcome,
  RefundsFacet,
  RefundsOfOrder,
} from '../rail.ts';
import type { Client } from './client.ts';
import { isId, itemsOf, toRefund } from './translate.ts';

type Wanted = Parameters<RefundsFacet['read']>[0];

/** Refunds of a transaction, each under our id of it. The provider remembers a key for a day. */
export function createRefunds(client: Client): RefundsFacet {
  return {
    issue: (refund) => issue(client, refund),
    read: (wanted) => read(client, wanted),
    list: (wanted) => list(client, wanted),
  };
}

async function issue(client: Client, asked: NewRefund): Promise<RefundOutcome> {
  const { seller, provider_order_id, provider_capture_id, amount, currency, refund_id } = asked;
  const answer = await client.call({
    ...{ seller, operation: 'refunds.create', effect: 'write', method: 'POST' },
    path: `/transactions/${encodeURIComponent(provider_order_id)}/refunds`,
    body: { amount, external_identifier: refund_id },
    idempotency_key: asked.request_id,
  });
  switch (answer.kind) {
    case 'success': {
      const made = toRefund(answer.body);
      const isAsked = made?.provider_order_id === provider_order_id && made.currency === currency;
      if (!isAsked) return { kind: 'unknown', problem: 'not the refund asked for' };
      const { provider_order_id: _of, ...refund } = made;
      if (refund.status === 'other')
        return { kind: 'unknown', problem: 'a refund in a state that is not known' };
      return { kind: refund.status, refund: { ...refund, provider_capture_id } };
    }
    case 'refused':
      return { kind: 'refused', refusal: answer.refusal };
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

async function read(
  client: Client,
  { provider_refund_id, seller, currency }: Wanted,
): Promise<ReadRefundOutcome> {
  if (!isId(provider_refund_id)) return { kind: 'missing' };
  const answer = await client.call({
    ...{ seller, operation: 'refunds.read', effect: 'read', method: 'GET' },
    path: `/refunds/${provider_refund_id}`,
  });
  switch (answer.kind) {
    case 'success': {
      const shown = toRefund(answer.body);
      const isAsked = shown?.provider_refund_id === provider_refund_id && shown.currency === currency;
      if (!isAsked) return { kind: 'unknown', problem: 'not the refund asked for' };
      const { provider_order_id: _of, ...refund } = shown;
      return { kind: 'found', refund };
    }
    case 'refused':
      if (answer.status === 404) return { kind: 'missing' };
      return { kind: 'unknown', problem: `refused: ${answer.refusal.issue}` };
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

async function list(client: Client, of: RefundsOfOrder): Promise<ListRefundsOutcome> {
  const { seller, provider_order_id, provider_capture_id, currency } = of;
  const answer = await client.call({
    ...{ seller, operation: 'refunds.list', effect: 'read', method: 'GET' },
    path: `/transactions/${encodeURIComponent(provider_order_id)}/refunds`,
  });
  switch (answer.kind) {
    case 'success': {
      const items = itemsOf(answer.body);
      const refunds = items?.map((item) => toRefund(item)).filter((refund) => refund !== null);
      const isWhole = refunds?.every(
        (refund) => refund.currency === currency && refund.provider_order_id === provider_order_id,
      );
      if (!refunds || !isWhole || refunds.length !== items!.length)
        return { kind: 'unknown', problem: 'refunds that cannot be read' };
      // The newest stands first.
      const inOrder = refunds.toReversed().map(({ provider_order_id: _of, ...refund }) => refund);
      return { kind: 'found', refunds: inOrder.map((refund) => ({ ...refund, provider_capture_id })) };
    }
    case 'refused':
      return { kind: 'unknown', problem: `refused: ${answer.refusal.issue}` };
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}
