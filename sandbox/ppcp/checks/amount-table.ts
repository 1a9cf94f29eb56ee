import type { Funding } from '../shapes/shapes.ts';

/** What an exact amount makes of a capture. */
type AmountEffect = { kind: 'refused'; issue: string } | { kind: 'captured'; outcome: Funding['outcome'] };

const REFUSED_FROM = 990_001n;
const CAPTURED_FROM = 995_001n;

// An amount is named in documents and tests: the lists only ever grow at their ends.
const ISSUES: readonly string[] = (
  'INSTRUMENT_DECLINED PAYER_ACTION_REQUIRED REDIRECT_PAYER_FOR_ALTERNATE_FUNDING ORDER_NOT_APPROVED ' +
  'PAYER_CANNOT_PAY TRANSACTION_REFUSED PAYER_ACCOUNT_RESTRICTED PAYER_ACCOUNT_LOCKED_OR_CLOSED ' +
  'TRANSACTION_LIMIT_EXCEEDED MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED CARD_EXPIRED ' +
  'REFERENCED_CARD_EXPIRED CARD_BRAND_NOT_SUPPORTED CARD_TYPE_NOT_SUPPORTED INVALID_SECURITY_CODE_LENGTH ' +
  'PAYMENT_SOURCE_DECLINED_BY_PROCESSOR PAYMENT_SOURCE_INFO_CANNOT_BE_VERIFIED ' +
  'PAYMENT_SOURCE_CANNOT_BE_USED BILLING_ADDRESS_INVALID SHIPPING_ADDRESS_INVALID TOKEN_EXPIRED ' +
  'INVALID_GOOGLE_PAY_TOKEN APPLE_PAY_AMOUNT_MISMATCH PAYEE_ACCOUNT_NOT_VERIFIED PAYEE_ACCOUNT_RESTRICTED ' +
  'PAYEE_ACCOUNT_LOCKED_OR_CLOSED PAYEE_ACCOUNT_INVALID PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING ' +
  'NOT_ENABLED_FOR_CARD_PROCESSING NOT_ENABLED_FOR_APPLE_PAY NOT_ENABLED_FOR_GOOGLE_PAY ' +
  'NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE PAYEE_BLOCKED_TRANSACTION TRANSACTION_BLOCKED_BY_PAYEE ' +
  'TRANSACTION_RECEIVING_LIMIT_EXCEEDED COMPLIANCE_VIOLATION DOMESTIC_TRANSACTION_REQUIRED ' +
  'AUTH_CAPTURE_NOT_ENABLED CONSENT_NEEDED PERMISSION_DENIED PAYEE_NOT_CONSENTED ' +
  'PAYEE_ACCOUNT_NOT_SUPPORTED PLATFORM_FEES_NOT_SUPPORTED INVALID_PLATFORM_FEES_ACCOUNT ' +
  'INVALID_PLATFORM_FEES_AMOUNT PLATFORM_FEE_PAYEE_CANNOT_BE_SAME_AS_PAYER ' +
  'UNSUPPORTED_PAYMENT_INSTRUCTION DUPLICATE_INVOICE_ID ORDER_ALREADY_CAPTURED ORDER_ALREADY_AUTHORIZED ' +
  'ORDER_COMPLETION_IN_PROGRESS ORDER_CANNOT_BE_CONFIRMED PAYMENT_ALREADY_APPROVED ' +
  'ORDER_IS_PENDING_APPROVAL ACTION_DOES_NOT_MATCH_INTENT ORDER_EXPIRED ORDER_COMPLETED_OR_VOIDED ' +
  'BILLING_AGREEMENT_NOT_FOUND AGREEMENT_ALREADY_CANCELLED TOKEN_ID_NOT_FOUND ' +
  'MISMATCHED_VAULT_ID_TO_PAYMENT_SOURCE VAULT_INSTRUCTION_REQUIRED VAULT_INSTRUCTION_DUPLICATED ' +
  'DECLINED_DUE_TO_RELATED_TXN INVALID_RESOURCE_ID INVALID_ACCOUNT_STATUS'
).split(' ');
const OUTCOMES: readonly Funding['outcome'][] = ['declined', 'pending', 'pending_declined'];

/** What a capture of so many minor units comes to, or null when the amount means nothing. */
export function effectOfAmount(minor: bigint): AmountEffect | null {
  const issue = minor >= REFUSED_FROM ? ISSUES[Number(minor - REFUSED_FROM)] : undefined;
  if (issue !== undefined) return { kind: 'refused', issue };
  const outcome = minor >= CAPTURED_FROM ? OUTCOMES[Number(minor - CAPTURED_FROM)] : undefined;
  return outcome === undefined ? null : { kind: 'captured', outcome };
}

/** The whole table, as amounts of a currency with two decimals. */
export function amountTable(): { amount: string; effect: string }[] {
  const shown = (from: bigint, effects: readonly string[]): { amount: string; effect: string }[] =>
    effects.map((effect, index) => {
      const digits = String(from + BigInt(index));
      return { amount: `${digits.slice(0, -2)}.${digits.slice(-2)}`, effect };
    });
  return [...shown(REFUSED_FROM, ISSUES), ...shown(CAPTURED_FROM, OUTCOMES)];
}
