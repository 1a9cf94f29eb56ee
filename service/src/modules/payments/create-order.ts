import type { Ctx } from '../../context.ts';
import { isTaken } from '../../amounts.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { minor } from '../../lib/money.ts';
import type { OpenOutcome, NewOrder, PaymentsFacet } from '../../rails/rail.ts';
import { Refusal } from '../../refusals.ts';
import { type Account, accountPaidInto, sellerOf } from '../accounts/index.ts';
import { refreshSoon } from '../onboarding/index.ts';
import {
  decodeItems,
  findSession,
  isExpired,
  lockSession,
  mayPayFrom,
  OPEN_ORDERS_MAX,
  requireRoomForOrder,
  type SessionRow,
} from '../sessions/index.ts';
import { createSetup } from '../vault/index.ts';
import { raise } from '../webhooks/index.ts';
import { claimOrder } from './claim-order.ts';
import { paymentObject } from './events.ts';
import { methodChosen } from './funding.ts';
import { firstLapseCheck } from './lapse-orders.ts';
import { ownerOf } from './move.ts';
import { newTransaction } from './new-transaction.ts';
import {
  countOpenOrders,
  insertTransaction,
  type NewTransactionRow,
  type PayingMerchant,
  readPayingMerchant,
  updateTransaction,
} from './queries.ts';

export interface OrderRequest {
  session_id: string;
  funding_source?: string | null | undefined;
  wallet_client_metadata_id?: string | null | undefined;
  buyer_email?: string | null | undefined;
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
  if (!order) return createSetup(ctx, { session, merchant, account });
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
  if (session.amount_cents === 0) return { session, merchant, account, order: null };
  // The session may be older than the link that tells what the account settles in.
  const { currency } = session;
  const settles = merchant.wallet_primary_currency;
  if (!isTaken(rail, { amount: minor(session.amount_cents), currency, settles })) {
    const figures = { session_currency: currency, settlement_currency: settles };
    throw new Refusal('currency_not_settled', { extra: figures });
  }
  const transaction = intentOf(ctx, { session, merchant, account }, request);
  const counted = { checkout_session_id: session.id, limit: OPEN_ORDERS_MAX };
  requireRoomForOrder(await countOpenOrders(tx, counted));
  await insertTransaction(tx, transaction);
  return { session, merchant, account, order: { transaction, payments: rail.payments } };
}

function intentOf(
  ctx: Ctx,
  of: { session: SessionRow; merchant: PayingMerchant; account: Account },
  request: OrderRequest,
): NewTransactionRow {
  const { session } = of;
  return newTransaction(ctx, of, {
    checkout_session_id: session.id,
    external_order_id: session.external_order_id,
    amount_cents: session.amount_cents,
    currency: session.currency,
    provider_client_metadata_id: request.wallet_client_metadata_id ?? null,
    payment_method: methodChosen(request.funding_source),
    buyer_email: request.buyer_email ?? session.buyer_email,
    description: session.description,
  });
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
  const page = `${ctx.config.base_url}/checkout/${session.id}`;
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
    return_url: `${page}/return`,
    cancel_url: `${page}?canceled=1`,
    funding_source: request.funding_source ?? null,
    wallet_client_metadata_id: transaction.provider_client_metadata_id,
  };
  return payments.open(order);
}

// An order whose creation was not heard of is worth nothing: no buyer has seen it. Its intent is voided by a sweep.
async function record(ctx: Ctx, intent: NewTransactionRow, outcome: OpenOutcome): Promise<CreatedOrder> {
  switch (outcome.kind) {
    case 'unknown':
    case 'unreachable':
      throw new Refusal('provider_unavailable');
    case 'refused':
      if (outcome.by !== 'seller' && outcome.by !== 'payee_unverified') throw new Refusal('payment_refused');
      await refreshSoon(ctx, intent.merchant_id);
      throw new Refusal('seller_refused');
    case 'created': {
      const { provider_order_id, approve_url } = outcome;
      const transaction = await inTransaction(ctx.db, async (tx) => {
        // Paid by another order meanwhile, which has voided those that it knew.
        const session = await lockSession(tx, intent.checkout_session_id!);
        if (session?.status === 'completed') throw new Refusal('session_completed');
        const { id: transaction_id, rail_account_id } = intent;
        if (!(await claimOrder(tx, { rail_account_id, provider_order_id, transaction_id })))
          throw new Refusal('payment_refused');
        const now = ctx.clock.now();
        const lapse_check_at = firstLapseCheck(now);
        const made = { provider_order_id, approve_url, lapse_check_at, updated_at: now };
        const row = await updateTransaction(tx, intent.id, made);
        await raise(tx, ctx, { type: 'payment.created', ...ownerOf(row), object: paymentObject(row) });
        return row;
      });
      const { id, status, provider } = transaction;
      return { order_id: provider_order_id, transaction_id: id, status, provider, approve_url };
    }
  }
}
