import { standingOf } from '../../carrier/message-status.ts';
import type { RequestRow } from '../payment-requests/index.ts';

export function requestView(row: RequestRow) {
  return {
    id: row.id,
    status: row.state === 'unknown' ? 'sending' : row.state,
    provider_status: providerStatusOf(row),
    phone: row.phone,
    customer_first_name: row.first_name,
    customer_last_name: row.last_name,
    amount_cents: row.amount_cents,
    currency: row.currency,
    topic: row.topic,
    instructions: row.instructions,
    external_order_id: row.external_order_id,
    transaction_id: row.transaction_id,
    expires_at: row.expires_at.toISOString(),
    resolved_at: row.resolved_at?.toISOString() ?? null,
    last_polled_at: row.last_polled_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

// That nobody could read the message is what a merchant has to know while it waits.
function providerStatusOf({ state, message_status, invoice_status }: RequestRow): string | null {
  if (state !== 'pending' || message_status === null) return invoice_status;
  return standingOf(message_status).is_undelivered ? message_status : invoice_status;
}
