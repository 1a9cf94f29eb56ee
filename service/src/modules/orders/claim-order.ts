import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

/** Says that an order at a provider is of this payment. False when it is of another: then it pays for nothing here. An order is one
 *  of what the provider calls the account, so that the claim is made in the name of the first of ours that bore that name, whichever
 *  merchant has it now. Index: rail_accounts_by_name. */
export async function claimOrder(
  tx: Tx,
  claim: { rail_account_id: string; provider_order_id: string; transaction_id: string },
): Promise<boolean> {
  const { rail_account_id, provider_order_id, transaction_id } = claim;
  const first = sql`(
    select named.id from rail_accounts own
    join rail_accounts named on named.rail = own.rail and named.provider_account = own.provider_account
    where own.id = ${rail_account_id}
    order by named.created_at, named.id
    limit 1
  )`;
  const { rows: claimed } = await sql`
    insert into order_claims (rail_account_id, provider_order_id, transaction_id)
    values (${first}, ${provider_order_id}, ${transaction_id})
    on conflict (rail_account_id, provider_order_id) do nothing
    returning transaction_id`.execute(tx);
  if (claimed.length === 1) return true;
  const { rows } = await sql<{ transaction_id: string }>`
    select transaction_id from order_claims
    where rail_account_id = ${first} and provider_order_id = ${provider_order_id}`.execute(tx);
  return rows[0]?.transaction_id === transaction_id;
}
