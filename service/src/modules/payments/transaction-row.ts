import type { TransactionStatus } from './lifecycle.ts';

export interface TransactionRow {
  id: string;
  merchant_id: string;
  channel_id: string | null;
  checkout_session_id: string | null;
  external_order_id: string | null;
  provider: string;
  provider_order_id: string | null;
  provider_capture_id: string | null;
  approve_url: string | null;
  status: TransactionStatus;
  amount_cents: number;
  currency: string;
  platform_fee_cents: number;
  platform_fee_percent_millionths: number;
  platform_fee_fixed_minor_units: number;
  platform_fee_collected_cents: number | null;
  provider_fee_cents: number | null;
  net_amount_cents: number | null;
  refund_reserved_cents: number;
  refunded_amount_cents: number;
  refunded_platform_fee_cents: number;
  payment_method: string;
  payment_method_raw: string | null;
  payment_method_scheme: string | null;
  processor: string | null;
  /** What the money went into; null in a payment of the release before, whose wallet account tells. */
  rail_account_id: string | null;
  wallet_merchant_id: string | null;
  provider_client_metadata_id: string | null;
  buyer_email: string | null;
  billing_address: Record<string, string> | null;
  shipping_address: Record<string, string> | null;
  description: string | null;
  status_raw: string | null;
  failure_code: string | null;
  failure_message: string | null;
  provider_debug_id: string | null;
  settled: boolean | null;
  settled_amount_cents: number | null;
  settled_currency: string | null;
  approved_at: Date | null;
  captured_at: Date | null;
  refunded_at: Date | null;
  /** When a dispute or a reversal of it was first heard of. */
  disputed_at: Date | null;
  /** When an order that nobody has paid is looked at again at its provider. */
  lapse_check_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

// Named one by one: a column that a newer release adds must not change what a prepared statement answers.
const NAMED: Readonly<Record<keyof TransactionRow, true>> = {
  id: true,
  merchant_id: true,
  channel_id: true,
  checkout_session_id: true,
  external_order_id: true,
  provider: true,
  provider_order_id: true,
  provider_capture_id: true,
  approve_url: true,
  status: true,
  amount_cents: true,
  currency: true,
  platform_fee_cents: true,
  platform_fee_percent_millionths: true,
  platform_fee_fixed_minor_units: true,
  platform_fee_collected_cents: true,
  provider_fee_cents: true,
  net_amount_cents: true,
  refund_reserved_cents: true,
  refunded_amount_cents: true,
  refunded_platform_fee_cents: true,
  payment_method: true,
  payment_method_raw: true,
  payment_method_scheme: true,
  processor: true,
  rail_account_id: true,
  wallet_merchant_id: true,
  provider_client_metadata_id: true,
  buyer_email: true,
  billing_address: true,
  shipping_address: true,
  description: true,
  status_raw: true,
  failure_code: true,
  failure_message: true,
  provider_debug_id: true,
  settled: true,
  settled_amount_cents: true,
  settled_currency: true,
  approved_at: true,
  captured_at: true,
  refunded_at: true,
  disputed_at: true,
  lapse_check_at: true,
  created_at: true,
  updated_at: true,
};

/** The columns of a transaction. */
export const TRANSACTION_COLUMNS = Object.keys(NAMED) as (keyof TransactionRow)[];
