import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { minor } from '../../lib/money.ts';
import type { Dealt } from '../accounts/index.ts';
import type { TransactionRow } from '../payments/index.ts';
import { unreturned } from './balance.ts';
import { feePartOfNew } from './fee-part.ts';
import { insertRefund } from './queries.ts';
import { recordReturn } from './record-return.ts';
import type { ReversalIdentity } from './reversal-queries.ts';

/** What went back and is first heard of from the provider. */
interface ProviderReturn {
  /** Who began it: with an id, this service, which knows nothing of it any more. */
  origin: 'provider' | 'reversal' | { id: string };
  /** As the provider names it; more is known of a reversal. */
  identity: Pick<ReversalIdentity, 'provider_refund_id'> & Partial<ReversalIdentity>;
  /** In minor units; null where it is everything that remains. */
  amount: number | null;
  /** When it happened, in the provider's words. */
  returned_at: string | undefined;
}

/** Records what went back of a transaction that the caller has locked, as far as something of it remains. What is told without an
 *  amount waits for refunds of ours. */
export async function appendReturn(
  tx: Tx,
  ctx: Ctx,
  transaction: TransactionRow,
  returned: ProviderReturn,
): Promise<Dealt> {
  if (transaction.status === 'refunded') return 'done';
  if (transaction.status !== 'captured') return 'later';
  const { origin, identity, amount, returned_at } = returned;
  if (amount === null && transaction.refund_reserved_cents > 0) return 'later';
  const left = unreturned(transaction);
  const amount_cents = Math.min(amount ?? left, left);
  if (amount_cents <= 0) return 'done';
  const now = ctx.clock.now();
  const own_id = typeof origin === 'object' ? origin.id : null;
  const fee = own_id === null ? null : await feePartOfNew(tx, ctx, transaction, minor(amount_cents));
  const refund = {
    id: own_id ?? uuidAt(now),
    transaction_id: transaction.id,
    merchant_id: transaction.merchant_id,
    ...{ origin: typeof origin === 'object' ? ('api' as const) : origin, amount_cents, ...identity },
    platform_fee_refund_cents: fee,
    fingerprint: null,
    state: 'completed' as const,
    idempotency_key: null,
  };
  await recordReturn(tx, ctx, transaction, {
    ...{ refund, returned_at, now },
    write: (completion) => {
      // It was made before it was heard of.
      const created_at = completion.completed_at < now ? completion.completed_at : now;
      return insertRefund(tx, { ...refund, created_at, ...completion });
    },
  });
  return 'done';
}
