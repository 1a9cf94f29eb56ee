/** What the provider says of a call itself, of refunds, disputes, invoices and sign-ups. */
export const CALL_WORDS: Readonly<Record<string, string>> = {
  ACCOUNT_STATUS_ERROR: 'The partner account cannot be used.',
  ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE: 'The present state of the dispute does not allow the action.',
  AUTHORIZATION_ERROR: 'This API call is not authorized',
  CANNOT_CANCEL_DRAFT_INVOICE: 'Draft invoice cannot be canceled.',
  CANNOT_CANCEL_PAID_INVOICE: 'Cannot cancel a paid or partially paid invoice.',
  CANNOT_PROCESS_PAYMENTS: 'Current invoice state does not support payment processing.',
  CANNOT_REMIND_INVOICE: 'The invoice cannot be reminded of.',
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded',
  CURRENCY_MISMATCH: 'The amounts of a refund must have one currency.',
  DECIMALS_NOT_SUPPORTED: 'The currency does not take that many decimals.',
  DOMAIN_ALREADY_REGISTERED: 'The domain is registered already.',
  DOMAIN_NOT_REGISTERED: 'The domain is not registered.',
  INTERNAL_SERVER_ERROR: 'An internal server error occurred.',
  INVALID_ARRAY_LENGTH: 'the number of items in an array parameter is too small or too large',
  INVALID_INVOICE_TYPE: 'The invoice type is not valid for paying an invoice.',
  INVALID_PAYEE_ACCOUNT: 'The payee account is not valid.',
  INVOICE_CANCELED_ALREADY: 'Invoice is already cancelled.',
  MAX_NUMBER_OF_REFUNDS_EXCEEDED: 'You have exceeded the maximum number of refund attempts for this capture.',
  PARTIAL_REFUND_NOT_ALLOWED: 'You cannot do a refund less than the original capture amount.',
  PAYEE_ACCOUNT_NOT_SUPPORTED: 'The payee account cannot be used with this operation.',
  PAYEE_NOT_CONSENTED: 'The payee has not granted the caller this permission.',
  PAYPAL_REQUEST_ID_PREVIOUSLY_USED: 'The PayPal-Request-Id was used before for another request.',
  PENDING_CAPTURE:
    'Cannot initiate a refund as the capture is pending. Capture is typically pending when the ' +
    'payer has funded the transaction using e-check/bank funded.',
  PLATFORM_FEE_EXCEEDED:
    'Platform fee amount specified exceeds the amount that is available for refund. You can only ' +
    'refund up to the available platform fee amount. This error is also returned when no ' +
    'platform_fee was specified or was zero when the payment was captured.',
  PLATFORM_FEE_NOT_ENABLED:
    "The API Caller account is not setup to be able to process refunds with 'platform_fees'. " +
    'Please contact your Account Manager. This feature is useful when you want to contribute a ' +
    "portion of the 'platform_fees' you had capture as part of the refund being processed.",
  PREVIOUS_REQUEST_IN_PROGRESS:
    'A previous request on this resource is currently in progress. Please wait for sometime and ' +
    'try again. It is best to space out the initial and the subsequent request(s) to avoid ' +
    'receiving this error.',
  PRODUCT_PPCP_UNAUTHORIZED: 'Account has not been configured to use PayPal Complete Payments',
  RATE_LIMIT_REACHED: 'Too many requests.',
  REFUND_AMOUNT_EXCEEDED:
    'The refund amount must be less than or equal to the capture amount that has not yet been ' + 'refunded.',
  REFUND_AMOUNT_TOO_LOW:
    'The amount after applying currency conversion is zero and hence the capture cannot be ' +
    'refunded. The currency conversion is required because the currency of the capture is ' +
    'different than the currency in which the amount was settled into the payee account.',
  REFUND_CAPTURE_CURRENCY_MISMATCH: 'Refund must be in the same currency as the capture',
  REFUND_FAILED_INSUFFICIENT_FUNDS:
    'Capture could not be refunded due to insufficient funds. Please check to see if you have ' +
    'sufficient funds in your PayPal account or if the bank account linked to your PayPal account ' +
    'is verified and has sufficient funds.',
  REFUND_IS_RESTRICTED:
    "This refund can only be processed by the API caller that had 'captured' the transaction. If " +
    'you facilitate your transactions via a platform/partner, please initiate a refund through ' +
    'them.',
  REFUND_NOT_ALLOWED: 'Capture cannot be refunded.',
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK:
    'Refunds are not allowed on this capture due to a chargeback on the card or bank. Please ' +
    'contact the payee to resolve the chargeback.',
  REFUND_TIME_LIMIT_EXCEEDED: 'You are over the time limit to perform a refund on this capture',
  RESULTSET_TOO_LARGE: 'The result is too large. Narrow the range of dates.',
  SERVICE_UNAVAILABLE: 'The service is unavailable.',
  SETUP_TOKEN_ALREADY_USED: 'The setup token has become a payment token already.',
  SETUP_TOKEN_NOT_APPROVED: 'The payer has not approved the setup token.',
  TOKEN_NOT_FOUND: 'The token does not exist.',
  TRANSACTION_DISPUTED:
    'Partial refunds cannot be offered at this time because there is an open case on this ' +
    'transaction. Visit the PayPal Resolution Center to review this case.',
  UNSUPPORTED_MEDIA_TYPE: 'The media type of the request is not supported.',
  USER_NOT_FOUND: 'Account for this Partner ID does not exist.',
  VAULT_INSTRUCTION_DUPLICATED: 'The instruction to store the source is given twice.',
};
