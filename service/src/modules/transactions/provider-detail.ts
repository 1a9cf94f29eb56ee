import type { Ctx } from '../../context.ts';
import type { DetailOutcome, PaymentDetail } from '../../rails/rail.ts';
import { Refusal } from '../../refusals.ts';
import { sellerOf } from '../accounts/index.ts';
import type { TransactionRow } from '../payments/index.ts';
import { readTransaction } from './queries.ts';

/** What the provider says of a transaction now. Nothing of it is ours: where the provider says nothing, or does not answer,
 *  it is not available. Refuses: transaction_not_found. Spec: Transactions. */
export async function readProviderDetail(ctx: Ctx, of: { merchant_id: string; transaction_id: string }) {
  const transaction = await readTransaction(ctx.db, of);
  if (!transaction) throw new Refusal('transaction_not_found');
  const { provider } = transaction;
  const outcome = await ask(ctx, transaction);
  if (outcome?.kind !== 'found') return { available: false, provider };
  return { available: true, provider, ...viewOf(outcome.detail) };
}

async function ask(ctx: Ctx, transaction: TransactionRow): Promise<DetailOutcome | null> {
  const { provider, provider_order_id, provider_capture_id, currency } = transaction;
  const books = ctx.rails.get(provider)?.books;
  if (!books || provider_order_id === null) return null;
  const seller = await sellerOf(ctx, transaction);
  return books.detail({ provider_order_id, provider_capture_id, seller, currency });
}

function viewOf(detail: PaymentDetail) {
  const told = {
    authorized_amount_cents: detail.authorized,
    captured_amount_cents: detail.captured,
    external_identifier: detail.external_identifier,
    payment_service_definition_id: detail.payment_service_definition_id,
    payment_service_display_name: detail.payment_service_display_name,
    provider_status: detail.provider_status,
    provider_updated_at: detail.provider_updated_at,
    reconciliation_id: detail.reconciliation_id,
  };
  const known = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null));
  return { ...known, payload: detail.payload };
}
