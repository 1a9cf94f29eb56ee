import { ORDER_WORDS } from './words-orders.ts';
import { PAYING_WORDS } from './words-paying.ts';

// The same issue is described in other words by other interfaces, and by some calls of one interface.
const PAYMENT_WORDS: Readonly<Record<string, string>> = {
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded',
  DUPLICATE_INVOICE_ID: 'Invoice ID was previously used to refund a capture.',
  MAX_NUMBER_OF_REFUNDS_EXCEEDED: 'You have exceeded the maximum number of refund attempts for this capture.',
  PARTIAL_REFUND_NOT_ALLOWED: 'You cannot do a refund less than the original capture amount.',
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: 'Transaction could not complete because payee account is locked or closed.',
  PAYEE_ACCOUNT_RESTRICTED: 'Payee account is restricted.',
  PENDING_CAPTURE:
    'Cannot initiate a refund as the capture is pending. Capture is typically pending when the payer ' +
    'has funded the transaction using e-check/bank funded.',
  PLATFORM_FEE_EXCEEDED:
    'Platform fee amount specified exceeds the amount that is available for refund. You can only ' +
    'refund up to the available platform fee amount. This error is also returned when no ' +
    'platform_fee was specified or was zero when the payment was captured.',
  PLATFORM_FEE_NOT_ENABLED:
    "The API Caller account is not setup to be able to process refunds with 'platform_fees'. Please " +
    'contact your Account Manager. This feature is useful when you want to contribute a portion of ' +
    "the 'platform_fees' you had capture as part of the refund being processed.",
  PREVIOUS_REQUEST_IN_PROGRESS:
    'A previous request on this resource is currently in progress. Please wait for sometime and try ' +
    'again. It is best to space out the initial and the subsequent request(s) to avoid receiving ' +
    'this error.',
  REFUND_AMOUNT_EXCEEDED:
    'The refund amount must be less than or equal to the capture amount that has not yet been ' + 'refunded.',
  REFUND_AMOUNT_TOO_LOW:
    'The amount after applying currency conversion is zero and hence the capture cannot be refunded. ' +
    'The currency conversion is required because the currency of the capture is different than the ' +
    'currency in which the amount was settled into the payee account.',
  REFUND_CAPTURE_CURRENCY_MISMATCH: 'Refund must be in the same currency as the capture',
  REFUND_FAILED_INSUFFICIENT_FUNDS:
    'Capture could not be refunded due to insufficient funds. Please check to see if you have ' +
    'sufficient funds in your PayPal account or if the bank account linked to your PayPal account is ' +
    'verified and has sufficient funds.',
  REFUND_IS_RESTRICTED:
    "This refund can only be processed by the API caller that had 'captured' the transaction. If you " +
    'facilitate your transactions via a platform/partner, please initiate a refund through them.',
  REFUND_NOT_ALLOWED: 'Capture cannot be refunded.',
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK:
    'Refunds are not allowed on this capture due to a chargeback on the card or bank. Please contact ' +
    'the payee to resolve the chargeback.',
  REFUND_TIME_LIMIT_EXCEEDED: 'You are over the time limit to perform a refund on this capture',
  TRANSACTION_DISPUTED:
    'Partial refunds cannot be offered at this time because there is an open case on this ' +
    'transaction. Visit the PayPal Resolution Center to review this case.',
};

const REFERRAL_WORDS: Readonly<Record<string, string>> = {
  AUTHORIZATION_ERROR: 'This API call is not authorized',
  INVALID_ARRAY_LENGTH: 'the number of items in an array parameter is too small or too large',
  INVALID_PARAMETER_SYNTAX: 'the value of a field does not conform to the expected format',
  INVALID_PARAMETER_VALUE: 'the value of a field is invalid',
  INVALID_STRING_LENGTH: 'the value of a field is either too short or too long',
  PRODUCT_PPCP_UNAUTHORIZED: 'Account has not been configured to use PayPal Complete Payments',
  USER_NOT_FOUND: 'Account for this Partner ID does not exist.',
};

const OF_ONE_CALL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'PATCH /v2/checkout/orders/:order_id': {
    INVALID_PARAMETER_VALUE: 'The value of a field is invalid.',
    MISSING_REQUIRED_PARAMETER: 'A required field / parameter is missing.',
  },
  'POST /v2/checkout/orders': {
    PAYER_CANNOT_PAY: 'Combination of payer and payee settings mean that this buyer cannot pay this seller.',
  },
  'POST /v2/checkout/orders/:order_id/capture': {
    MISSING_REQUIRED_PARAMETER: 'A required field / parameter is missing',
  },
};

const OF_INTERFACE: readonly (readonly [prefix: string, words: Readonly<Record<string, string>>])[] = [
  ['/v2/payments/', PAYMENT_WORDS],
  ['/v2/customer/partner-referrals', REFERRAL_WORDS],
];

/** The provider's own description of an issue in the answer to a call, or null where it has none. */
export function wordsFor(call: { method: string; route: string }, issue: string): string | null {
  const ofCall = OF_ONE_CALL[`${call.method} ${call.route}`]?.[issue];
  const ofInterface = OF_INTERFACE.find(([prefix]) => call.route.startsWith(prefix))?.[1][issue];
  return ofCall ?? ofInterface ?? PAYING_WORDS[issue] ?? ORDER_WORDS[issue] ?? null;
}
