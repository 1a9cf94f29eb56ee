import type { Ctx } from '../../context.ts';
import { whyNotTaken } from '../../amounts.ts';
import { inTransactionIf, type Tx } from '../../db/tx.ts';
import { minor } from '../../lib/money.ts';
import type { OpenOutcome, NewOrder, PaymentsFacet } from '../../rails/rail.ts';
import { UnfitValue } from '../../refusals.ts';
import { refused, type Refused, type Unfit } from '../../refused.ts';
import { type Account, accountPaidInto, sellerOf } from '../accounts/index.ts';
import {
  decodeItems,
  findSession,
  mayPayFrom,
  refusedOpening,
  type SessionRow,
  waysBack,
} from '../sessions/index.ts';
import { createSetup } from '../vault/index.ts';
import { type PayingMerchant, readPayingMerchant, whyNotPaid } from '../merchants/index.ts';
import type { NewTransactionRow, TransactionRow } from '../payments/index.ts';
import { insertIntent, intentOf, whyClosed } from './intent.ts';
import { nameOrder } from './name-order.ts';
import { isHonoured, isReportable, letGo } from './report-late.ts';

interface OrderRequest {
  session_id: string;
  funding_source?: string | null | undefined;
  wallet_client_metadata_id?: string | null | undefined;
  buyer_email?: string | null | undefined;
  /** What the provider's fields in the buyer's browser gave. */
  payment_token?: string | null | undefined;
  /** The language in which the page is to greet the buyer who comes back; else the browser's. */
  locale?: string | null;
}

interface CreatedOrder {
  order_id: string;
  /** Null for what saves an instrument: nothing is paid. */
  transaction_id: string | null;
  status: string;
  provider: string;
  approve_url: string | null;
}

/** What came of an order that was asked for. */
type OrderResult = { readonly kind: 'created'; readonly order: CreatedOrder } | Refused | Unfit;

/** The buyer's order for a session; the session id is the capability. For a session of amount 0 it is what the buyer approves to have an
 *  instrument saved. Refused: session_not_found, origin_not_allowed, session_expired, session_capturing, session_completed,
 *  too_many_open_orders, channel_inactive, payments_not_allowed, rail_not_configured, currency_not_settled, and what the provider
 *  answers. Throws UnfitValue for what the provider's fields gave. Spec: Payments; design of buyer calls: gap G14. */
export async function createBuyerOrder(
  ctx: Ctx,
  request: OrderRequest & { origin: string | undefined },
): Promise<OrderResult> {
  return createOrder(ctx, request, (session) =>
    mayPayFrom(session, request.origin, ctx.config.base_url) ? null : refused('origin_not_allowed'),
  );
}

/** The same for a direct merchant's own key. A session of another merchant does not exist for it. */
export async function createMerchantOrder(
  ctx: Ctx,
  request: OrderRequest & { merchant_id: string },
): Promise<OrderResult> {
  return createOrder(ctx, request, (session) =>
    session.merchant_id === request.merchant_id ? null : refused('session_not_found'),
  );
}

/** What an order is made of. Without a transaction it saves an instrument. */
interface Intended {
  kind: 'intended';
  session: SessionRow;
  merchant: PayingMerchant;
  account: Account;
  order: { transaction: NewTransactionRow; payments: PaymentsFacet } | null;
  /** Why nothing is begun for the session any more: the payment may have begun before. */
  closed: Refused | null;
}

async function createOrder(
  ctx: Ctx,
  request: OrderRequest,
  whyNotFor: (session: SessionRow) => Refused | null,
): Promise<OrderResult> {
  const intended = await inTransactionIf(
    ctx.db,
    async (tx) => {
      const found = await findSession(tx, request.session_id);
      if (!found) return refused('session_not_found');
      return whyNotFor(found) ?? intend(tx, ctx, found, request);
    },
    ({ kind }) => kind === 'intended',
  );
  if (intended.kind !== 'intended') return intended;
  const { session, merchant, account, order, closed } = intended;
  if (!order) {
    const { locale = null, payment_token } = request;
    return createSetup(ctx, { session, merchant, account, locale, in_hand: payment_token ?? null });
  }
  const { transaction, payments } = order;
  const opened = await send(ctx, payments, { session, merchant, transaction, request });
  const isInTime = closed === null || isHonoured(session, closed, opened);
  const result = isInTime ? await record(ctx, transaction, opened) : closed;
  if (result.kind === 'refused' && opened.kind === 'created') letGo(ctx, transaction, opened);
  return result;
}

async function intend(
  tx: Tx,
  ctx: Ctx,
  session: SessionRow,
  request: OrderRequest,
): Promise<Intended | Refused | Unfit> {
  const closed = whyClosed(ctx, session);
  if (closed && !isReportable(ctx, session, request)) return closed;
  const intended = await intendFor(tx, ctx, session, request);
  if (closed && intended.kind !== 'intended') return closed;
  return intended.kind === 'intended' ? { ...intended, closed } : intended;
}

async function intendFor(
  tx: Tx,
  ctx: Ctx,
  session: SessionRow,
  request: OrderRequest,
): Promise<Omit<Intended, 'closed'> | Refused | Unfit> {
  const merchant = await readPayingMerchant(tx, session.merchant_id, session.rail);
  const notPaid = whyNotPaid(ctx, merchant);
  if (notPaid) return refused(notPaid);
  const rail = ctx.rails.get(merchant.rail);
  if (!rail) return refused('rail_not_configured');
  const account = await accountPaidInto(tx, ctx, merchant, session.rail_account_id);
  if (!account) return refused('payments_not_allowed');
  const isSaving = session.amount_cents === 0;
  if (rail.traits.approval === 'fields' && (!isSaving || rail.vault))
    requireToken(rail.payments, request.payment_token);
  if (isSaving) return { kind: 'intended', session, merchant, account, order: null };
  // The session may be older than the link that tells what the account settles in.
  const { currency } = session;
  const settles = merchant.wallet_primary_currency;
  const why = whyNotTaken(rail, { amount: minor(session.amount_cents), currency, settles });
  if (why?.kind === 'not_settled') {
    const figures = { session_currency: currency, settlement_currency: settles };
    return refused('currency_not_settled', figures);
  }
  if (why) return why;
  const transaction = intentOf(ctx, { session, merchant, account }, request);
  const order = { transaction, payments: rail.payments };
  // What began in the browser was written down when its credential was made, and which it is only the provider tells.
  const tooMany = rail.traits.begins === 'with_order' ? await insertIntent(tx, transaction) : null;
  return tooMany ?? { kind: 'intended', session, merchant, account, order };
}

// Before anything is written down. A provider whose fields run in the browser is paid by what they gave; what can be nothing of
// theirs may be a card's number, and is not repeated.
function requireToken(payments: PaymentsFacet, token: string | null | undefined): void {
  if (!token) throw unfitToken('missing', 'Field required');
  if (payments.mayBeGiven?.(token) === false)
    throw unfitToken('value_error', 'Value error, this is nothing that the fields of the provider give');
}

function unfitToken(type: string, msg: string): UnfitValue {
  return new UnfitValue([{ member: null, type, msg, input: {} }]);
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

async function record(ctx: Ctx, intent: NewTransactionRow, outcome: OpenOutcome): Promise<OrderResult> {
  if (outcome.kind !== 'created') return refusedOpening(ctx, intent.merchant_id, outcome);
  const named = await inTransactionIf(
    ctx.db,
    (tx) => nameOrder(tx, ctx, intent, outcome),
    ({ kind }) => kind === 'named',
  );
  return named.kind === 'named' ? { kind: 'created', order: orderOf(named.row) } : named;
}

function orderOf({ id, provider_order_id, status, provider, approve_url }: TransactionRow): CreatedOrder {
  return { order_id: provider_order_id!, transaction_id: id, status, provider, approve_url };
}
