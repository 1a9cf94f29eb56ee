import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import type { RefusalCause } from '../../rails/rail.ts';
import { moveConnection } from './move.ts';
import { type Connection, lockConnection } from './queries.ts';

/** The provider refused a capture, or a charge. Where that is because the seller's account can receive nothing, the merchant is
 *  disabled at that moment, in the transaction that fails the payment. Further refusals of the same kind raise nothing
 *  again until the provider was read and found otherwise. Spec: merchant.payments_disabled; gap G19. */
export async function disableRefusedSeller(
  tx: Tx,
  ctx: Ctx,
  merchantId: string,
  by: RefusalCause,
): Promise<void> {
  if (by !== 'payee_unverified' && by !== 'payee_restricted') return;
  const connection = (await lockConnection(tx, merchantId))!;
  const facts = by === 'payee_unverified' ? unverified(connection) : restricted(connection);
  if (!facts) return;
  await moveConnection(tx, ctx, connection, {
    facts,
    if_disabled: 'wallet_capture_payee_not_verified',
    always_disabled: true,
  });
}

function unverified({ payee_unverified }: Connection) {
  return payee_unverified ? null : { payee_unverified: true };
}

// Until the seller is read again, what the refusal says of the account is what is known of it.
function restricted({ seller }: Connection) {
  return seller?.payments_receivable ? { seller: { ...seller, payments_receivable: false } } : null;
}
