import type { Tx } from '../../db/tx.ts';

/** Says that an order at a provider is of this payment. False when it is of another: then it pays for nothing here. */
export async function claimOrder(
  tx: Tx,
  claim: { rail_account_id: string; provider_order_id: string; transaction_id: string },
): Promise<boolean> {
  const claimed = await tx
    .insertInto('order_claims')
    .values(claim)
    .onConflict((conflict) => conflict.columns(['rail_account_id', 'provider_order_id']).doNothing())
    .returning('transaction_id')
    .executeTakeFirst();
  if (claimed) return true;
  const { transaction_id } = await tx
    .selectFrom('order_claims')
    .select('transaction_id')
    .where('rail_account_id', '=', claim.rail_account_id)
    .where('provider_order_id', '=', claim.provider_order_id)
    .executeTakeFirstOrThrow();
  return transaction_id === claim.transaction_id;
}
