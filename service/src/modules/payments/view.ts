import { MILLIONTHS_PER_PERCENT, minor, toJsonNumber } from '../../lib/money.ts';
import type { TransactionRow } from './transaction-row.ts';

/** A transaction as it is published: amounts as JSON numbers in the currency's units, refunded amount in
 *  minor units. Optional keys whose value is not known are left out. Spec: Transaction. */
export function transactionView(row: TransactionRow) {
  const money = (cents: number): number => toJsonNumber(minor(cents), row.currency);
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    provider: row.provider,
    provider_order_id: row.provider_order_id ?? '',
    status: row.status,
    payment_method: row.payment_method,
    amount: money(row.amount_cents),
    platform_fee: money(row.platform_fee_cents),
    currency: row.currency,
    created_at: row.created_at.toISOString(),
    external_order_id: row.external_order_id,
    platform_fee_fixed: money(row.platform_fee_fixed_minor_units),
    platform_fee_percent: row.platform_fee_percent_millionths / MILLIONTHS_PER_PERCENT,
    refunded_amount_cents: row.refunded_amount_cents,
    refunded_platform_fee: money(row.refunded_platform_fee_cents),
    billing_address: row.billing_address,
    shipping_address: row.shipping_address,
    ...present({
      buyer_email: row.buyer_email,
      captured_at: row.captured_at?.toISOString() ?? null,
      checkout_session_id: row.checkout_session_id,
      description: row.description,
      failure_code: row.failure_code,
      failure_message: row.failure_message,
      net_amount: row.net_amount_cents === null ? null : money(row.net_amount_cents),
      payment_method_raw: row.payment_method_raw,
      payment_method_scheme: row.payment_method_scheme,
      processor: row.processor,
      processor_definition_id: row.processor_definition_id,
      provider_capture_id: row.provider_capture_id,
      provider_client_metadata_id: row.provider_client_metadata_id,
      provider_fee: row.provider_fee_cents === null ? null : money(row.provider_fee_cents),
      refunded_at: row.refunded_at?.toISOString() ?? null,
      settled: row.settled,
      settled_amount: settledAmount(row),
      settled_currency: row.settled_currency,
      status_raw: row.status_raw,
    }),
  };
}

function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

// In the currency in which it was settled, which may be another.
function settledAmount({ settled_amount_cents, settled_currency, currency }: TransactionRow): number | null {
  if (settled_amount_cents === null) return null;
  return toJsonNumber(minor(settled_amount_cents), settled_currency ?? currency);
}
