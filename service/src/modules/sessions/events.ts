import { toTrimmedDecimal, minor } from '../../lib/money.ts';

/** `data.object` of checkout.session.created. */
export function sessionCreated(session: {
  id: string;
  merchant_id: string;
  amount_cents: number;
  currency: string;
  status: string;
  external_order_id: string | null;
  description: string | null;
  expires_at: Date;
  created_at: Date;
}) {
  return {
    id: session.id,
    checkout_session_id: session.id,
    merchant_id: session.merchant_id,
    external_order_id: session.external_order_id,
    amount: toTrimmedDecimal(minor(session.amount_cents), session.currency),
    amount_cents: session.amount_cents,
    currency: session.currency,
    status: session.status,
    description: session.description,
    expires_at: session.expires_at.toISOString(),
    created_at: session.created_at.toISOString(),
  };
}
