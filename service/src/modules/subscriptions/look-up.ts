import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import { listChargeEnds, readSubscription } from './queries.ts';

/** A subscription that somebody named, by one of its charges; a subscription that was never charged has none. */
interface Named {
  id: string;
  merchant_id: string;
  transaction_id: string | null;
}

/** A subscription, once for each of its last charges, newest first. Indexes: the primary keys. */
export async function subscriptionsById(
  db: Db,
  { id, limit }: { id: string; limit: number },
): Promise<Named[]> {
  const subscription = await readSubscription(db, { id });
  if (!subscription) return [];
  const { merchant_id } = subscription;
  const named = { id: subscription.id, merchant_id, transaction_id: null };
  const tried = (await listChargeEnds(db, id)).flatMap(({ transaction_id }) => transaction_id ?? []);
  const charges = tried.slice(0, limit).map((transaction_id) => ({ ...named, transaction_id }));
  return charges.length === 0 ? [named] : charges;
}

/** The tries of subscriptions' charges that some transactions were. Indexes: subscription_charges_by_transaction, the primary key
 *  of subscriptions. */
export async function chargeEndsOf(db: Db, transaction_ids: readonly string[]) {
  const { rows } = await sql<{
    subscription_id: string;
    status: 'active' | 'past_due' | 'canceled';
    customer_ref: string;
    transaction_id: string;
    period: number;
    try: number;
    outcome: 'charged' | 'failed';
    reason: string | null;
    ended_at: Date;
  }>`
    select c.subscription_id, s.status, s.customer_ref, c.transaction_id, c.period, c.try, c.outcome, c.reason, c.ended_at
    from subscription_charges c
    cross join lateral (
      select status, customer_ref from subscriptions where id = c.subscription_id limit 1
    ) s
    where c.transaction_id = any(${transaction_ids}::uuid[])
    order by c.ended_at desc, c.subscription_id, c.period, c.try`.execute(db);
  return rows.map(({ ended_at, ...end }) => ({ ...end, ended_at: ended_at.toISOString() }));
}
