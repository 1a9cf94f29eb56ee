import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { waitForOther } from '../../db/wait-for-other.ts';
import { inexactAmount, readAmount } from '../../http/amounts.ts';
import type { MerchantScope } from '../../http/scope.ts';
import { Refusal } from '../../refusals.ts';
import { insertTransaction, newTransaction, readPayingMerchant } from '../payments/index.ts';
import { selectToken, type TokenRow } from '../vault/index.ts';
import { chargeOfKey, type ChargeRow, insertCharge, moveCharge, readCharge } from './queries.ts';
import { canBeAsked, refusalOf, sendCharge } from './send-charge.ts';

const DEFAULT_CURRENCY = 'USD';
// How long a call may stay unanswered before the reconciler looks: longer than the whole call is allowed to take.
const SENDING_SECONDS = 30;

export interface ChargeRequest {
  customer_ref: string;
  amount: string | number;
  idempotency_key: string;
  currency?: string | undefined;
  description?: string | null | undefined;
}

/** Charges a customer by the newest selectable instrument they saved, and answers the transaction's id. A key used
 *  before answers as its first call did, whatever else is asked, for ever; callers of one key in parallel wait for the
 *  first. Refuses: payments_not_allowed, vault_not_offered, charge_currency_not_settled, customer_not_found,
 *  payment_declined, seller_unverified, seller_refused, payment_refused, provider_unavailable, outcome_unknown, 422.
 *  Spec: Saved instruments; gaps G42, G43. */
export async function chargeCustomer(
  ctx: Ctx,
  scope: MerchantScope,
  request: ChargeRequest,
): Promise<string> {
  const { merchant_id } = scope;
  const { idempotency_key } = request;
  const earlier = await chargeOfKey(ctx.db, { merchant_id, idempotency_key });
  if (earlier) return answerEarlier(ctx, earlier);
  const intent = await intentOf(ctx, scope, request);
  const begun = await inTransaction(ctx.db, (tx) => begin(tx, ctx, intent, idempotency_key));
  if (begun) return sendCharge(ctx, begun);
  const other = await chargeOfKey(ctx.db, { merchant_id, idempotency_key });
  // The other call never reached its provider and gave the key back as we came.
  if (!other) throw new Refusal('provider_unavailable');
  return answerEarlier(ctx, other);
}

interface Intent {
  transaction: ReturnType<typeof newTransaction>;
  token: TokenRow;
}

// Everything that is refused before there is anything to remember.
async function intentOf(ctx: Ctx, scope: MerchantScope, request: ChargeRequest): Promise<Intent> {
  const currency = request.currency ?? DEFAULT_CURRENCY;
  const loc = ['body', 'amount'];
  const amount_cents = readAmount(request.amount, currency, loc);
  const merchant = await readPayingMerchant(ctx.db, scope.merchant_id);
  const isWallet = merchant.payment_provider === 'ppcp';
  if (merchant.payment_hold || (isWallet && !merchant.checkout_enabled))
    throw new Refusal('payments_not_allowed');
  const rail = ctx.rails.get(merchant.payment_provider);
  if (!rail) throw new Refusal('rail_not_configured');
  if (!rail.vault) throw new Refusal('vault_not_offered');
  const settles = scope.wallet_primary_currency;
  if (isWallet && settles !== null && settles !== currency) {
    const figures = { charge_currency: currency, settlement_currency: settles };
    throw new Refusal('charge_currency_not_settled', { extra: figures });
  }
  if (!rail.isExact(amount_cents, currency)) throw inexactAmount(loc, request.amount);
  const { customer_ref } = request;
  const token = await selectToken(ctx.db, { merchant_id: scope.merchant_id, customer_ref });
  if (!token) throw new Refusal('customer_not_found');
  const transaction = newTransaction(ctx, merchant, {
    checkout_session_id: null,
    external_order_id: null,
    amount_cents,
    currency,
    provider_client_metadata_id: null,
    buyer_email: null,
    description: request.description ?? null,
    payment_method: token.source_type,
  });
  return { transaction, token };
}

// The first transaction: key, charge and transaction are committed before the provider hears of it. Null when another
// call has the key.
async function begin(tx: Tx, ctx: Ctx, intent: Intent, idempotency_key: string): Promise<ChargeRow | null> {
  const { transaction, token } = intent;
  const created_at = ctx.clock.now();
  const charge = {
    transaction_id: transaction.id,
    merchant_id: transaction.merchant_id,
    vault_token_id: token.id,
    idempotency_key,
    created_at,
  };
  const next_check_at = new Date(created_at.getTime() + SENDING_SECONDS * 1000);
  if (!(await insertCharge(tx, { ...charge, next_check_at }))) return null;
  await insertTransaction(tx, transaction);
  return { ...charge, state: 'sending', refusal: null, checks: 0 };
}

async function answerEarlier(ctx: Ctx, charge: ChargeRow): Promise<string> {
  switch (charge.state) {
    case 'done':
      return charge.transaction_id;
    case 'refused':
      throw refusalOf(charge);
    case 'sending':
      return resultOfOther(ctx, charge);
    case 'unknown':
      return askAgain(ctx, charge);
  }
}

// Asking again under the same request id is how an unknown outcome is learned. The check is counted, so that a provider
// that cannot be reached now does not free what the earlier call may have taken.
async function askAgain(ctx: Ctx, charge: ChargeRow): Promise<string> {
  if (!(await canBeAsked(ctx, charge))) throw new Refusal('outcome_unknown');
  const updated_at = ctx.clock.now();
  const next_check_at = new Date(updated_at.getTime() + SENDING_SECONDS * 1000);
  const checks = charge.checks + 1;
  const isOurs = await inTransaction(ctx.db, (tx) =>
    moveCharge(tx, charge.transaction_id, { trigger: 'asked_again', checks, next_check_at, updated_at }),
  );
  return isOurs ? sendCharge(ctx, { ...charge, state: 'sending', checks }) : resultOfOther(ctx, charge);
}

async function resultOfOther(ctx: Ctx, other: ChargeRow): Promise<string> {
  const charge = await waitForOther(ctx.cut, async () => {
    const found = await readCharge(ctx.db, other.transaction_id);
    return !found || found.state === 'sending' ? null : found;
  });
  if (charge?.state === 'done') return charge.transaction_id;
  throw charge?.state === 'refused' ? refusalOf(charge) : new Refusal('outcome_unknown');
}
