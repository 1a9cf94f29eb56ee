import type { ProviderRefusal } from './outcome.ts';
import type { CaptureOutcome, ProviderCapture, ProviderOrder } from './payments.ts';
import type { ProviderRefund, RefundOutcome } from './refunds.ts';

/** What an order shows of its capture; null where it shows none, or none that can be told. A completed order may hold a
 *  declined or a pending one, so only the capture's own status counts. One that was refunded since was taken first. */
export function outcomeShown(
  order: ProviderOrder,
): Extract<CaptureOutcome, { kind: 'captured' | 'pending' | 'refused' }> | null {
  const { capture } = order;
  switch (capture?.status) {
    case 'completed':
    case 'refunded':
    case 'partially_refunded':
      return { kind: 'captured', capture, order };
    case 'pending':
      return { kind: 'pending', capture, order };
    case 'declined':
      return { kind: 'refused', by: 'buyer', refusal: declineOf(capture), is_final: true };
    case 'other':
    case undefined:
      return null;
  }
}

/** What became of a refund that the provider shows; null in a state that nobody knows. */
export function refundShown(
  refund: ProviderRefund,
): Extract<RefundOutcome, { kind: 'completed' | 'pending' | 'failed' }> | null {
  return refund.status === 'other' ? null : { kind: refund.status, refund };
}

// Told by the nearest reason that the provider shows.
function declineOf(declined: ProviderCapture): ProviderRefusal {
  const { processor_response, status_reason, status_raw } = declined;
  return {
    issue: processor_response ?? status_reason ?? status_raw,
    description: processor_response
      ? `The card was declined with response code ${processor_response}.`
      : 'The payment was declined.',
    debug_id: null,
    provider_status: status_raw,
  };
}
