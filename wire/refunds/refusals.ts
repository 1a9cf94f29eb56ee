import type { Refusals } from '../refusal.ts';

export const REFUND_REFUSALS = {
  capture_not_found: [404, 'Capture not found'],
  refund_exceeds_remaining: [409, 'The refund is larger than what remains of the capture'],
  capture_not_refundable: [409, 'This capture cannot be refunded'],
  refund_refused: [409, 'The provider refused this refund'],
  refund_under_way: [409, 'Another refund of this capture is under way, or its outcome is not known yet'],
  refund_failed: [409, 'The provider accepted this refund, and it failed later'],
} as const satisfies Refusals;
