/** What the provider says of an order, or of a call about one, that is not right. */
export const ORDER_WORDS: Readonly<Record<string, string>> = {
  ACTION_DOES_NOT_MATCH_INTENT:
    "Order was created with an intent to 'CAPTURE'. Please use v2/checkout/orders/order_id/capture " +
    "to complete the transaction or alternately Create an order with an intent of 'AUTHORIZE'.",
  AMOUNT_CHANGE_NOT_ALLOWED: 'The amount specified is different from the amount authorized by payer.',
  AMOUNT_MISMATCH:
    'Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - ' +
    'discount.',
  AMOUNT_NOT_PATCHABLE:
    "The amount cannot be updated as the 'payer' has chosen and approved a specific financing offer " +
    'for a given amount. Please Create a new Order with the updated Order amount and have the ' +
    "'payer' approve the new payment terms.",
  CANCEL_URL_REQUIRED: 'The cancel url is required when attempting to vault this source.',
  CANNOT_BE_NEGATIVE:
    'Must be greater than or equal to 0. If the currency supports decimals, only two decimal place ' +
    'precision is supported.',
  CANNOT_BE_ZERO_OR_NEGATIVE:
    'Must be greater than zero. If the currency supports decimals, only two decimal place precision ' +
    'is supported.',
  CITY_REQUIRED: 'The specified country requires a city (address.admin_area_2).',
  DECIMAL_PRECISION: 'If the currency supports decimals, only two decimal place precision is supported.',
  DUPLICATE_REFERENCE_ID: '`reference_id` must be unique if multiple `purchase_unit` are provided.',
  FIELD_NOT_PATCHABLE: 'Field cannot be patched.',
  INCOMPATIBLE_PARAMETER_VALUE:
    'The value of the field is incompatible/redundant with other fields in the order.',
  INVALID_ACCOUNT_STATUS: 'Account validations failed for the user.',
  INVALID_ARRAY_MAX_ITEMS: 'The number of items in an array parameter is too large.',
  INVALID_ARRAY_MIN_ITEMS: 'The number of items in an array parameter is too small.',
  INVALID_COUNTRY_CODE:
    'Country code is invalid. Please refer to ' +
    'https://developer.paypal.com/api/rest/reference/country-codes/ for a list of supported country ' +
    'codes.',
  INVALID_CURRENCY_CODE:
    'Currency code is invalid or is not currently supported. Please refer ' +
    'https://developer.paypal.com/api/rest/reference/currency-codes/ for list of supported currency ' +
    'codes.',
  INVALID_JSON_POINTER_FORMAT:
    'Path should be a valid JSON Pointer https://tools.ietf.org/html/rfc6901 that references a ' +
    'location within the request where the operation is performed.',
  INVALID_PARAMETER_SYNTAX: 'The value of a field does not conform to the expected format.',
  INVALID_PARAMETER_VALUE: 'A parameter value is not valid.',
  INVALID_PATCH_OPERATION:
    "The operation cannot be honored. Cannot add a property that's already present, use replace. " +
    'Cannot remove a property thats not present, use add. Cannot replace a property thats not ' +
    'present, use add.',
  INVALID_PLATFORM_FEES_ACCOUNT:
    'The specified platform_fees payee account is either invalid or account setup is ' +
    'incomplete.Please work with your PayPal Account Manager to enable this option for your account.',
  INVALID_PLATFORM_FEES_AMOUNT: 'The platform_fees amount cannot be greater than order amount.',
  INVALID_RESOURCE_ID: 'Specified resource ID does not exist. Please check the resource ID and try again.',
  INVALID_STRING_LENGTH: 'The value of a field is either too short or too long',
  INVALID_STRING_MAX_LENGTH: 'The value of a field is too long.',
  ITEM_TOTAL_MISMATCH:
    'Should equal sum of (unit_amount * quantity) across all items for a given purchase_unit.',
  ITEM_TOTAL_REQUIRED:
    'If item details are specified (items.unit_amount and items.quantity) corresponding ' +
    'amount.breakdown.item_total is required.',
  MALFORMED_REQUEST_JSON: 'The request JSON is not well formed.',
  MAX_VALUE_EXCEEDED: 'Should be less than or equal to 999999999999999.99.',
  MISSING_REQUIRED_PARAMETER: 'A required parameter is missing.',
  MULTIPLE_ITEM_CATEGORIES:
    "For a given 'purchase_unit' the 'items.category' could be either \"PHYSICAL_GOODS\" and/or " +
    '"DIGITAL_GOODS" or just "DONATION".  \'items.category\' as "DONATION" cannot be combined with ' +
    'items with either "PHYSICAL_GOODS" or "DIGITAL_GOODS".',
  MULTI_CURRENCY_ORDER:
    'Multiple differing values of currency_code are not supported. Entire Order request must have ' +
    'the same currency_code.',
  NOT_PATCHABLE: 'Cannot be patched.',
  NOT_SUPPORTED: 'This field is not currently supported.',
  ORDER_ALREADY_AUTHORIZED:
    "Order already captured. If 'intent=CAPTURE' only one capture per order is allowed.",
  ORDER_ALREADY_CAPTURED: "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  ORDER_ALREADY_COMPLETED: 'The order cannot be patched after it is completed.',
  ORDER_CANNOT_BE_CONFIRMED: "An order with status = 'COMPLETED' cannot be confirmed again.",
  ORDER_COMPLETED_OR_VOIDED: 'Order is voided or completed and hence cannot be authorized.',
  ORDER_COMPLETION_IN_PROGRESS:
    'The order was created with processing_instruction of ORDER_COMPLETE_ON_PAYMENT_APPROVAL. The ' +
    'customer has approved the payment and PayPal is still in the process of capturing the order on ' +
    'your behalf as instructed. Please try your request again.',
  ORDER_EXPIRED:
    'Order is expired and hence cannot be authorized. Please contact Customer Support if you need to ' +
    'increase your order validity period.',
  ORDER_IS_PENDING_APPROVAL:
    'The order was confirmed and payer action completed but order approval processing from PayPal is ' +
    'pending. No action is needed from Payee or Payer. Please wait until order status changes to ' +
    "'APPROVED'.",
  ORDER_NOT_APPROVED:
    'Payer has not yet approved the Order for payment. Please redirect the payer to the ' +
    "'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or " +
    'provide a valid `payment_source` in the request.',
  PAYPAL_REQUEST_ID_REQUIRED:
    'A PayPal-Request-Id is required if you are trying to process payment for an Order. Please ' +
    "specify a PayPal-Request-Id or Create the Order without a 'payment_source' specified.",
  PLATFORM_FEES_NOT_SUPPORTED:
    "The API Caller is not enabled to process transactions by specifying 'platform_fees'. Please " +
    'work with your PayPal Account Manager to enable this option for your account.',
  PLATFORM_FEE_PAYEE_CANNOT_BE_SAME_AS_PAYER:
    'The payer cannot pay themselves. The recipient account of the platform fees must be different ' +
    'from the payer account.',
  POSTAL_CODE_REQUIRED: 'The specified country requires a postal code.',
  REFERENCE_ID_NOT_FOUND:
    'Filter expression value is incorrect. Please check the value of the reference_id and try again.',
  RETURN_URL_REQUIRED: 'The return url is required when attempting to vault this source.',
  TAX_TOTAL_MISMATCH: 'Should equal sum of (tax * quantity) across all items for a given purchase_unit.',
  TAX_TOTAL_REQUIRED:
    'If item details are specified (items.tax_total and items.quantity) corresponding ' +
    'amount.breakdown.tax_total is required.',
  UNSUPPORTED_INTENT:
    '`intent=AUTHORIZE` is not supported for multiple purchase units. Only `intent=CAPTURE` is ' +
    'supported.',
  UNSUPPORTED_PAYMENT_INSTRUCTION:
    'You must provide the payment instruction when you capture an authorized payment for ' +
    '`intent=AUTHORIZE`. For details, see <a ' +
    'href="/docs/api/payments/v2/#authorizations_capture">Capture authorization</a>. For ' +
    '`intent=CAPTURE`, send the payment instruction when you create the order.',
};
