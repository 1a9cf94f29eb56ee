import type { CaptureOutcome, ProviderOrder } from '../../rails/rail.ts';

/** What an order that was read back shows of a capture; null where it shows none, or none that can be told. */
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
    case 'declined': {
      const issue = capture.processor_response ?? capture.status_reason ?? capture.status_raw;
      const description = 'The payment was declined.';
      const refusal = { issue, description, debug_id: null, provider_status: capture.status_raw };
      return { kind: 'refused', by: 'buyer', refusal };
    }
    case 'other':
    case undefined:
      return null;
  }
}
