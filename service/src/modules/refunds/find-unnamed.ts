import type { Ctx } from '../../context.ts';
import type { ProviderRefund, Rail } from '../../rails/rail.ts';
import { SKEW_MS } from '../doubt/index.ts';
import type { TransactionRow } from '../payments/index.ts';
import { inDoubtOf, knownProviderIds } from '../returns/index.ts';

const MADE: ReadonlySet<string> = new Set(['completed', 'pending']);

/** Refunds of a capture as the provider shows them, with our id on the one that is ours and in doubt, where the provider names
 *  none: it is told by its amount, among those that nobody has recorded, and only one of a capture is in doubt at a time. */
export async function withOursNamed(
  ctx: Ctx,
  { traits }: Rail,
  { id: transaction_id }: TransactionRow,
  shown: readonly ProviderRefund[],
): Promise<ProviderRefund[]> {
  if (traits.names_refunds || shown.length === 0) return [...shown];
  const own = await inDoubtOf(ctx.db, transaction_id);
  if (!own) return [...shown];
  const known = await knownProviderIds(ctx.db, transaction_id);
  const ours = shown.find(
    ({ status, amount, provider_refund_id, refunded_at }) =>
      MADE.has(status) &&
      amount === own.amount_cents &&
      !known.has(provider_refund_id) &&
      (refunded_at === undefined || Date.parse(refunded_at) >= own.created_at.getTime() - SKEW_MS),
  );
  return shown.map((one) => (one === ours ? { ...one, refund_id: own.id } : one));
}
