import type { Db } from '../../db/tx.ts';
import { transactionsOf } from '../payments/index.ts';
import type { Hit } from './finders.ts';

/** Which payment hits belong to: one session with all tries to pay it or, where there is none, one transaction, one request or one
 *  dispute that is of no payment known here. */
export interface PaymentKey {
  merchant_id: string;
  session_id: string | null;
  transaction_ids: readonly string[];
  request_ids: readonly string[];
  dispute_ids: readonly string[];
}

/** The payments that hits belong to, in their order. A subscription that was never charged belongs to none. Index: the primary key
 *  of transactions. */
export async function paymentsOf(db: Db, hits: readonly Hit[]): Promise<PaymentKey[]> {
  const ids = hits.flatMap(({ transaction_id }) => transaction_id ?? []);
  const transactions = ids.length === 0 ? [] : await transactionsOf(db, ids);
  const sessionOf = new Map(transactions.map((one) => [one.id, one.checkout_session_id]));
  const payments = new Map<string, PaymentKey>();
  for (const hit of hits) {
    const { merchant_id, transaction_id } = hit;
    const named = transaction_id === null ? null : (sessionOf.get(transaction_id) ?? null);
    const session_id = hit.checkout_session_id ?? named;
    const [request_id, dispute_id] = [hit.kind === 'payment_request' ? hit.id : null, disputeOf(hit)];
    const key = session_id ?? transaction_id ?? request_id ?? dispute_id;
    if (key === null) continue;
    const before = payments.get(key);
    payments.set(key, {
      ...{ merchant_id, session_id },
      transaction_ids: withOne(before?.transaction_ids, transaction_id),
      request_ids: withOne(before?.request_ids, request_id),
      dispute_ids: withOne(before?.dispute_ids, dispute_id),
    });
  }
  return [...payments.values()];
}

function disputeOf({ kind, id, dispute_id }: Hit): string | null {
  return dispute_id ?? (kind === 'dispute' ? id : null);
}

function withOne(ids: readonly string[] = [], id: string | null): readonly string[] {
  return id === null || ids.includes(id) ? ids : [...ids, id];
}
