import type { Ctx } from '../../context.ts';
import type { Db } from '../../db/tx.ts';
import { minor } from '../../lib/money.ts';
import type { ChargeOutcome, VaultFacet } from '../../rails/rail.ts';
import { keptRefusal } from '../../refusals.ts';
import { refused, type Refused, type Unfit } from '../../refused.ts';
import { isGivenAway, sellerOf } from '../accounts/index.ts';
import { type Intent, isRemembered } from '../doubt/index.ts';
import { findTransaction, type TransactionRow } from '../payments/index.ts';
import { type ChargeRow, readTokenOf } from './queries.ts';
import { recordCharge } from './record-charge.ts';

const FORGOTTEN = 'the provider no longer remembers the request; only its notice tells the outcome';
const GIVEN_AWAY =
  'the account is another merchant’s by now; only the notice of its provider tells the outcome';

/** What came of a charge that was asked for. Of one that the buyer's side declined the transaction tells why. */
export type ChargeResult =
  | { readonly kind: 'charged'; readonly transaction_id: string }
  | { readonly kind: 'declined'; readonly transaction_id: string }
  | Refused
  | Unfit;

/** A charge that is committed, and what is charged by it. */
export interface ChargeIntent extends Intent {
  charge: ChargeRow;
  transaction: ChargedTransaction;
  token: { provider_token_id: string; source_type: string };
}

/** One that its provider is asked for. */
export interface SentCharge extends ChargeIntent {
  vault: VaultFacet;
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
    ask: (intent: SentCharge) => ask(ctx, intent),
    record: async ({ charge }: SentCharge, outcome: ChargeOutcome) =>
      resultOf(await recordCharge(ctx, charge, outcome)),
  };
}

async function ask(ctx: Ctx, { charge, transaction, token, vault }: SentCharge): Promise<ChargeOutcome> {
  return vault.charge({
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

/** Why a charge in doubt is not to be asked for again, in words for whoever has to settle it; null when it is. Once the provider does
 *  not remember the request id it would charge a second time, and what did not arrive would go into an account that is another
 *  merchant's by now. Gaps G44, G61. */
export async function whyNotAsked(
  db: Db,
  ctx: Pick<Ctx, 'rails' | 'clock'>,
  { charge, transaction }: ChargeIntent,
): Promise<string | null> {
  const { provider, rail_account_id } = transaction;
  const { traits } = ctx.rails.kind(provider);
  if (!isRemembered(traits, { since: charge.created_at, for: 'charge' }, ctx.clock.now())) return FORGOTTEN;
  return rail_account_id !== null && (await isGivenAway(db, rail_account_id)) ? GIVEN_AWAY : null;
}

/** What a charge is asked for by; undefined where this deployment has no such provider any more. */
export function vaultOf(ctx: Ctx, { transaction }: ChargeIntent): VaultFacet | undefined {
  return ctx.rails.get(transaction.provider)?.vault;
}

/** What a caller reads of a charge, at first and ever after. */
export function resultOf(charge: Pick<ChargeRow, 'transaction_id' | 'state' | 'refusal'>): ChargeResult {
  const { transaction_id, state, refusal } = charge;
  if (state === 'done') return { kind: 'charged', transaction_id };
  const name = state === 'refused' ? keptRefusal(refusal) : 'outcome_unknown';
  if (name === 'payment_declined') return { kind: 'declined', transaction_id };
  // The key of one that was certainly not sent is free, and the next call begins another.
  const isOfKey = name !== 'outcome_unknown' && name !== 'provider_unavailable';
  return refused(name, isOfKey ? { transaction_id } : {});
}
