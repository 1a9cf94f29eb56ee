import { describe, expect, test } from 'vitest';
import { causeOf, classify, parseProblem } from './problem.ts';
import type { Cause } from './problem.ts';

const words = (text: string) => text.trim().split(/\s+/);

/** Every issue that the provider documents for orders, and one that it does not. */
const EXPECTED: readonly (readonly [Cause, readonly string[]])[] = [
  [
    'buyer',
    words(`
      INSTRUMENT_DECLINED PAYER_ACTION_REQUIRED REDIRECT_PAYER_FOR_ALTERNATE_FUNDING PAYER_CANNOT_PAY
      PAYER_ACCOUNT_RESTRICTED PAYER_ACCOUNT_LOCKED_OR_CLOSED TRANSACTION_LIMIT_EXCEEDED CARD_EXPIRED
      REFERENCED_CARD_EXPIRED CARD_BRAND_NOT_SUPPORTED CARD_TYPE_NOT_SUPPORTED INVALID_SECURITY_CODE_LENGTH
      PAYMENT_SOURCE_DECLINED_BY_PROCESSOR PAYMENT_SOURCE_INFO_CANNOT_BE_VERIFIED
      PAYMENT_SOURCE_CANNOT_BE_USED BILLING_ADDRESS_INVALID SHIPPING_ADDRESS_INVALID TOKEN_EXPIRED
      INVALID_GOOGLE_PAY_TOKEN APPLE_PAY_AMOUNT_MISMATCH`),
  ],
  ['not_approved', words('ORDER_NOT_APPROVED ORDER_IS_PENDING_APPROVAL')],
  ['payee_unverified', words('PAYEE_ACCOUNT_NOT_VERIFIED PAYEE_ACCOUNT_NO_CONFIRMED_EMAIL')],
  ['payee_restricted', words('PAYEE_ACCOUNT_RESTRICTED PAYEE_ACCOUNT_LOCKED_OR_CLOSED')],
  [
    'seller',
    words(`
      PAYEE_ACCOUNT_INVALID PAYEE_ACCOUNT_NOT_SUPPORTED
      PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING NOT_ENABLED_FOR_CARD_PROCESSING NOT_ENABLED_FOR_APPLE_PAY
      NOT_ENABLED_FOR_GOOGLE_PAY NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE PAYEE_BLOCKED_TRANSACTION
      TRANSACTION_BLOCKED_BY_PAYEE TRANSACTION_RECEIVING_LIMIT_EXCEEDED AUTH_CAPTURE_NOT_ENABLED CONSENT_NEEDED
      PERMISSION_DENIED PAYEE_NOT_CONSENTED`),
  ],
  [
    'request',
    words(`
      PLATFORM_FEES_NOT_SUPPORTED INVALID_PLATFORM_FEES_ACCOUNT INVALID_PLATFORM_FEES_AMOUNT
      PLATFORM_FEE_PAYEE_CANNOT_BE_SAME_AS_PAYER UNSUPPORTED_PAYMENT_INSTRUCTION DUPLICATE_INVOICE_ID
      AMOUNT_MISMATCH ITEM_TOTAL_MISMATCH ITEM_TOTAL_REQUIRED TAX_TOTAL_MISMATCH TAX_TOTAL_REQUIRED
      DECIMAL_PRECISION CANNOT_BE_NEGATIVE CANNOT_BE_ZERO_OR_NEGATIVE MAX_VALUE_EXCEEDED INVALID_CURRENCY_CODE
      MULTI_CURRENCY_ORDER CITY_REQUIRED POSTAL_CODE_REQUIRED MULTIPLE_ITEM_CATEGORIES DUPLICATE_REFERENCE_ID
      UNSUPPORTED_INTENT RETURN_URL_REQUIRED CANCEL_URL_REQUIRED INCOMPATIBLE_PARAMETER_VALUE
      ACTION_DOES_NOT_MATCH_INTENT ORDER_CANNOT_BE_CONFIRMED PAYMENT_ALREADY_APPROVED MALFORMED_REQUEST_JSON
      MISSING_REQUIRED_PARAMETER INVALID_PARAMETER_VALUE INVALID_PARAMETER_SYNTAX INVALID_STRING_LENGTH
      INVALID_STRING_MAX_LENGTH INVALID_ARRAY_MIN_ITEMS INVALID_ARRAY_MAX_ITEMS INVALID_COUNTRY_CODE NOT_SUPPORTED
      PAYPAL_REQUEST_ID_REQUIRED INVALID_ACCOUNT_STATUS`),
  ],
  ['read_back', words('ORDER_ALREADY_CAPTURED ORDER_ALREADY_AUTHORIZED ORDER_COMPLETED_OR_VOIDED')],
  ['in_progress', words('PREVIOUS_REQUEST_IN_PROGRESS ORDER_COMPLETION_IN_PROGRESS DUPLICATE_REQUEST_ID')],
  ['missing', words('INVALID_RESOURCE_ID')],
  ['lapsed', words('ORDER_EXPIRED')],
  [
    'terminal',
    words(`
      TRANSACTION_REFUSED MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED COMPLIANCE_VIOLATION
      DOMESTIC_TRANSACTION_REQUIRED DECLINED_DUE_TO_RELATED_TXN BILLING_AGREEMENT_NOT_FOUND
      AGREEMENT_ALREADY_CANCELLED TOKEN_ID_NOT_FOUND MISMATCHED_VAULT_ID_TO_PAYMENT_SOURCE
      VAULT_INSTRUCTION_REQUIRED VAULT_INSTRUCTION_DUPLICATED NEVER_HEARD_OF`),
  ],
];

const rows = EXPECTED.flatMap(([cause, issues]) => issues.map((issue) => ({ issue, cause })));

function problemWith(...issues: string[]) {
  return {
    name: 'UNPROCESSABLE_ENTITY',
    message: 'The whole story.',
    debug_id: 'f0a1b2c3d4e5f',
    details: issues.map((issue) => ({ issue, description: `About ${issue}.` })),
  };
}

describe('the classifier', () => {
  test.each(rows)('$issue leads to $cause', ({ issue, cause }) => {
    expect(causeOf(issue)).toBe(cause);
    expect(classify(problemWith(issue))).toEqual({
      cause,
      refusal: {
        issue,
        description: `About ${issue}.`,
        debug_id: 'f0a1b2c3d4e5f',
        provider_status: 'UNPROCESSABLE_ENTITY',
      },
    });
  });

  test('lets the weightiest of several issues decide, wherever it stands', () => {
    expect(classify(problemWith('INSTRUMENT_DECLINED', 'PAYEE_ACCOUNT_NOT_VERIFIED')).cause).toBe(
      'payee_unverified',
    );
    expect(classify(problemWith('PAYER_CANNOT_PAY', 'AMOUNT_MISMATCH')).refusal.issue).toBe(
      'AMOUNT_MISMATCH',
    );
    expect(classify(problemWith('CARD_EXPIRED', 'NEVER_HEARD_OF')).cause).toBe('terminal');
  });

  test('falls back on the name of a refusal without details', () => {
    expect(classify({ ...problemWith(), name: 'RESOURCE_NOT_FOUND' })).toMatchObject({
      cause: 'missing',
      refusal: { issue: 'RESOURCE_NOT_FOUND', description: 'The whole story.' },
    });
    expect(classify({ ...problemWith(), name: 'NOT_AUTHORIZED' }).cause).toBe('seller');
  });
});

describe('reading a refusal', () => {
  test('takes the debug id from the body, else from the header', () => {
    const text = JSON.stringify({ name: 'INVALID_REQUEST', message: 'No.', details: [{ issue: 'X' }] });
    expect(parseProblem(text, 'from-header')).toEqual({
      name: 'INVALID_REQUEST',
      message: 'No.',
      debug_id: 'from-header',
      details: [{ issue: 'X', description: null }],
    });
  });

  test('reads the shape of the token call', () => {
    const text = JSON.stringify({
      error: 'invalid_client',
      error_description: 'Client Authentication failed',
    });
    expect(parseProblem(text, null)).toMatchObject({
      name: 'invalid_client',
      message: 'Client Authentication failed',
    });
  });

  test.each(['', '<html>', '[]', '{"detail":"no"}', 'null'])('does not take %j for one', (text) => {
    expect(parseProblem(text, null)).toBeNull();
  });
});
