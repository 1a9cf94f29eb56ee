import type { RowOf } from '../../db/tx.ts';

/** Named one by one: a column that a newer release adds must not change what a prepared statement answers. */
export const REQUEST_COLUMNS = [
  'id',
  'merchant_id',
  'channel_id',
  // Where its invoice is, and whose.
  'provider',
  'rail_account_id',
  'wallet_merchant_id',
  'fingerprint',
  'phone',
  'first_name',
  'last_name',
  'amount_cents',
  'currency',
  'topic',
  'instructions',
  'external_order_id',
  'state',
  // What is being asked for: the invoice, or the message that is sent once.
  'step',
  'refusal',
  'provider_invoice_id',
  // In the words of the provider, and of the carrier.
  'invoice_status',
  'message_status',
  'pay_url',
  'message_id',
  'transaction_id',
  'last_polled_at',
  'expires_at',
  'resolved_at',
  'created_at',
  'updated_at',
] as const;

export type RequestRow = RowOf<'text_to_pay_requests', (typeof REQUEST_COLUMNS)[number]>;
