import type { Refusals } from '../refusal.ts';

export const TEXT_TO_PAY_REFUSALS = {
  text_not_found: [404, 'Payment request not found'],
  text_not_cancelable: [409, 'This payment request can no longer be canceled, or is still being sent'],
  text_cancel_failed: [502, 'The provider did not cancel this payment request; its link can still be paid'],
  text_not_stuck: [409, 'This payment request is not stuck in sending'],
  text_refused: [400, 'The carrier refused this text message'],
  texts_not_offered: [409, "This merchant's payment provider cannot send payment requests"],
  invoices_access_denied: [
    409,
    "The merchant's account at the provider has not granted access to its invoices; start onboarding with reconnect true",
  ],
} as const satisfies Refusals;
