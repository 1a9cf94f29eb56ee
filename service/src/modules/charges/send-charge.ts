import type { Ctx } from '../../context.ts';
import type { Db } from '../../db/tx.ts';
import { minor } from '../../lib/money.ts';
import type { ChargeOutcome, VaultFacet } from '../../rails/rail.ts';
import { Refusal } from '../../refusals.ts';
import { sellerOf } from '../accounts/index.ts';
import type { Intent } from '../doubt/index.ts';
import { findTransaction, type TransactionRow } from '../payments/index.ts';
import { type ChargeRow, readTokenOf } from './queries.ts';
import { recordCharge } from './record-charge.ts';

const HOUR_MS = 3_600_000;

/** A charge that is committed, and what is charged by it. */
export interface ChargeIntent extends Intent {
  charge: ChargeRow;
  transaction: ChargedTransaction;
  token: { provider_token_id: string; source_type: string };
}

type ChargedTransaction = Pick<
  TransactionRow,
  | 'id'
  | 'merchant_id'
  | 'provider'
  | 'rail_account_id'
  | 'wallet_merchant_id'
  | 'amount_cents'
  | 'currency'
  | 'platform_fee_cents'
  | 'description'
>;

/** How a charge whose intent is committed is asked for, and recorded. The request id derives from the intent, so that
 *  asking again can never charge twice while the provider remembers it. */
export function chargeCall(ctx: Ctx) {
  return {
    ask: (intent: ChargeIntent) => ask(ctx, intent),
    record: ({ charge }: ChargeIntent, outcome: ChargeOutcome) => recordCharge(ctx, charge, outcome),
  };
}

async function ask(ctx: Ctx, { charge, transaction, token }: ChargeIntent): Promise<ChargeOutcome> {
  return requireVault(ctx, transaction).charge({
    ...token,
    request_id: charge.request_id ?? transaction.id,
    is_repeated: charge.checks > 0,
    transaction_id: transaction.id,
    seller: await sellerOf(ctx, transaction),
    amount: minor(transaction.amount_cents),
    currency: transaction.currency,
    platform_fee: minor(transaction.platform_fee_cents),
    description: transaction.description,
  });
}

/** The intent of a charge that was committed before. */
export async function readIntent(
  { db }: { db: Db },
  charge: ChargeRow,
  held_until: Date,
): Promise<ChargeIntent> {
  const transaction = (await findTransaction(db, charge.transaction_id))!;
  return { charge, transaction, token: await readTokenOf(db, charge), held_until };
}

/** Whether the provider still remembers the charge's request id. After that it would charge a second time, and only
 *  its notice tells what became of the first. Gap G44. */
export function canBeAsked(ctx: Ctx, { charge, transaction }: ChargeIntent): boolean {
  const hours = ctx.rails.kind(transaction.provider).traits.repeat_hours.charge;
  return ctx.clock.now().getTime() - charge.created_at.getTime() < hours * HOUR_MS;
}

function requireVault(ctx: Ctx, { provider }: ChargedTransaction): VaultFacet {
  const vault = ctx.rails.get(provider)?.vault;
  if (!vault) throw new Refusal('rail_not_configured');
  return vault;
}

/** The transaction of a charge that was taken. Throws the refusal of one that was not, at first and ever after. */
export function answerOf(charge: Pick<ChargeRow, 'transaction_id' | 'state' | 'refusal'>): string {
  const { transaction_id, state, refusal } = charge;
  if (state === 'done') return transaction_id;
  const name = state === 'refused' && refusal !== null ? refusal : 'outcome_unknown';
  throw name === 'payment_declined' ? new Refusal(name, { extra: { transaction_id } }) : new Refusal(name);
}
