import type { ErrorCode } from './types/fairway.d.ts';

/** What a buyer reads. Why it happened is for the page to hear, not for the buyer. */
export const WORDS = {
  loading: 'Loading the ways to pay…',
  confirming: 'Confirming your payment. Please do not pay again.',
  slow: 'This takes longer than usual. Please do not pay again; the shop will tell you how it went.',
  paid: 'Payment received. Thank you.',
  canceled: 'Nothing was paid. You can try again.',
} as const;

/** What stands around a gateway's fields. */
export const FIELD_WORDS = {
  form: 'Pay by card',
  number: 'Card number',
  expiry: 'Expiry (MM/YY)',
  code: 'Security code',
  pay: 'Pay by card',
  checkNumber: 'Check the card number.',
  checkExpiry: 'Check the expiry date.',
  checkCode: 'Check the security code.',
  enterAgain: 'Please reload the page and enter the card again.',
} as const;

const CANNOT = 'This payment cannot be made here. Please contact the shop.';

export const ERROR_WORDS: Readonly<Record<ErrorCode, string>> = {
  config_error: CANNOT,
  origin_not_allowed: CANNOT,
  session_expired: 'The time to pay has run out. Go back to the shop to begin again.',
  session_completed: 'This order is paid already.',
  provider_unsupported: 'This payment cannot be made on this page.',
  rate_limited: 'Too many attempts. Wait a minute, then try again.',
  payment_declined: 'The payment was declined. Choose another way to pay.',
  capture_pending: 'Your payment is being reviewed. Please do not pay again.',
  wallet_sdk_error: 'The payment provider had a problem. Please try again.',
  network_error: 'There is no connection at the moment. Please try again.',
};
