import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { isTaken } from '../../amounts.ts';
import { uuidFrom } from '../../lib/ids.ts';
import type { Minor } from '../../lib/money.ts';
import { Refusal } from '../../refusals.ts';
import { accountPaidInto } from '../accounts/index.ts';
import { type Begun, carryOut, heldUntil, waitForOther } from '../doubt/index.ts';
import { insertTransaction, newTransaction, readPayingMerchant } from '../payments/index.ts';
import { selectToken, type TokenRow } from '../vault/index.ts';
import { chargeOfKey, type ChargeRow, insertCharge, moveCharge, readCharge } from './queries.ts';
import { answerOf, canBeAsked, chargeCall, type ChargeIntent, readIntent } from './send-charge.ts';

export interface ChargeRequest {
  merchant_id: string;
  customer_ref: string;
  amount: Minor;
  currency: string;
  idempotency_key: string;
  description: string | null;
}

/** Charges a customer by the newest selectable instrument they saved, and answers the transaction's id. A key used
 *  before answers as its first call did, whatever else is asked, for ever; callers of one key in parallel wait for the
 *  first. Refuses: payments_not_allowed, vault_not_offered, charge_currency_not_settled, customer_not_found,
 *  payment_declined, seller_unverified, seller_refused, payment_refused, provider_unavailable, outcome_unknown; UnfitAmount.
 *  Spec: Saved instruments; gaps G42, G43. */
export async function chargeCustomer(ctx: Ctx, request: ChargeRequest): Promise<string> {
  const { merchant_id, idempotency_key } = request;
  const wanted = { merchant_id, idempotency_key };
  const earlier = await chargeOfKey(ctx.db, wanted);
  const charged = earlier ? null : await inTransaction(ctx.db, (tx) => decide(tx, ctx, request));
  const settled = await carryOut(ctx, {
    ...chargeCall(ctx),
    begin: async (tx) => (charged && (await begin(tx, ctx, charged, wanted))) ?? repeat(tx, ctx, wanted),
    answerOfOther: (id) => resultOfOther(ctx, id),
  });
  return answerOf(settled);
}

/** Refuses what `chargeCustomer` would refuse now before the provider is asked, and charges nothing. */
export async function checkCharge(ctx: Ctx, request: Omit<ChargeRequest, 'idempotency_key'>): Promise<void> {
  await inTransaction(ctx.db, (tx) => decide(tx, ctx, request));
}

interface Charged {
  transaction: ReturnType<typeof newTransaction>;
  token: TokenRow;
}

interface Wanted {
  merchant_id: string;
  idempotency_key: string;
}

type Decided = Begun<ChargeIntent, ChargeRow>;

// Everything that is refused before there is anything to remember.
async function decide(tx: Tx, ctx: Ctx, request: Omit<ChargeRequest, 'idempotency_key'>): Promise<Charged> {
  const { merchant_id, customer_ref, amount, currency, description } = request;
  const merchant = await readPayingMerchant(tx, merchant_id, null);
  const isOnboarded = ctx.rails.kind(merchant.rail).traits.seller === 'onboarded';
  if (merchant.payment_hold || (isOnboarded && !merchant.checkout_enabled))
    throw new Refusal('payments_not_allowed');
  const rail = ctx.rails.get(merchant.rail);
  if (!rail) throw new Refusal('rail_not_configured');
  if (!rail.vault) throw new Refusal('vault_not_offered');
  const settles = merchant.wallet_primary_currency;
  if (!isTaken(rail, { amount, currency, settles })) {
    const figures = { charge_currency: currency, settlement_currency: settles };
    throw new Refusal('charge_currency_not_settled', { extra: figures });
  }
  const account = await accountPaidInto(tx, ctx, merchant, null);
  if (!account) throw new Refusal('payments_not_allowed');
  const { code: onboarding } = ctx.rails.onboarding();
  const token = await selectToken(tx, { merchant_id, customer_ref, onboarding });
  if (!token) throw new Refusal('customer_not_found');
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
  return { transaction, token };
}

// The first transaction: key, charge and transaction are committed before the provider hears of it. Null when another
// call has the key.
async function begin(
  tx: Tx,
  ctx: Ctx,
  { transaction, token }: Charged,
  { idempotency_key }: Wanted,
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
  const charge: ChargeRow = { ...row, state: 'sending', refusal: null, checks: 0 };
  return { kind: 'ask', intent: { charge, transaction, token, held_until } };
}

async function repeat(tx: Tx, ctx: Ctx, wanted: Wanted): Promise<Decided> {
  const charge = await chargeOfKey(tx, wanted);
  // The other call never reached its provider and gave the key back as we came.
  if (!charge) throw new Refusal('provider_unavailable');
  switch (charge.state) {
    case 'done':
    case 'refused':
      return { kind: 'done', answer: charge };
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
  if (!canBeAsked(ctx, intent)) throw new Refusal('outcome_unknown');
  const checks = charge.checks + 1;
  const moved = { trigger: 'asked_again', checks, next_check_at, updated_at } as const;
  const isOurs = await moveCharge(tx, charge.transaction_id, moved);
  if (!isOurs) return { kind: 'wait', id: charge.transaction_id };
  return { kind: 'ask', intent: { ...intent, charge: { ...charge, state: 'sending', checks } } };
}

async function resultOfOther(ctx: Ctx, id: string): Promise<ChargeRow> {
  const charge = await waitForOther(ctx.cut, async () => {
    const found = await readCharge(ctx.db, id);
    return !found || found.state === 'sending' ? null : found;
  });
  if (!charge) throw new Refusal('outcome_unknown');
  return charge;
}
