import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

/** A reversal as the provider's search shows it. */
export interface ShownReversal {
  transaction_id: string;
  shown_id: string;
  amount_cents: number | null;
  /** When it happened, by the provider; null where that is not known. */
  began_at: Date | null;
}

// By which no two clocks differ. Nobody tells of a reversal before it happens.
const CLOCKS_APART = '1 hour';

/** Gives a reversal that the provider's search alone has told of the name that its notice has for it: the one of that name, or else
 *  the oldest of that amount, of any where the notice tells none. False when there is none. Index: refunds_by_transaction. */
export async function nameFoundReversal(
  tx: Tx,
  of: {
    transaction_id: string;
    provider_refund_id: string;
    amount_cents: number | null;
    told_at: Date;
    now: Date;
  },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update refunds
    set provider_refund_id = ${of.provider_refund_id}, is_found = false, told_at = ${of.told_at}, updated_at = ${of.now}
    where id = (
      select id from refunds
      where transaction_id = ${of.transaction_id} and is_found
        and (provider_refund_id = ${of.provider_refund_id}
          or amount_cents = coalesce(${of.amount_cents}::bigint, amount_cents))
      order by provider_refund_id = ${of.provider_refund_id} desc, created_at, id
      limit 1
    )`.execute(tx);
  return numAffectedRows === 1n;
}

/** Has a reversal that is shown stand for the one of ours of its amount that is nearest in time and not before it, and that stands
 *  for none yet. Answers whether one stands for it now. Index: refunds_by_transaction. */
export async function standByAmount(tx: Tx, one: ShownReversal, now: Date): Promise<boolean> {
  const { transaction_id, shown_id, amount_cents, began_at } = one;
  await sql`
    update refunds set shown_id = ${shown_id}, shown_at = ${began_at}, updated_at = ${now}
    where id = (
      select id from refunds
      where transaction_id = ${transaction_id} and origin = 'reversal' and shown_id is null
        and amount_cents = ${amount_cents}::bigint
        and completed_at >= coalesce(${began_at}::timestamptz, '-infinity') - ${CLOCKS_APART}::interval
      order by completed_at, id
      limit 1
    ) and not exists (
      select from refunds where transaction_id = ${transaction_id} and shown_id = ${shown_id}
    )`.execute(tx);
  return (await reversalOf(tx, { transaction_id, shown_id })) !== undefined;
}

/** A reversal of a transaction by the name that it has in the provider's search, or by that of its notice. Index:
 *  refunds_by_transaction. */
export async function reversalOf(
  tx: Tx,
  of: { transaction_id: string } & ({ shown_id: string } | { provider_refund_id: string }),
) {
  const { transaction_id, ...name } = of;
  const query = tx
    .selectFrom('refunds')
    .select(['id', 'provider_refund_id', 'amount_cents', 'shown_id', 'shown_at', 'told_at'])
    .where('transaction_id', '=', transaction_id)
    .where('origin', '=', 'reversal');
  return 'shown_id' in name
    ? query.where('shown_id', '=', name.shown_id).executeTakeFirst()
    : query.where('provider_refund_id', '=', name.provider_refund_id).executeTakeFirst();
}

/** Names a reversal otherwise, or has it stand for another of the provider's search, or for none. */
export async function changeReversal(
  tx: Tx,
  id: string,
  set: {
    updated_at: Date;
    provider_refund_id?: string;
    told_at?: null;
    shown_id?: string | null;
    shown_at?: Date | null;
  },
): Promise<void> {
  await tx.updateTable('refunds').set(set).where('id', '=', id).execute();
}
