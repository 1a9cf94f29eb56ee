import type { ProviderRefusal, RefusalCause } from '../../rail.ts';
import { objectsAt, parseObject, textAt } from '../../http/json.ts';

const TEXT_MAX = 500;

/** A refusal as the provider wrote it, in either of its two shapes. */
interface WireProblem {
  name: string;
  message: string;
  debug_id: string | null;
  details: { issue: string; description: string | null }[];
}

/** What a refusal leads to. Beside the causes of an interface refusal: the outcome stands in the order itself
 *  (`read_back`), the order is gone (`lapsed`) or not known (`missing`), or an equal call is still being worked on (`in_progress`). */
export type Cause = RefusalCause | 'read_back' | 'lapsed' | 'missing' | 'in_progress';

const CAUSES: Readonly<Record<Cause, string>> = {
  payee_unverified: 'PAYEE_ACCOUNT_NOT_VERIFIED PAYEE_ACCOUNT_NO_CONFIRMED_EMAIL',
  payee_restricted: 'PAYEE_ACCOUNT_RESTRICTED PAYEE_ACCOUNT_LOCKED_OR_CLOSED',
  read_back:
    'ORDER_ALREADY_CAPTURED ORDER_ALREADY_AUTHORIZED ORDER_ALREADY_COMPLETED ORDER_COMPLETED_OR_VOIDED',
  in_progress:
    'PREVIOUS_REQUEST_IN_PROGRESS ORDER_COMPLETION_IN_PROGRESS DUPLICATE_REQUEST_ID ' +
    'PAYPAL_REQUEST_ID_PREVIOUSLY_USED',
  missing: 'INVALID_RESOURCE_ID RESOURCE_NOT_FOUND',
  lapsed: 'ORDER_EXPIRED',
  seller:
    'PAYEE_ACCOUNT_INVALID PAYEE_ACCOUNT_NOT_SUPPORTED PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING NOT_ENABLED_FOR_CARD_PROCESSING ' +
    'NOT_ENABLED_FOR_APPLE_PAY NOT_ENABLED_FOR_GOOGLE_PAY NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE ' +
    'PAYEE_BLOCKED_TRANSACTION TRANSACTION_BLOCKED_BY_PAYEE TRANSACTION_RECEIVING_LIMIT_EXCEEDED ' +
    'AUTH_CAPTURE_NOT_ENABLED CONSENT_NEEDED PERMISSION_DENIED PAYEE_NOT_CONSENTED NOT_AUTHORIZED',
  request:
    'PLATFORM_FEES_NOT_SUPPORTED INVALID_PLATFORM_FEES_ACCOUNT INVALID_PLATFORM_FEES_AMOUNT ' +
    'PLATFORM_FEE_PAYEE_CANNOT_BE_SAME_AS_PAYER UNSUPPORTED_PAYMENT_INSTRUCTION DUPLICATE_INVOICE_ID ' +
    'AMOUNT_MISMATCH ITEM_TOTAL_MISMATCH ITEM_TOTAL_REQUIRED TAX_TOTAL_MISMATCH TAX_TOTAL_REQUIRED ' +
    'DECIMAL_PRECISION DECIMALS_NOT_SUPPORTED CANNOT_BE_NEGATIVE CANNOT_BE_ZERO_OR_NEGATIVE ' +
    'MAX_VALUE_EXCEEDED INVALID_CURRENCY_CODE MULTI_CURRENCY_ORDER CITY_REQUIRED POSTAL_CODE_REQUIRED ' +
    'MULTIPLE_ITEM_CATEGORIES DUPLICATE_REFERENCE_ID UNSUPPORTED_INTENT RETURN_URL_REQUIRED ' +
    'CANCEL_URL_REQUIRED INCOMPATIBLE_PARAMETER_VALUE ACTION_DOES_NOT_MATCH_INTENT ' +
    'ORDER_CANNOT_BE_CONFIRMED PAYMENT_ALREADY_APPROVED MISSING_REQUIRED_PARAMETER ' +
    'INVALID_PARAMETER_VALUE INVALID_PARAMETER_SYNTAX INVALID_STRING_LENGTH INVALID_STRING_MAX_LENGTH ' +
    'INVALID_ARRAY_MIN_ITEMS INVALID_ARRAY_MAX_ITEMS INVALID_ARRAY_LENGTH INVALID_COUNTRY_CODE ' +
    'MALFORMED_REQUEST_JSON NOT_SUPPORTED PAYPAL_REQUEST_ID_REQUIRED INVALID_ACCOUNT_STATUS ' +
    'INVALID_REQUEST UNSUPPORTED_MEDIA_TYPE AUTHENTICATION_FAILURE',
  terminal:
    'TRANSACTION_REFUSED MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED COMPLIANCE_VIOLATION ' +
    'DOMESTIC_TRANSACTION_REQUIRED DECLINED_DUE_TO_RELATED_TXN BILLING_AGREEMENT_NOT_FOUND ' +
    'AGREEMENT_ALREADY_CANCELLED TOKEN_ID_NOT_FOUND MISMATCHED_VAULT_ID_TO_PAYMENT_SOURCE ' +
    'VAULT_INSTRUCTION_REQUIRED VAULT_INSTRUCTION_DUPLICATED',
  not_approved: 'ORDER_NOT_APPROVED ORDER_IS_PENDING_APPROVAL',
  buyer:
    'INSTRUMENT_DECLINED PAYER_ACTION_REQUIRED REDIRECT_PAYER_FOR_ALTERNATE_FUNDING PAYER_CANNOT_PAY ' +
    'PAYER_ACCOUNT_RESTRICTED PAYER_ACCOUNT_LOCKED_OR_CLOSED TRANSACTION_LIMIT_EXCEEDED CARD_EXPIRED ' +
    'REFERENCED_CARD_EXPIRED CARD_BRAND_NOT_SUPPORTED CARD_TYPE_NOT_SUPPORTED ' +
    'INVALID_SECURITY_CODE_LENGTH PAYMENT_SOURCE_DECLINED_BY_PROCESSOR ' +
    'PAYMENT_SOURCE_INFO_CANNOT_BE_VERIFIED PAYMENT_SOURCE_CANNOT_BE_USED BILLING_ADDRESS_INVALID ' +
    'SHIPPING_ADDRESS_INVALID TOKEN_EXPIRED INVALID_GOOGLE_PAY_TOKEN APPLE_PAY_AMOUNT_MISMATCH',
};

// With several issues in one refusal the weightiest decides: what the buyer could mend counts only when
// nothing else stands in the way. The order of the table above is that weight.
const WEIGHTS = Object.keys(CAUSES) as Cause[];
const CAUSE_OF = new Map<string, Cause>(
  WEIGHTS.flatMap((cause) => CAUSES[cause].split(' ').map((issue) => [issue, cause] as const)),
);

/** What one issue leads to. An issue nobody has heard of is a definite no. */
export function causeOf(issue: string): Cause {
  return CAUSE_OF.get(issue) ?? 'terminal';
}

/** Whether a refusal of this cause says that we may not ask in the seller's name: that is for the seller to mend. */
export function isDenied({ cause }: { cause: Cause }): boolean {
  return cause === 'seller' || cause === 'payee_restricted' || cause === 'payee_unverified';
}

/** What a refusal leads to, and the issue that decides it. */
export function classify(problem: WireProblem): { cause: Cause; refusal: ProviderRefusal } {
  const issues = problem.details.length > 0 ? problem.details : [{ issue: problem.name, description: null }];
  const [decisive] = issues.toSorted((a, b) => weightOf(a.issue) - weightOf(b.issue));
  const { issue, description } = decisive!; // at least one by construction
  return {
    cause: causeOf(issue),
    refusal: {
      issue,
      description: cut(description ?? problem.message),
      debug_id: problem.debug_id,
      provider_status: problem.name,
    },
  };
}

function weightOf(issue: string): number {
  return WEIGHTS.indexOf(causeOf(issue));
}

/** Reads the body of an answer that is not a success; null when it is not in one of the provider's two
 *  shapes. */
export function parseProblem(text: string, debugIdHeader: string | null): WireProblem | null {
  const body = parseObject(text);
  const name = textAt(body, 'name') ?? textAt(body, 'error');
  if (!name) return null;
  return {
    name: cut(name),
    message: textAt(body, 'message') ?? textAt(body, 'error_description') ?? name,
    debug_id: textAt(body, 'debug_id') ?? debugIdHeader,
    details: objectsAt(body, 'details').flatMap((detail) => {
      const issue = textAt(detail, 'issue');
      return issue ? [{ issue: cut(issue), description: textAt(detail, 'description') }] : [];
    }),
  };
}

// Never inside a character: half of one cannot be stored.
function cut(text: string): string {
  return text.slice(0, TEXT_MAX).replace(/[\ud800-\udbff]$/, '');
}
