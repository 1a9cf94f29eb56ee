import type { Ctx } from '../../context.ts';
import { isTaken } from '../../amounts.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { isUuid } from '../../lib/ids.ts';
import { minor } from '../../lib/money.ts';
import type { OpenOutcome, NewOrder, PaymentsFacet } from '../../rails/rail.ts';
import { Refusal, tokenMalformed, tokenMissing } from '../../refusals.ts';
import { orThrow } from '../../refused.ts';
import { type Account, accountPaidInto, sellerOf } from '../accounts/index.ts';
import { refreshSoon, refusalOfOpening } from '../onboarding/index.ts';
import {
  decodeItems,
  findSession,
  isExpired,
  lockSession,
  mayPayFrom,
  type SessionRow,
  waysBack,
} from '../sessions/index.ts';
import { createSetup } from '../vault/index.ts';
import { raise } from '../webhooks/index.ts';
import { claimOrder } from './claim-order.ts';
import {
  findTransaction,
  keepInHand,
  lockTransaction,
  type NewTransactionRow,
  ownerOf,
  type PayingMerchant,
  paymentObject,
  readPayingMerchant,
  recordApproval,
  type TransactionRow,
  updateTransaction,
} from '../payments/index.ts';
import { firstLapseCheck } from './lapse-orders.ts';
import { insertIntent, intentOf } from './intent.ts';

export interface OrderRequest {
  session_id: string;
  funding_source?: string | null | undefined;
  wallet_client_metadata_id?: string | null | undefined;
  buyer_email?: string | null | undefined;
  /** What the provider's fields in the buyer's browser gave. */
  payment_token?: string | null | undefined;
  /** The language in which the page is to greet the buyer who comes back; else the browser's. */
  locale?: string | null;
}

export interface CreatedOrder {
  order_id: string;
  /** Null for what saves an instrument: nothing is paid. */
  transaction_id: string | null;
  status: string;
  provider: string;
  approve_url: string | null;
}

/** The buyer's order for a session; the session id is the capability. For a session of amount 0 it is what the buyer
 *  approves to have an instrument saved. Refuses: session_not_found,
 *  origin_not_allowed, session_expired, session_capturing, session_completed, too_many_open_orders, channel_inactive,
 *  payments_not_allowed and what the provider answers. Spec: Payments; design of buyer calls: gap G14. */
export async function createBuyerOrder(
  ctx: Ctx,
  request: OrderRequest & { origin: string | undefined },
): Promise<CreatedOrder> {
  return createOrder(ctx, request, (session) => {
    if (!mayPayFrom(session, request.origin, ctx.config.base_url)) throw new Refusal('origin_not_allowed');
  });
}

/** The same for a direct merchant's own key. A session of another merchant does not exist for it. */
export async function createMerchantOrder(
  ctx: Ctx,
  request: OrderRequest & { merchant_id: string },
): Promise<CreatedOrder> {
  return createOrder(ctx, request, (session) => {
    if (session.merchant_id !== request.merchant_id) throw new Refusal('session_not_found');
  });
}

/** What an order is made of. Without a transaction it saves an instrument. */
interface Intended {
  session: SessionRow;
  merchant: PayingMerchant;
  account: Account;
  order: { transaction: NewTransactionRow; payments: PaymentsFacet } | null;
}

async function createOrder(
  ctx: Ctx,
  request: OrderRequest,
  requireAllowed: (session: SessionRow) => void,
): Promise<CreatedOrder> {
  const { session, merchant, account, order } = await inTransaction(ctx.db, async (tx) => {
    const found = await findSession(tx, request.session_id);
    if (!found) throw new Refusal('session_not_found');
    requireAllowed(found);
    return intend(tx, ctx, found, request);
  });
  if (!order) {
    const { locale = null, payment_token } = request;
    const setup = { session, merchant, account, locale, in_hand: payment_token ?? null };
    return orThrow(await createSetup(ctx, setup)).order;
  }
  const { transaction, payments } = order;
  return record(ctx, transaction, await send(ctx, payments, { session, merchant, transaction, request }));
}

async function intend(tx: Tx, ctx: Ctx, session: SessionRow, request: OrderRequest): Promise<Intended> {
  if (session.status === 'completed') throw new Refusal('session_completed');
  if (session.status === 'capturing') throw new Refusal('session_capturing');
  if (isExpired(session, ctx.clock.now())) throw new Refusal('session_expired');
  const merchant = await readPayingMerchant(tx, session.merchant_id, session.rail);
  if (!merchant.channel_active) throw new Refusal('channel_inactive');
  const isOnboarded = ctx.rails.kind(merchant.rail).traits.seller === 'onboarded';
  if (merchant.payment_hold || (isOnboarded && !merchant.checkout_enabled))
    throw new Refusal('payments_not_allowed');
  const rail = ctx.rails.get(merchant.rail);
  if (!rail) throw new Refusal('rail_not_configured');
  const account = await accountPaidInto(tx, ctx, merchant, session.rail_account_id);
  if (!account) throw new Refusal('payments_not_allowed');
  const isSaving = session.amount_cents === 0;
  if (rail.traits.approval === 'fields' && (!isSaving || rail.vault))
    requireToken(rail.payments, request.payment_token);
  if (isSaving) return { session, merchant, account, order: null };
  // The session may be older than the link that tells what the account settles in.
  const { currency } = session;
  const settles = merchant.wallet_primary_currency;
  if (!isTaken(rail, { amount: minor(session.amount_cents), currency, settles })) {
    const figures = { session_currency: currency, settlement_currency: settles };
    throw new Refusal('currency_not_settled', { extra: figures });
  }
  const transaction = intentOf(ctx, { session, merchant, account }, request);
  const order = { transaction, payments: rail.payments };
  // What began in the browser was written down when its credential was made, and which it is only the provider tells.
  if (rail.traits.begins === 'with_order') await insertIntent(tx, transaction);
  return { session, merchant, account, order };
}

// Before anything is written down.
function requireToken(payments: PaymentsFacet, token: string | null | undefined): void {
  if (!token) throw tokenMissing();
  if (payments.mayBeGiven?.(token) === false) throw tokenMalformed();
}

async function send(
  ctx: Ctx,
  payments: PaymentsFacet,
  of: {
    session: SessionRow;
    merchant: PayingMerchant;
    transaction: NewTransactionRow;
    request: OrderRequest;
  },
): Promise<OpenOutcome> {
  const { session, merchant, transaction, request } = of;
  const order: NewOrder = {
    request_id: transaction.id,
    transaction_id: transaction.id,
    seller: await sellerOf(ctx, transaction),
    amount: minor(transaction.amount_cents),
    currency: transaction.currency,
    platform_fee: minor(transaction.platform_fee_cents),
    description: session.description,
    merchant_name: merchant.business_name,
    items: decodeItems(session),
    shipping_address: session.shipping_address,
    shipping_amount: session.shipping_amount_cents === null ? null : minor(session.shipping_amount_cents),
    requires_shipping: session.requires_shipping,
    ...waysBack(ctx, session.id, request.locale ?? null),
    funding_source: request.funding_source ?? null,
    wallet_client_metadata_id: transaction.provider_client_metadata_id,
    in_hand: request.payment_token ?? null,
  };
  return payments.open(order);
}

// An order whose creation was not heard of is worth nothing: no buyer has seen it. Its intent is voided by a sweep.
async function record(ctx: Ctx, intent: NewTransactionRow, outcome: OpenOutcome): Promise<CreatedOrder> {
  switch (outcome.kind) {
    case 'unknown':
    case 'unreachable':
      throw new Refusal('provider_unavailable');
    case 'refused': {
      const refusal = refusalOfOpening(outcome.by);
      if (refusal === 'seller_refused') await refreshSoon(ctx, intent.merchant_id);
      throw new Refusal(refusal);
    }
    case 'created': {
      const row = await inTransaction(ctx.db, (tx) => name(tx, ctx, intent, outcome));
      const { id, status, provider, approve_url } = row;
      return { order_id: row.provider_order_id!, transaction_id: id, status, provider, approve_url };
    }
  }
}

// The order has a name at the provider from now on.
async function name(
  tx: Tx,
  ctx: Ctx,
  draft: NewTransactionRow,
  opened: Extract<OpenOutcome, { kind: 'created' }>,
): Promise<TransactionRow> {
  // Paid by another order meanwhile, which has voided those that it knew.
  const session = await lockSession(tx, draft.checkout_session_id!);
  if (session?.status === 'completed') throw new Refusal('session_completed');
  const { provider_order_id, approve_url, in_hand, is_approved } = opened;
  const intent = await intentBegun(tx, draft, opened.transaction_id);
  if (intent.provider_order_id === provider_order_id) return intent;
  const { id: transaction_id, rail_account_id } = intent;
  const claim = { rail_account_id: rail_account_id!, provider_order_id, transaction_id };
  if (intent.provider_order_id !== null || intent.status !== 'created' || !(await claimOrder(tx, claim)))
    throw new Refusal('payment_refused');
  const now = ctx.clock.now();
  const { buyer_email } = draft;
  const made = { provider_order_id, approve_url, buyer_email, lapse_check_at: firstLapseCheck(now) };
  const row = await updateTransaction(tx, transaction_id, { ...made, updated_at: now });
  if (in_hand !== undefined) await keepInHand(tx, ctx, { transaction_id, in_hand });
  await raise(tx, ctx, { type: 'payment.created', ...ownerOf(row), object: paymentObject(row) });
  return is_approved ? recordApproval(tx, ctx, row) : row;
}

// Which payment was begun is the provider's to say where it began in the browser; whose it is, is not.
async function intentBegun(
  tx: Tx,
  draft: NewTransactionRow,
  begun: string | undefined,
): Promise<TransactionRow> {
  if (begun === undefined) return lockTransaction(tx, draft.id);
  const known = isUuid(begun) ? await findTransaction(tx, begun) : undefined;
  const isOurs =
    known?.checkout_session_id === draft.checkout_session_id &&
    known.rail_account_id === draft.rail_account_id;
  if (!isOurs) throw new Refusal('payment_refused');
  return lockTransaction(tx, begun);
}
