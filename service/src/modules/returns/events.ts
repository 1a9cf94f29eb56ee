import { paymentObject, type TransactionRow } from '../payments/index.ts';
import type { RefundRow } from './queries.ts';

/** `data.object` of payment.refunded. Which of the seven added keys it carries depends on who started the refund: the
 *  service's API all of them, the provider's side no request id and no fee return, a reversal the totals and a flag.
 *  Spec: payment.refunded. */
export function refundedObject(
  transaction: TransactionRow,
  refund: Pick<
    RefundRow,
    'id' | 'origin' | 'amount_cents' | 'platform_fee_refund_cents' | 'provider_refund_id'
  >,
) {
  const totals = {
    total_refunded_cents: transaction.refunded_amount_cents,
    ...(transaction.refunded_platform_fee_cents > 0 || refund.platform_fee_refund_cents !== null
      ? { total_platform_fee_refunded_cents: transaction.refunded_platform_fee_cents }
      : {}),
  };
  if (refund.origin === 'reversal') return { ...paymentObject(transaction), ...totals, reversal: true };
  return {
    ...paymentObject(transaction),
    partial: transaction.refunded_amount_cents < transaction.amount_cents,
    refund_amount_cents: refund.amount_cents,
    total_refunded_cents: transaction.refunded_amount_cents,
    ...(refund.provider_refund_id === null ? {} : { wallet_refund_id: refund.provider_refund_id }),
    ...(refund.platform_fee_refund_cents === null
      ? {}
      : { ...totals, platform_fee_refund_cents: refund.platform_fee_refund_cents }),
    ...(refund.origin === 'api' ? { refund_request_id: refund.id } : {}),
  };
}
