import type { Ctx } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import { outcomeShown, type ProviderCapture, type ProviderInvoice } from '../../rails/rail.ts';
import { isAsAsked, watchOtherMoney, watchPending } from '../captures/index.ts';
import { raise } from '../events/index.ts';
import { readPayingMerchant } from '../merchants/index.ts';
import {
  insertTransaction,
  lockTransaction,
  nameTransaction,
  newTransaction,
  ownerOf,
  paymentObject,
  recordCapture,
  type TransactionRow,
} from '../payments/index.ts';
import { paidObject } from './events.ts';
import { lockRequest, moveRequest, updateRequest } from './queries.ts';
import type { RequestRow } from './request-row.ts';

const METHOD = 'wallet';

/** The provider shows an invoice as paid. Its money is a transaction from then on, like any other, and the request is paid
 *  once it was taken. What its seller was paid elsewhere is no transaction. Tells whether the request has come to its end. */
export async function recordPaid(tx: Tx, ctx: Ctx, id: string, invoice: ProviderInvoice): Promise<boolean> {
  const request = (await lockRequest(tx, id))!;
  if (request.state === 'paid') return true;
  if (invoice.status === 'paid_elsewhere') return end(tx, ctx, request, { invoice, transaction: null });
  const shown = invoice.paid && outcomeShown(invoice.paid.order);
  if (!shown || shown.kind === 'refused') return false;
  const { provider_invoice_id } = invoice;
  const paid = { provider_invoice_id, paid_at: paidAt(ctx, request, shown.capture) };
  const transaction = await transactionOf(tx, ctx, request, paid);
  if (!isAsAsked(transaction, shown.capture)) {
    await watchOtherMoney(tx, ctx, transaction, shown.capture);
    return false;
  }
  if (shown.kind === 'pending') {
    await watchPending(tx, ctx, transaction, shown);
    return false;
  }
  return end(tx, ctx, request, { invoice, transaction: await recordCapture(tx, ctx, transaction, shown) });
}

// It may be heard of long afterwards, in another month. By the provider's clock, which is not ours.
function paidAt(ctx: Ctx, { created_at }: RequestRow, { captured_at }: ProviderCapture): Date {
  const now = ctx.clock.now();
  const at = captured_at === null ? now : new Date(captured_at);
  return new Date(Math.min(now.getTime(), Math.max(at.getTime(), created_at.getTime())));
}

// One for each request, whose lock the caller holds.
async function transactionOf(
  tx: Tx,
  ctx: Ctx,
  request: RequestRow,
  { provider_invoice_id, paid_at }: { provider_invoice_id: string; paid_at: Date },
): Promise<TransactionRow> {
  if (request.transaction_id !== null) return lockTransaction(tx, request.transaction_id);
  const { merchant_id, provider, amount_cents, currency, external_order_id } = request;
  const merchant = await readPayingMerchant(tx, merchant_id, provider);
  // The provider parts nothing from an invoice, so there is no fee to collect. Gap G136.
  const unpriced = { platform_fee_percent_millionths: 0, platform_fee_fixed_minor_units: 0 };
  const account = { id: request.rail_account_id, provider_account: request.wallet_merchant_id ?? '' };
  const made = newTransaction(
    ctx,
    { merchant: { ...merchant, ...unpriced, channel_id: request.channel_id }, account },
    {
      ...{ amount_cents, currency, external_order_id, description: request.topic, payment_method: METHOD },
      ...{ checkout_session_id: null, provider_client_metadata_id: null, buyer_email: null },
    },
    paid_at,
  );
  await insertTransaction(tx, made);
  const now = ctx.clock.now();
  const transaction = await nameTransaction(tx, made.id, { provider_order_id: provider_invoice_id, now });
  await updateRequest(tx, request.id, { transaction_id: transaction.id, updated_at: now });
  const created = {
    type: 'payment.created',
    ...ownerOf(transaction),
    object: paymentObject(transaction),
  } as const;
  await raise(tx, ctx, created);
  return transaction;
}

async function end(
  tx: Tx,
  ctx: Ctx,
  { id }: RequestRow,
  { invoice, transaction }: { invoice: ProviderInvoice; transaction: TransactionRow | null },
): Promise<boolean> {
  const updated_at = ctx.clock.now();
  const paid = await moveRequest(tx, id, {
    trigger: 'paid',
    resolved_at: transaction?.captured_at ?? updated_at,
    invoice_status: invoice.status_raw,
    last_polled_at: updated_at,
    next_check_at: null,
    poll_at: null,
    updated_at,
  });
  if (!paid) return false;
  const { channel_id, merchant_id } = paid;
  await raise(tx, ctx, { type: 'text_to_pay.paid', channel_id, merchant_id, object: paidObject(paid) });
  return true;
}
