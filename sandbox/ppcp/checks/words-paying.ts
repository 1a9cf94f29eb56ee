/** What the provider says of an order that cannot be paid: of the buyer, the instrument or the seller. */
export const PAYING_WORDS: Readonly<Record<string, string>> = {
  AGREEMENT_ALREADY_CANCELLED: 'The requested agreement is already canceled.',
  APPLE_PAY_AMOUNT_MISMATCH:
    "The 'amount' specified in the Order should match the amount that was viewed and authorized by " +
    'the payer/buyer on Apple Pay. If the amount has changed, please redirect the buyer to authorize ' +
    'the order again via Apple Pay.',
  AUTH_CAPTURE_NOT_ENABLED:
    'Authorization and Capture feature is not enabled for the merchant. Make sure that the recipient ' +
    'of the funds is a verified business account.',
  BILLING_ADDRESS_INVALID: 'Provided billing address is invalid.',
  BILLING_AGREEMENT_NOT_FOUND: 'The requested Billing Agreement token was not found.',
  CARD_BRAND_NOT_SUPPORTED:
    'Processing of this card brand is not supported. Please use another card to continue with this ' +
    'transaction.',
  CARD_EXPIRED: 'The card is expired',
  CARD_TYPE_NOT_SUPPORTED: 'Processing of this card type is not supported. Use another card type.',
  COMPLIANCE_VIOLATION: 'Transaction is declined due to compliance violation.',
  CONSENT_NEEDED: 'CONSENT_NEEDED',
  DECLINED_DUE_TO_RELATED_TXN:
    'One or more transactions in this Order did not succeed. Since this Order is being processed as ' +
    'an All or None Order, if one or more transactions in this Order do not succeed, then all ' +
    'purchase units are marked declined and will not be processed.',
  DOMESTIC_TRANSACTION_REQUIRED:
    'This transaction requires the payee and payer to be resident in the same country, a domestic ' +
    'transaction is required to create this payment.',
  DUPLICATE_INVOICE_ID:
    'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting ' +
    'requires that Invoice Id be unique for each transaction.',
  INSTRUMENT_DECLINED:
    "The instrument presented  was either declined by the processor or bank, or it can't be used for " +
    'this payment.',
  INVALID_GOOGLE_PAY_TOKEN:
    'The google pay token is invalid. PayPal was not able to decrypt the googlepay token or PayPal ' +
    'was not able to find the necessary data in the token after decryption.',
  INVALID_SECURITY_CODE_LENGTH: 'The security_code length is invalid for the specified card brand.',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'You have exceeded the maximum number of payment attempts.',
  MISMATCHED_VAULT_ID_TO_PAYMENT_SOURCE:
    'The vault_id does not match the payment_source provided. Please verify that the vault_id token ' +
    'used refers to the matching payment_source and try again. For example, a PayPal token cannot be ' +
    'passed in the vault_id field in the payment_source.card object.',
  NOT_ENABLED_FOR_APPLE_PAY:
    "The 'API caller' and/or 'payee' is not setup to be able to process apple pay. Please contact " +
    'your Account Manager.',
  NOT_ENABLED_FOR_CARD_PROCESSING:
    'The API Caller account is not setup to be able to process card payments. Please contact PayPal ' +
    'customer support.',
  NOT_ENABLED_FOR_GOOGLE_PAY:
    "The 'API caller' and/or 'payee' is not setup to be able to process google pay. Please contact " +
    'your Account Manager.',
  NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE:
    'The API caller or the merchant on whose behalf the API call is initiated is not allowed to ' +
    'vault the given source. Please contact PayPal customer support for assistance.',
  PAYEE_ACCOUNT_INVALID:
    'Payee account specified is invalid. Please check the `payee.email_address` or ' +
    '`payee.merchant_id` specified and try again. Ensure that either  `payee.merchant_id` or ' +
    '`payee.email_address` is specified.',
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: 'The merchant account is locked or closed.',
  PAYEE_ACCOUNT_NOT_VERIFIED:
    'Payee has not verified their account with PayPal. The selected payment method requires the ' +
    'recipient to have a verified PayPal account before transactions can be processed on their ' +
    'behalf.',
  PAYEE_ACCOUNT_RESTRICTED: 'The merchant account is restricted.',
  PAYEE_BLOCKED_TRANSACTION:
    'The Fraud settings for this seller are such that this payment cannot be executed.',
  PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING:
    'Payee account is not setup to be able to process card payments. Please contact PayPal customer ' +
    'support.',
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'The payer account cannot be used for this transaction.',
  PAYER_ACCOUNT_RESTRICTED: 'PAYER_ACCOUNT_RESTRICTED',
  PAYER_ACTION_REQUIRED: 'Transaction cannot complete successfully, instruct the buyer to return to PayPal.',
  PAYER_CANNOT_PAY:
    'Payer cannot pay for this transaction. Please contact the payer to find other ways to pay for ' +
    'this transaction.',
  PAYMENT_ALREADY_APPROVED:
    'The payment has already been approved.  Please capture the order, or create and confirm a new ' +
    'order with this payment source.',
  PAYMENT_SOURCE_CANNOT_BE_USED:
    'The provided payment source cannot be used to pay for the order. Please try again with a ' +
    'different payment source by creating a new order.',
  PAYMENT_SOURCE_DECLINED_BY_PROCESSOR:
    'The provided payment source is declined by the processor. Please try again with a different ' +
    'payment source by creating a new order.',
  PAYMENT_SOURCE_INFO_CANNOT_BE_VERIFIED:
    'The combination of the payment_source name, billing address, shipping name and shipping address ' +
    'could not be verified. Please correct this information and try again by creating a new order.',
  PERMISSION_DENIED: 'You do not have permission to access or perform operations on this resource.',
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING:
    'Transaction failed. Redirect the payer to select another funding source.',
  REFERENCED_CARD_EXPIRED:
    'The card underlying the token has expired and hence cannot be used to process a payment.',
  SHIPPING_ADDRESS_INVALID: 'Provided shipping address is invalid.',
  TOKEN_EXPIRED: 'The token is expired and cannot be used for payment.',
  TOKEN_ID_NOT_FOUND: 'Specified token was not found. Verify the token and try the request again.',
  TRANSACTION_BLOCKED_BY_PAYEE: 'Transaction blocked by Payee’s Fraud Protection settings.',
  TRANSACTION_LIMIT_EXCEEDED: 'Total payment amount exceeded transaction limit.',
  TRANSACTION_RECEIVING_LIMIT_EXCEEDED: "The transaction exceeds the receiver's receiving limit.",
  TRANSACTION_REFUSED: 'The request was refused.',
  VAULT_INSTRUCTION_REQUIRED:
    'Vault instruction is required. Please use `vault.store_in_vault` to provide vault instruction.',
};
