import { whyNotTaken } from '../../amounts.ts';
import type { Ctx } from '../../context.ts';
import { inTransactionIf, type Tx } from '../../db/tx.ts';
import { uuidFrom } from '../../lib/ids.ts';
import type { Minor } from '../../lib/money.ts';
import type { VaultFacet } from '../../rails/rail.ts';
import { Refusal } from '../../refusals.ts';
import { orThrow, refused, type Refused, type Unfit } from '../../refused.ts';
import { accountPaidInto } from '../accounts/index.ts';
import { recordAudit } from '../audit/index.ts';
import { type Begun, carryOut, heldUntil, waitForOther } from '../doubt/index.ts';
import { readPayingMerchant, whyNotPaid } from '../merchants/index.ts';
import { insertTransaction, newTransaction } from '../payments/index.ts';
import { selectToken, type TokenRow } from '../vault/index.ts';
import { chargeOfKey, type ChargeRow, insertCharge, moveCharge, readCharge } from './queries.ts';
import {
  chargeCall,
  type ChargeResult,
  readIntent,
  resultOf,
  type SentCharge,
  vaultOf,
  whyNotAsked,
} from './send-charge.ts';

export interface ChargeRequest {
  merchant_id: string;
  customer_ref: string;
  amount: Minor;
  currency: string;
  idempotency_key: string;
  description: string | null;
  /** For the audit trail; null for what is charged on the clock. */
  actor: string | null;
  /** Asked in the transaction that begins a charge: whether it is still to be made. */
  mayBegin?: (tx: Tx) => Promise<boolean>;
}

/** Charges a customer by the newest selectable instrument they saved. A key used before answers as its first call did, whatever
 *  else is asked, for ever; callers of one key in parallel wait for the first. Refused: channel_inactive, payments_not_allowed,
 *  rail_not_configured, vault_not_offered, charge_currency_not_settled, customer_not_found, seller_unverified, seller_refused,
 *  payment_refused, provider_unavailable, outcome_unknown. Spec: Saved instruments; gaps G42, G43. */
export async function chargeCustomer(ctx: Ctx, request: ChargeRequest): Promise<ChargeResult> {
  const { merchant_id, idempotency_key } = request;
  const wanted = { merchant_id, idempotency_key };
  const earlier = await chargeOfKey(ctx.db, wanted);
  const decided = earlier ? null : await decide(ctx, request);
  if (decided && decided.kind !== 'may') return decided;
  return carryOut(ctx, {
    ...chargeCall(ctx),
    begin: async (tx) => {
      if (decided && request.mayBegin && !(await request.mayBegin(tx)))
        return { kind: 'done', answer: refused('outcome_unknown') };
      return (decided && (await begin(tx, ctx, decided, request))) ?? repeat(tx, ctx, wanted);
    },
    answerOfOther: (id) => resultOfOther(ctx, id),
  });
}

/** Why `chargeCustomer` would not ask the provider now; null when it would. Charges nothing. */
export async function checkCharge(ctx: Ctx, request: Plan): Promise<Refused | Unfit | null> {
  const decided = await decide(ctx, request);
  return decided.kind === 'may' ? null : decided;
}

/** The transaction of a charge that was taken. Throws why another was not, for whoever answers a request by it. */
export function transactionCharged(result: ChargeResult): string {
  if (result.kind !== 'declined') return orThrow(result).transaction_id;
  throw new Refusal('payment_declined', { extra: { transaction_id: result.transaction_id } });
}

interface MayCharge {
  kind: 'may';
  transaction: ReturnType<typeof newTransaction>;
  token: TokenRow;
  vault: VaultFacet;
}

interface Wanted {
  merchant_id: string;
  idempotency_key: string;
}

type Decided = Begun<SentCharge, ChargeResult>;

type Plan = Omit<ChargeRequest, 'idempotency_key' | 'actor' | 'mayBegin'>;

// Everything that is refused before there is anything to remember. That an account was linked on the way is undone with a refusal.
async function decide(ctx: Ctx, plan: Plan): Promise<MayCharge | Refused | Unfit> {
  return inTransactionIf(
    ctx.db,
    (tx) => mayCharge(tx, ctx, plan),
    ({ kind }) => kind === 'may',
  );
}

async function mayCharge(tx: Tx, ctx: Ctx, plan: Plan): Promise<MayCharge | Refused | Unfit> {
  const { merchant_id, customer_ref, amount, currency, description } = plan;
  const merchant = await readPayingMerchant(tx, merchant_id, null);
  // A key of the channel does not get here; what is charged on the clock does.
  const notPaid = whyNotPaid(ctx, merchant);
  if (notPaid) return refused(notPaid);
  const rail = ctx.rails.get(merchant.rail);
  if (!rail) return refused('rail_not_configured');
  if (!rail.vault) return refused('vault_not_offered');
  const settles = merchant.wallet_primary_currency;
  const why = whyNotTaken(rail, { amount, currency, settles });
  if (why?.kind === 'not_settled') {
    const figures = { charge_currency: currency, settlement_currency: settles };
    return refused('charge_currency_not_settled', figures);
  }
  if (why) return why;
  const account = await accountPaidInto(tx, ctx, merchant, null);
  if (!account) return refused('payments_not_allowed');
  const token = await selectToken(tx, { merchant_id, customer_ref, provider: rail.code, account });
  if (!token) return refused('customer_not_found');
  const transaction = newTransaction(
    ctx,
    { merchant, account },
    {
      checkout_session_id: null,
      external_order_id: null,
      amount_cents: amount,
      currency,
      provider_client_metadata_id: null,
      buyer_email: null,
      description,
      payment_method: token.source_type,
    },
  );
  return { kind: 'may', transaction, token, vault: rail.vault };
}

// The first transaction: key, charge and transaction are committed before the provider hears of it. Null when another
// call has the key.
async function begin(
  tx: Tx,
  ctx: Ctx,
  { transaction, token, vault }: MayCharge,
  { idempotency_key, actor }: Pick<ChargeRequest, 'idempotency_key' | 'actor'>,
): Promise<Decided | null> {
  const created_at = ctx.clock.now();
  const row = {
    transaction_id: transaction.id,
    merchant_id: transaction.merchant_id,
    vault_token_id: token.id,
    idempotency_key,
    // Also where the row is lost with the database, a repeat of the call is the same charge to the provider.
    request_id: uuidFrom('charge', transaction.merchant_id, idempotency_key),
    created_at,
  };
  const held_until = heldUntil(created_at);
  if (!(await insertCharge(tx, { ...row, next_check_at: held_until }))) return null;
  await insertTransaction(tx, transaction);
  if (actor !== null) {
    const { id: subject, amount_cents, currency } = transaction;
    const detail = { amount_cents, currency };
    await recordAudit(tx, ctx.clock, { actor, action: 'charge.requested', subject, detail });
  }
  const charge: ChargeRow = {
    ...{ ...row, updated_at: created_at },
    ...{ state: 'sending', refusal: null, checks: 0, last_problem: null },
  };
  return { kind: 'ask', intent: { charge, transaction, token, vault, held_until } };
}

async function repeat(tx: Tx, ctx: Ctx, wanted: Wanted): Promise<Decided> {
  const charge = await chargeOfKey(tx, wanted);
  // The other call never reached its provider and gave the key back as we came.
  if (!charge) return { kind: 'done', answer: refused('provider_unavailable') };
  switch (charge.state) {
    case 'done':
    case 'refused':
      return { kind: 'done', answer: resultOf(charge) };
    case 'sending':
      return { kind: 'wait', id: charge.transaction_id };
    case 'unknown':
      return askAgain(tx, ctx, charge);
  }
}

// Asking again under the same request id is how an unknown outcome is learned. The check is counted, so that a provider
// that cannot be reached now does not free what the earlier call may have taken.
async function askAgain(tx: Tx, ctx: Ctx, charge: ChargeRow): Promise<Decided> {
  const updated_at = ctx.clock.now();
  const next_check_at = heldUntil(updated_at);
  const intent = await readIntent({ db: tx }, charge, next_check_at);
  if ((await whyNotAsked(tx, ctx, intent)) !== null)
    return { kind: 'done', answer: refused('outcome_unknown') };
  const vault = vaultOf(ctx, intent);
  if (!vault) return { kind: 'done', answer: refused('rail_not_configured') };
  const checks = charge.checks + 1;
  const moved = { trigger: 'asked_again', checks, next_check_at, updated_at } as const;
  const isOurs = await moveCharge(tx, charge.transaction_id, moved);
  if (!isOurs) return { kind: 'wait', id: charge.transaction_id };
  const sending: ChargeRow = { ...charge, state: 'sending', checks, updated_at };
  return { kind: 'ask', intent: { ...intent, vault, charge: sending } };
}

async function resultOfOther(ctx: Ctx, id: string): Promise<ChargeResult> {
  const charge = await waitForOther(ctx, {
    ...{ id, look: () => readCharge(ctx.db, id) },
    isOpen: ({ state }) => state === 'sending',
  });
  return charge ? resultOf(charge) : refused('outcome_unknown');
}
