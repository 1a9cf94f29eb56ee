import type { Ctx } from '../../context.ts';
import { minor } from '../../lib/money.ts';
import type { RailCode } from '../../rails/rail.ts';
import { Refusal } from '../../refusals.ts';
import { findTransaction } from '../payments/index.ts';
import { type ChargeRow, readTokenOf } from './queries.ts';
import { recordCharge } from './record-charge.ts';

const HOUR_MS = 3_600_000;

/** Asks the provider for a charge whose intent is committed and records what it answers. The request id derives from
 *  the intent, so that asking again can never charge twice while the provider remembers it. Answers the transaction's
 *  id, or throws the refusal that a caller reads. */
export async function sendCharge(ctx: Ctx, charge: ChargeRow): Promise<string> {
  const transaction = (await findTransaction(ctx.db, charge.transaction_id))!;
  const vault = ctx.rails.get(transaction.provider as RailCode)?.vault;
  if (!vault) throw new Refusal('rail_not_configured');
  const outcome = await vault.charge({
    ...(await readTokenOf(ctx.db, charge)),
    request_id: transaction.id,
    transaction_id: transaction.id,
    seller: { wallet_merchant_id: transaction.wallet_merchant_id ?? '' },
    amount: minor(transaction.amount_cents),
    currency: transaction.currency,
    platform_fee: minor(transaction.platform_fee_cents),
    description: transaction.description,
  });
  const settled = await recordCharge(ctx, charge.transaction_id, outcome);
  if (settled.state === 'done') return settled.transaction_id;
  throw refusalOf(settled);
}

/** Whether the provider still remembers the charge's request id. After that it would charge a second time, and only
 *  its notice tells what became of the first. Gap G44. */
export async function canBeAsked(ctx: Ctx, charge: ChargeRow): Promise<boolean> {
  const transaction = await findTransaction(ctx.db, charge.transaction_id);
  const hours = ctx.rails.get(transaction?.provider as RailCode)?.vault?.remembers_charges_hours ?? 0;
  return ctx.clock.now().getTime() - charge.created_at.getTime() < hours * HOUR_MS;
}

/** How a charge that was not taken is answered, at first and ever after. */
export function refusalOf(charge: Pick<ChargeRow, 'transaction_id' | 'state' | 'refusal'>): Refusal {
  const name = charge.state === 'refused' && charge.refusal !== null ? charge.refusal : 'outcome_unknown';
  if (name !== 'payment_declined') return new Refusal(name);
  const { transaction_id } = charge;
  return new Refusal(name, { extra: { transaction_id } });
}
