import type { Link } from '../store/shapes.ts';
import { wordsFor } from './words.ts';

/** One entry of an error's details. */
export interface IssueDetail {
  issue: string;
  description?: string;
  field?: string;
  value?: string;
  location?: 'body' | 'path' | 'query' | 'header';
}

const NAMES: Readonly<Record<number, [name: string, message: string]>> = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  403: ['NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  409: ['RESOURCE_CONFLICT', 'The server has detected a conflict while processing this request.'],
  413: ['REQUEST_ENTITY_TOO_LARGE', 'The request is larger than the server accepts.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', "The server does not support the request payload's media type."],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  429: ['RATE_LIMIT_REACHED', 'Too many requests.'],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error occurred.'],
  503: ['SERVICE_UNAVAILABLE', 'Service Unavailable.'],
};

/** Issues that do not come with 422, and those whose meaning deserves a sentence. */
const ISSUES: Readonly<Record<string, [status: number, description: string]>> = {
  AMOUNT_MISMATCH: [422, 'The amount must equal the sum of its breakdown.'],
  CANNOT_BE_NEGATIVE: [422, 'Must be zero or greater.'],
  CANNOT_BE_ZERO_OR_NEGATIVE: [422, 'Must be greater than zero.'],
  CAPTURE_FULLY_REFUNDED: [422, 'The capture has already been fully refunded.'],
  CITY_REQUIRED: [422, 'The country requires a city (address.admin_area_2).'],
  CONSENT_NEEDED: [403, 'The payer has not consented to this operation.'],
  DECIMALS_NOT_SUPPORTED: [422, 'The currency does not take that many decimals.'],
  DECIMAL_PRECISION: [422, 'The currency does not take that many decimals.'],
  DUPLICATE_INVOICE_ID: [422, 'The seller does not accept a second payment with this invoice id.'],
  DUPLICATE_REFERENCE_ID: [422, 'reference_id must be unique among purchase units.'],
  INSTRUMENT_DECLINED: [422, 'The instrument was declined or cannot be used for this payment.'],
  INTERNAL_SERVER_ERROR: [500, 'An internal server error occurred.'],
  INVALID_ACCOUNT_STATUS: [401, 'The account cannot be used.'],
  INVALID_ARRAY_MAX_ITEMS: [400, 'The array has too many items.'],
  INVALID_ARRAY_MIN_ITEMS: [400, 'The array has too few items.'],
  INVALID_COUNTRY_CODE: [400, 'The country code is not valid.'],
  INVALID_CURRENCY_CODE: [422, 'The currency is not supported.'],
  INVALID_JSON_POINTER_FORMAT: [422, 'The path is not a JSON pointer.'],
  INVALID_PATCH_OPERATION: [400, 'The operation is not add, replace or remove.'],
  INVALID_PARAMETER_SYNTAX: [400, 'The value does not have the expected form.'],
  INVALID_PARAMETER_VALUE: [400, 'The value is not one of those accepted.'],
  INVALID_PLATFORM_FEES_AMOUNT: [422, 'The platform fee cannot be greater than the order amount.'],
  INVALID_RESOURCE_ID: [404, 'The specified resource id does not exist.'],
  INVALID_STRING_LENGTH: [400, 'The value is too short or too long.'],
  INVALID_STRING_MAX_LENGTH: [400, 'The value is too long.'],
  ITEM_TOTAL_MISMATCH: [422, 'item_total must equal the sum of unit_amount times quantity.'],
  ITEM_TOTAL_REQUIRED: [422, 'item_total is required when items are given.'],
  MALFORMED_REQUEST_JSON: [400, 'The request body is not valid JSON.'],
  MAX_VALUE_EXCEEDED: [422, 'The value is larger than the largest accepted.'],
  MISSING_REQUIRED_PARAMETER: [400, 'A required parameter is missing.'],
  MULTIPLE_ITEM_CATEGORIES: [422, 'DONATION does not mix with other categories.'],
  MULTI_CURRENCY_ORDER: [422, 'Every amount of an order must have the same currency.'],
  NOT_SUPPORTED: [400, 'The field is not supported.'],
  ORDER_ALREADY_CAPTURED: [422, 'The order has already been captured.'],
  ORDER_NOT_APPROVED: [422, 'The payer has not approved the order.'],
  PAYEE_ACCOUNT_INVALID: [422, 'The payee account is not valid.'],
  PAYEE_ACCOUNT_NOT_SUPPORTED: [403, 'The payee account cannot be used with this operation.'],
  PAYEE_ACCOUNT_NOT_VERIFIED: [403, 'The payee has not verified their account.'],
  PAYEE_ACCOUNT_RESTRICTED: [422, 'The payee account is restricted.'],
  PAYEE_NOT_CONSENTED: [403, 'The payee has not granted the caller this permission.'],
  PAYPAL_REQUEST_ID_REQUIRED: [400, 'A PayPal-Request-Id header is required.'],
  PENDING_CAPTURE: [422, 'The capture is still pending.'],
  PERMISSION_DENIED: [403, 'You do not have permission to perform this operation.'],
  PLATFORM_FEE_EXCEEDED: [422, 'More platform fee would be returned than was taken.'],
  POSTAL_CODE_REQUIRED: [422, 'The country requires a postal code.'],
  PREVIOUS_REQUEST_IN_PROGRESS: [409, 'A request with this id is still in progress.'],
  REFUND_AMOUNT_EXCEEDED: [422, 'More would be refunded than remains.'],
  TAX_TOTAL_MISMATCH: [422, 'tax_total must equal the sum of tax times quantity.'],
  TAX_TOTAL_REQUIRED: [422, 'tax_total is required when items carry tax.'],
};

export interface ProblemOptions {
  status?: number;
  links?: Link[];
  retryAfter?: number | null;
}

/** A refusal in the provider's own shape. */
export class ProviderProblem extends Error {
  readonly status: number;
  readonly details: IssueDetail[];
  readonly links: Link[];
  readonly retryAfter: number | null;

  constructor(status: number, details: IssueDetail[], options: Omit<ProblemOptions, 'status'> = {}) {
    super(details[0]?.issue ?? nameOf(status)[0]);
    this.status = status;
    this.details = details;
    this.links = options.links ?? [];
    this.retryAfter = options.retryAfter ?? null;
  }
}

/** A refusal of the token endpoint or of a token; they have an error shape of their own. */
export class OAuthProblem extends Error {
  readonly status: number;
  readonly error: string;

  constructor(status: number, error: string, description: string) {
    super(description);
    this.status = status;
    this.error = error;
  }
}

/** Stops the call with one issue; its status is the issue's own (422 when it has none) unless given. */
export function refuse(
  issue: string,
  detail: Omit<IssueDetail, 'issue'> = {},
  options: ProblemOptions = {},
): never {
  throw new ProviderProblem(options.status ?? statusOf(issue), [describe({ issue, ...detail })], options);
}

/** The status an issue comes with. */
export function statusOf(issue: string): number {
  return ISSUES[issue]?.[0] ?? 422;
}

/** Fills in the sentence that goes with the issue. */
export function describe(detail: IssueDetail): IssueDetail {
  const sentence = ISSUES[detail.issue]?.[1] ?? 'The request was refused.';
  return { ...detail, description: detail.description ?? sentence };
}

/** The body of a refusal, each issue described as the interface that was called does it. */
export function problemBody(
  problem: ProviderProblem,
  told: { debugId: string; base: string; call: { method: string; route: string } },
): object {
  const { debugId, base, call } = told;
  const [name, message] = nameOf(problem.status);
  if (problem.status >= 500) return { name, message, debug_id: debugId, links: [] };
  const issue = problem.details[0]?.issue ?? name;
  const details = problem.details.map((detail) => {
    const words = wordsFor(call, detail.issue);
    return words === null ? detail : { ...detail, description: words };
  });
  return {
    name,
    ...(details.length > 0 ? { details } : {}),
    message,
    debug_id: debugId,
    links: [
      { href: `${base}/docs/errors#error-${issue}`, rel: 'information_link', method: 'GET' },
      ...problem.links,
    ],
  };
}

function nameOf(status: number): [string, string] {
  return (
    NAMES[status] ?? (status >= 500 ? ['INTERNAL_SERVER_ERROR', 'An error occurred.'] : ['ERROR', 'Refused.'])
  );
}
