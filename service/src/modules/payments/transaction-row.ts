import type { RowOf } from '../../db/tx.ts';

/** The columns of a transaction. Named one by one: a column that a newer release adds must not change what a prepared statement
 *  answers. */
export const TRANSACTION_COLUMNS = [
  'id',
  'merchant_id',
  'channel_id',
  'checkout_session_id',
  'external_order_id',
  'provider',
  'provider_order_id',
  'provider_capture_id',
  'approve_url',
  'status',
  'amount_cents',
  'currency',
  'platform_fee_cents',
  'platform_fee_percent_millionths',
  'platform_fee_fixed_minor_units',
  'platform_fee_collected_cents',
  'provider_fee_cents',
  'net_amount_cents',
  'refund_reserved_cents',
  'refunded_amount_cents',
  'refunded_platform_fee_cents',
  'payment_method',
  'payment_method_raw',
  'payment_method_scheme',
  'processor',
  // Who that is in the provider's list.
  'processor_definition_id',
  // What the money went into; null in a payment of the release before, whose wallet account tells.
  'rail_account_id',
  'wallet_merchant_id',
  'provider_client_metadata_id',
  'buyer_email',
  'billing_address',
  'shipping_address',
  'description',
  // The provider's word of the capture. While the status is approved it shows one that was declined, and the order takes no other.
  'status_raw',
  'failure_code',
  'failure_message',
  'provider_debug_id',
  'settled',
  'settled_amount_cents',
  'settled_currency',
  'approved_at',
  'captured_at',
  'refunded_at',
  // When a dispute or a reversal of it was first heard of.
  'disputed_at',
  // When an order that nobody has paid is looked at again at its provider.
  'lapse_check_at',
  'created_at',
  'updated_at',
] as const;

export type TransactionRow = RowOf<'transactions', (typeof TRANSACTION_COLUMNS)[number]>;
