import type { STATUSES_WITH_CODE } from '../../../wire/problem.ts';
import { REFUSALS, type RefusalName } from '../refusals.ts';

/** The refusals that are answered with a `code`: their name. */
export type Code = {
  [Name in RefusalName]: (typeof REFUSALS)[Name][0] extends (typeof STATUSES_WITH_CODE)[number]
    ? Name
    : never;
}[RefusalName];

/** A code as it is told of: its status, the words that stand beside it, and what whoever reads it does next. */
interface ToldCode {
  readonly code: Code;
  readonly status: number;
  readonly words: string;
  readonly next: string;
}

/** What to do about each code. Markdown with `code` only. A refusal that gets a code and has no row here does not compile. */
const NEXT: Readonly<Record<Code, string>> = {
  // Any call
  channel_key_required: 'Call with a key of the channel.',
  merchant_key_required: 'Call with a key of the merchant.',
  permission_required: 'Ask whoever manages the users of the merchant for the permission.',
  channel_inactive:
    'Stop and ask whoever runs the deployment. Nothing is sold until the channel is active again.',
  cross_site_call:
    "Send it from the service's own pages, or without a cookie and with the token of the session.",
  test_environment_only: 'Leave it out of what runs live.',
  host_ambiguous: 'Correct the client or the proxy: exactly one `Host`.',
  host_missing: 'Correct the client: every request names its `Host`.',
  database_unavailable: 'Wait a moment, then repeat what is safe to repeat.',

  // Keys and people
  too_many_keys: 'Revoke keys that nothing uses, then repeat.',
  dashboard_email_taken: 'Invite the person under another email.',
  passkeys_unavailable:
    'Sign in with the password. Whoever runs the deployment gives it a domain name and https.',
  passkey_required: 'Sign in once more, with a passkey.',
  passkey_taken: 'Go on: it can be signed in with already.',
  too_many_passkeys: 'Remove one that is not used, then repeat.',

  // Merchants and onboarding
  merchant_email_taken: 'Look for the merchant by its email before another is created.',
  onboarding_complete: 'Go on: the merchant is connected. To ask for consent anew, send `reconnect` true.',
  onboarding_moved: 'Read the onboarding status, then decide.',
  onboarding_refused: 'Check what is known of the merchant, and ask whoever runs the deployment.',
  onboarding_unreachable: 'Repeat later, after `Retry-After` where there is one.',
  onboarding_not_offered: 'Leave it out: this provider knows the merchant by credentials of its own.',
  rail_account_taken: 'Check whose credentials these are.',

  // Webhook endpoints
  too_many_endpoints: 'Change one of the endpoints that there are.',
  too_many_merchant_endpoints: 'Change one of the endpoints that there are.',
  endpoint_unresolved: 'Look the name up yourself, correct it or wait for DNS, then repeat.',
  endpoint_private: 'Register an address that the internet reaches.',
  endpoint_enabled: 'Disable the endpoint, replace its URL, enable it.',
  endpoint_needs_rotation: 'Send `rotate_secret` true, and keep the new secret.',
  endpoint_stale: 'Read the endpoint, then decide.',
  endpoint_not_subscribed: 'Have its owner enable it, or add the type to its list, then repeat.',
  feed_cursor_foreign: 'Drop the cursor and read from the beginning.',

  // Checkout sessions and payments
  session_expired: 'Create another session.',
  session_capturing: 'Wait for the outcome: read the session or the transaction, or hear of it by an event.',
  session_completed: 'Do not pay again. Fulfil by the transaction that there is.',
  too_many_open_orders: 'Have the buyer approve one of the orders, or create another session.',
  currency_not_settled: 'Sell in `settlement_currency`, which stands beside the code.',
  other_rail: 'Read `payment_provider` of the session and use its way to pay.',
  origin_not_allowed: "Add the page's origin to `allowed_origins` of the next session.",
  payments_not_allowed: "Read the merchant's onboarding status; it is not connected, or is held.",
  vault_not_offered: 'Sell without saving, or have the merchant routed to another provider.',
  order_not_approved: 'Send the buyer to approve the order, then repeat.',
  order_not_capturable: 'Begin a new order of the session, if that is open still.',
  payment_declined: 'Offer the buyer another way to pay. Do not repeat it by yourself.',
  seller_unverified: 'Have the merchant verify its account at the provider.',
  seller_refused: 'Have the merchant look at its account at the provider.',
  payment_refused: 'Repeating will not help: offer another way to pay, and check what was asked for.',
  outcome_unknown: 'Read the resource, or repeat under the same key. Never begin anew.',
  provider_unavailable: 'Nothing was taken or returned. Repeat under the same key, with growing pauses.',
  rail_not_configured: 'Ask whoever runs the deployment.',
  charge_currency_not_settled: 'Charge in `settlement_currency`, which stands beside the code.',

  // Refunds
  refund_exceeds_remaining: 'Refund `remaining_amount` at most, which stands beside the code.',
  capture_not_refundable: 'Read the transaction: its money was not taken, or is returned already.',
  refund_refused:
    "`failure_code` is the provider's word for why, and stands with the refund in the transaction too.",
  refund_under_way: 'Wait until the other refund is settled, then repeat.',
  refund_failed: 'Decide anew by `failure_code`, and take another key for another refund.',

  // Disputes
  dispute_action_unavailable: 'Read the dispute and choose among its `available_actions`.',
  dispute_action_under_way: 'Wait, and read the dispute before another answer is given.',
  dispute_action_refused: 'Read `provider_code`, where it stands beside the code; correct what was sent.',
  dispute_access_denied: 'Have the merchant grant the access: start onboarding with `reconnect` true.',

  // Text-to-pay
  text_not_cancelable: 'Read the request: it is paid, has ended, or is being sent.',
  text_cancel_failed: 'Repeat later. Until then the buyer may pay by the link.',
  text_not_stuck: 'Leave it: it is past being sent.',
  text_refused: 'Check the number; `carrier_code` beside the code is what the carrier says.',
  texts_not_offered: 'Have the buyer pay by a checkout session.',
  invoices_access_denied: 'Have the merchant grant the access: start onboarding with `reconnect` true.',

  // Operator
  unsettled_needs_no_person: 'Leave it: the service goes on asking.',
  unsettled_under_way: 'Repeat in a minute.',
  unsettled_not_by_word: "Look at the provider's side, or use the operation for its kind.",
  period_not_over: 'Close the month when it is over, in UTC.',
  statement_superseded: 'Correct the statement that stands in its place.',
  statement_under_way: 'Read the statement later; it needs nothing more.',
  reconciliation_range: 'Ask for fewer days or fewer accounts at once.',

  // Notices of providers
  notice_forged: "Check the provider's secret or certificate in the settings of the deployment.",
  notice_unverifiable: 'Send the notice again later, as providers do by themselves.',
};

/** Whether a refusal is answered with its name as `code`. */
export function hasCode(name: RefusalName): name is Code {
  return Object.hasOwn(NEXT, name);
}

/** Every code there is: by status, and in one by area. */
export const CODES: readonly ToldCode[] = (Object.keys(NEXT) as Code[])
  .map((code): ToldCode => {
    const [status, words] = REFUSALS[code];
    return { code, status, words, next: NEXT[code] };
  })
  .sort((one, other) => one.status - other.status);
