/** Every refusal of the service, by name: the status and the words a caller reads. A refusal is thrown by its name and
 *  answered as `{detail}`, with a `code` where several share a status; nothing else decides a status. Problems of fields, which a 422 lists, are not here: schemas and routes say them. */
export const REFUSALS = {
  // Authentication and scope
  invalid_api_key: [401, 'Invalid API key'],
  merchant_header_required: [401, 'X-Merchant-Id header is required'],
  merchant_not_found: [404, 'Merchant not found'],
  channel_key_required: [403, 'This operation needs a channel key'],
  merchant_key_required: [403, 'This operation needs a merchant key'],
  permission_required: [403, 'This account lacks the permission for this operation'],
  channel_inactive: [403, 'Channel is not active'],
  cross_site_call: [403, "A call with a session cookie must come from the service's own page"],
  test_environment_only: [403, 'Available in the test environment only'],

  // Transport
  route_not_found: [404, 'Not Found'],
  host_ambiguous: [400, 'The request names more than one host'],
  host_missing: [400, 'The request names no host'],
  expectation_unknown: [417, 'The one expectation that is met is 100-continue'],
  method_not_allowed: [405, 'Method Not Allowed'],
  body_too_large: [413, 'Request body is larger than 256 KiB'],
  content_type_unsupported: [415, 'Content-Type must be application/json'],
  database_unavailable: [503, 'The service is temporarily unavailable'],

  // Keys and activation
  key_not_found: [404, 'API key not found'],
  too_many_keys: [400, 'Too many active API keys. Revoke unused keys before creating another one.'],
  activation_not_found: [404, 'Activation link not found'],
  activation_gone: [410, 'Activation link is no longer valid'],
  password_wrong: [401, 'Wrong password'],
  sign_in_failed: [401, 'Wrong email or password'],
  dashboard_email_taken: [409, 'This email already signs in to the dashboard of another merchant'],

  // Owners and passkeys
  owner_not_found: [404, 'Owner not found'],
  passkeys_unavailable: [409, 'Passkeys need a base address with a domain name and https'],
  passkey_required: [403, 'Sign in with a passkey to change the passkeys of this account'],
  passkey_refused: [401, 'The passkey could not be verified'],
  passkey_not_found: [404, 'Passkey not found'],
  passkey_taken: [409, 'This passkey is already registered'],
  too_many_passkeys: [400, 'An owner can register at most 10 passkeys'],
  recovery_not_found: [404, 'Recovery link not found'],
  recovery_gone: [410, 'Recovery link is no longer valid'],

  // Channels and merchants
  channel_not_found: [404, 'Channel not found'],
  merchant_email_taken: [409, 'A merchant with this email already exists'],

  // Onboarding
  onboarding_complete: [409, 'Onboarding is already complete'],
  onboarding_moved: [409, 'The link state of this merchant changed meanwhile; read the onboarding status'],
  onboarding_refused: [502, 'The wallet provider refused the referral'],
  onboarding_unreachable: [503, 'The wallet provider could not be reached'],
  onboarding_not_offered: [409, 'This merchant is routed to a provider without onboarding'],

  // Webhook endpoints
  endpoint_not_found: [404, 'Webhook endpoint not found'],
  too_many_endpoints: [400, 'A channel can configure at most 10 webhook endpoints'],
  too_many_merchant_endpoints: [400, 'A merchant can configure at most 10 webhook endpoints'],
  endpoint_unresolved: [424, 'Webhook endpoint hostname could not be resolved by DNS'],
  endpoint_private: [400, 'Webhook endpoint hostname resolves to a private or reserved IP address'],
  endpoint_enabled: [409, 'Disable this webhook endpoint before replacing its URL'],
  endpoint_needs_rotation: [
    400,
    'Replacing a webhook endpoint with a different host requires rotate_secret=true',
  ],
  endpoint_stale: [409, 'The webhook endpoint changed meanwhile; read it and try again'],
  event_not_found: [404, 'Event not found'],
  feed_cursor_foreign: [409, 'This cursor is of another database; begin without one'],

  // Accounts at providers
  rail_account_taken: [409, 'This account at the payment provider serves another merchant'],

  // Checkout sessions
  session_not_found: [404, 'Checkout session not found'],
  session_expired: [409, 'Checkout session has expired'],
  session_capturing: [409, 'A payment is being captured for this checkout session'],
  too_many_open_orders: [
    409,
    'Too many orders of this checkout session wait for the buyer; approve one of them',
  ],
  session_completed: [409, 'Checkout session is already completed'],
  currency_not_settled: [400, "The session currency differs from the merchant's wallet settlement currency"],
  account_missing: [422, 'The merchant has no account at this payment provider'],
  other_rail: [400, 'This checkout session is paid through another payment provider'],
  wallet_not_connected: [422, 'The merchant has no connected wallet account'],
  origin_not_allowed: [403, 'This origin may not pay this checkout session'],

  // Payments
  payments_not_allowed: [403, 'The merchant is not allowed to take payments'],
  vault_not_offered: [409, "This merchant's payment provider cannot save an instrument"],
  order_not_found: [404, 'Order not found'],
  order_not_approved: [409, 'The buyer has not approved this order'],
  order_not_capturable: [409, 'This order can no longer be captured'],
  payment_declined: [402, 'The payment was declined; choose another way to pay'],
  seller_unverified: [400, "The merchant's wallet account is not verified and cannot receive this payment"],
  seller_refused: [400, "The merchant's wallet account cannot receive this payment"],
  payment_refused: [400, 'The provider refused this payment'],
  outcome_unknown: [
    503,
    'The provider did not confirm the outcome; it will be settled, retry or read it again',
  ],
  provider_unavailable: [503, 'The payment provider could not be reached'],
  rail_not_configured: [503, 'This payment provider is not configured on this deployment'],

  // Saved instruments
  customer_not_found: [404, 'No saved instrument for this customer'],
  subscription_not_found: [404, 'Subscription not found'],
  charge_currency_not_settled: [400, "The currency differs from the merchant's wallet settlement currency"],

  // Refunds and transactions
  capture_not_found: [404, 'Capture not found'],
  transaction_not_found: [404, 'Transaction not found'],
  unsettled_not_found: [404, 'Nothing unsettled has this id'],
  unsettled_needs_no_person: [409, 'It needs no person yet: the provider is still asked about it'],
  unsettled_under_way: [409, 'A call about it is under way: try again in a minute'],
  unsettled_not_by_word: [
    409,
    'No word ends this: the provider tells what became of it, or an operation of its own does',
  ],
  refund_exceeds_remaining: [409, 'The refund is larger than what remains of the capture'],
  capture_not_refundable: [409, 'This capture cannot be refunded'],
  refund_refused: [409, 'The provider refused this refund'],
  refund_under_way: [409, 'Another refund of this capture is under way, or its outcome is not known yet'],
  refund_failed: [409, 'The provider accepted this refund, and it failed later'],

  // Disputes
  dispute_not_found: [404, 'Dispute not found'],
  dispute_action_unavailable: [409, 'The dispute does not take this answer now; read its available_actions'],
  dispute_action_under_way: [409, 'Another answer to this dispute is under way, or its outcome is not known'],
  dispute_action_refused: [409, 'The provider refused this answer'],
  dispute_access_denied: [
    409,
    "The merchant's account at the provider has not granted access to its disputes",
  ],

  // Text-to-pay
  text_not_found: [404, 'Payment request not found'],
  text_not_cancelable: [409, 'This payment request can no longer be canceled, or is still being sent'],
  text_cancel_failed: [502, 'The provider did not cancel this payment request; its link can still be paid'],
  text_not_stuck: [409, 'This payment request is not stuck in sending'],
  text_refused: [400, 'The carrier refused this text message'],
  texts_not_offered: [409, "This merchant's payment provider cannot send payment requests"],
  invoices_access_denied: [
    409,
    "The merchant's account at the provider has not granted access to its invoices; start onboarding with reconnect true",
  ],

  // Statements
  statement_not_found: [404, 'Statement not found'],
  period_not_over: [409, 'This month is not over yet'],
  statement_superseded: [409, 'This statement is corrected already, or is being corrected'],
  statement_under_way: [503, 'The statement is being written and will be issued; read it again'],

  // Reconciliation
  reconciliation_range: [409, 'At most 31 days of the last three years, and 10,000 days of accounts'],
  difference_not_found: [404, 'No open difference has this id'],

  // Notices
  notice_forged: [400, 'The notice could not be verified'],
  notice_not_found: [404, 'No notice that was given up has this id'],
  notice_unverifiable: [503, 'The notice cannot be verified at the moment'],
} as const satisfies Record<string, readonly [status: number, detail: string]>;

export type RefusalName = keyof typeof REFUSALS;

/** Whether a word that was kept is the name of a refusal in this release. */
export function isRefusalName(word: string): word is RefusalName {
  return Object.hasOwn(REFUSALS, word);
}

/** A request refused for a named reason. `extra` adds members to the answer's body, `headers` to its head. */
export class Refusal extends Error {
  readonly refusal: RefusalName;
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;
  constructor(
    name: RefusalName,
    more: { extra?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(name);
    this.refusal = name;
    this.extra = more.extra ?? {};
    this.headers = more.headers ?? {};
  }
}

/** One field that does not hold, in the shape a 422 lists it. */
export interface FieldProblem {
  loc: readonly (string | number)[];
  msg: string;
  type: string;
  ctx?: Record<string, unknown>;
  input?: unknown;
}

/** A request whose fields do not hold: answered 422 with every problem found. */
export class InvalidFields extends Error {
  readonly problems: readonly FieldProblem[];
  constructor(problems: readonly FieldProblem[]) {
    super('invalid fields');
    this.problems = problems;
  }
}

/** An amount that is none of its currency (`digits`), or that the merchant's provider cannot be told (`inexact`,
 *  `too_large`). Whoever read it from a request knows the field. */
export class UnfitAmount extends Error {
  readonly why: 'digits' | 'grammar' | 'inexact' | 'too_large';
  readonly currency: string;
  constructor(why: UnfitAmount['why'], currency: string) {
    super(`an amount in ${currency}: ${why}`);
    this.why = why;
    this.currency = currency;
  }
}

/** A value that cannot be what it is meant for, in all of it or in a member. Whoever read it from a request knows the field. What is
 *  secret has no `input`: it is not repeated. */
export class UnfitValue extends Error {
  readonly problems: readonly (Omit<FieldProblem, 'loc'> & { member: string | null })[];
  constructor(problems: UnfitValue['problems']) {
    super('unfit value');
    this.problems = problems;
  }
}

/** An Idempotency-Key that was used before, with another body. */
export class KeyOfOtherBody extends Error {
  readonly key: string;
  constructor(key: string) {
    super('an Idempotency-Key of another body');
    this.key = key;
  }
}

/** More calls than the budget allows: answered 429 with the budget's own words. */
export class BudgetExceeded extends Error {
  readonly limit: number;
  constructor(limit: number) {
    super('budget exceeded');
    this.limit = limit;
  }
}
