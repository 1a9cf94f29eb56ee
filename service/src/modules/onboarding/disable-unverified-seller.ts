import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { moveConnection } from './move.ts';
import { lockConnection } from './queries.ts';

/** The provider refused a capture because the seller's account is not verified: the merchant is disabled at that
 *  moment, in the transaction that fails the payment. Further refusals of the same kind raise nothing again until
 *  the provider was read and found otherwise. Spec: merchant.payments_disabled. */
export async function disableUnverifiedSeller(tx: Tx, ctx: Ctx, merchantId: string): Promise<void> {
  const connection = (await lockConnection(tx, merchantId))!;
  if (connection.payee_unverified) return;
  await moveConnection(tx, ctx, connection, {
    facts: { payee_unverified: true },
    if_disabled: 'wallet_capture_payee_not_verified',
    always_disabled: true,
  });
}
