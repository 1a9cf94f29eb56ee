import type { Ctx } from '../../context.ts';
import { sellerOf } from '../accounts/index.ts';
import { givenUpFor, type TransactionRow } from '../payments/index.ts';
import { wantedOrder } from './wanted-order.ts';

/** A session was paid: what its buyer agreed to besides, and its provider holds for it, is let go. Nobody waits for that, and what
 *  is not let go ends by itself when the provider forgets it. */
export function releaseOthers(ctx: Ctx, paid: TransactionRow): void {
  const release = ctx.rails.get(paid.provider)?.payments.release;
  if (!release || paid.checkout_session_id === null) return;
  const of = { checkout_session_id: paid.checkout_session_id, provider: paid.provider };
  const released = givenUpFor(ctx.db, of).then(async (others) => {
    for (const other of others) {
      const seller = await sellerOf(ctx, other);
      await release(wantedOrder(other, other.provider_order_id!, seller));
    }
  });
  released.catch((error: unknown) => {
    ctx.log.error({ event: 'order.release_failed', transaction_id: paid.id, err: error }, 'a release failed');
  });
}
