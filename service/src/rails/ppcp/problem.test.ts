import { describe, expect, test } from 'vitest';
import { causeOf, classify, parseProblem } from './problem.ts';
import type { Cause } from './problem.ts';

const EXPECTED: readonly (readonly [Cause, readonly string[]])[] = [
  [
    'buyer',
    [
      'INSTRUMENT_DECLINED',
      'PAYER_ACTION_REQUIRED',
      'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
      'PAYER_CANNOT_PAY',
      'PAYER_ACCOUNT_RESTRICTED',
      'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
      'TRANSACTION_LIMIT_EXCEEDED',
      'CARD_EXPIRED',
      'CARD_BRAND_NOT_SUPPORTED',
      'PAYMENT_SOURCE_DECLINED_BY_PROCESSOR',
      'BILLING_ADDRESS_INVALID',
      'SHIPPING_ADDRESS_INVALID',
      'APPLE_PAY_AMOUNT_MISMATCH',
    ],
  ],
  ['not_approved', ['ORDER_NOT_APPROVED', 'ORDER_IS_PENDING_APPROVAL']],
  ['payee_unverified', ['PAYEE_ACCOUNT_NOT_VERIFIED']],
  [
    'seller',
    [
      'PAYEE_ACCOUNT_RESTRICTED',
      'PAYEE_ACCOUNT_LOCKED_OR_CLOSED',
      'PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING',
      'NOT_ENABLED_FOR_APPLE_PAY',
      'TRANSACTION_RECEIVING_LIMIT_EXCEEDED',
      'CONSENT_NEEDED',
      'PERMISSION_DENIED',
      'PAYEE_NOT_CONSENTED',
    ],
  ],
  [
    'request',
    [
      'INVALID_PLATFORM_FEES_AMOUNT',
      'DUPLICATE_INVOICE_ID',
      'AMOUNT_MISMATCH',
      'DECIMAL_PRECISION',
      'INVALID_CURRENCY_CODE',
      'MALFORMED_REQUEST_JSON',
      'INVALID_ACCOUNT_STATUS',
    ],
  ],
  ['read_back', ['ORDER_ALREADY_CAPTURED', 'ORDER_COMPLETED_OR_VOIDED']],
  ['in_progress', ['PREVIOUS_REQUEST_IN_PROGRESS', 'ORDER_COMPLETION_IN_PROGRESS', 'DUPLICATE_REQUEST_ID']],
  ['lapsed', ['INVALID_RESOURCE_ID', 'ORDER_EXPIRED']],
  [
    'terminal',
    [
      'TRANSACTION_REFUSED',
      'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
      'COMPLIANCE_VIOLATION',
      'NEVER_HEARD_OF',
    ],
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
      cause: 'lapsed',
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
