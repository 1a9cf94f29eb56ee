import type { Operation } from '../http/operations.ts';
import type { Notes } from '../../../wire/notes.ts';
import { SHAPES } from '../../../wire/published-shapes.ts';

/** What fields mean: the notes that stand beside their shapes. */
export const FIELD_NOTES: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(SHAPES).map((file) => ('NOTES' in file ? (file.NOTES as Notes) : {})),
) as Notes;

/** Components, and objects within them, that mean the same by a field as another one does: what has no note of its own has the
 *  other's. */
export const ALIKE: Readonly<Record<string, string>> = {
  ChangedEndpoint: 'Endpoint',
  ChannelChange: 'Channel',
  CreatedKey: 'Key',
  CurrencyRevenue: 'DailyRevenue',
  CurrencyTotals: 'TransactionStats',
  'Difference.theirs': 'Difference.ours',
  DisputeDetail: 'Dispute',
  EndpointChange: 'Endpoint',
  EndpointWithSecret: 'Endpoint',
  FedEvent: 'OperatorEvent',
  FoundRefund: 'TransactionRefund',
  InvitedChannel: 'Channel',
  ListedChannel: 'Channel',
  MerchantRow: 'CreatedMerchant',
  NewChannel: 'Channel',
  NewChannelTerms: 'ChannelTerms',
  NewEndpoint: 'Endpoint',
  NewSession: 'CreatedSession',
  NewSubscription: 'Subscription',
  OperatedSubscription: 'Subscription',
  'OperatedSubscriptionPage.items': 'OperatedSubscription',
  OperatorMerchant: 'MerchantChange',
  'OperatorMerchant.branding': 'Branding',
  PasskeySignIn: 'NewPasskey',
  'PasskeySignIn.credential': 'NewPasskey.credential',
  'PasskeySignIn.credential.response': 'NewPasskey.credential.response',
  PublicSession: 'CreatedSession',
  'PublicSession.branding': 'Branding',
  'PublicSession.items': 'OrderItem',
  'SecretsRotated.next': 'SecretsRotate.from',
  StatementHead: 'Statement',
  'StatementHead.rail_summaries': 'RailSummary',
  StatementUnderWay: 'Statement',
  TransactionDetail: 'Transaction',
};

/** What fields of one name mean wherever they stand. */
const NOTES: Readonly<Record<string, string>> = {
  activation_expires_at: 'Until when the link is good.',
  activation_url: 'Where the person sets a password, once. Hand it over on a way that only they read.',
  amount_cents: "In the currency's minor units.",
  branding: 'How the merchant’s payment pages look.',
  budget_factor: 'What every budget of the channel’s keys is multiplied by.',
  business_name: 'What the merchant is called, also to buyers.',
  buyer_email: 'Where the buyer can be reached.',
  cancel_url: 'Where the hosted page leads when the buyer turns away.',
  captured_at: 'When the money was taken.',
  channel_id: 'The channel. Where it may be null, that is of a merchant without one.',
  checkout_session_id: 'The checkout session.',
  client_token: 'For the provider’s script on a page, for a short time.',
  country_code: 'The country, by its ISO 3166-1 code.',
  created_at: 'When it was made.',
  currency: 'What the amounts beside it are in.',
  day: 'Which day of the books it is about.',
  dry_run: 'Only count, and change nothing.',
  email: 'The email address.',
  ended_at: 'When it ended; null while it has not.',
  environment: 'test or live: the deployment’s.',
  expires_at: 'Until when it is good.',
  external_order_id: 'The channel’s own order number.',
  funding_source: 'How the buyer chose to pay, in the provider’s words.',
  id: 'What it is known by, for good.',
  items: 'This page of the list.',
  last_problem: 'What stood in the way the last time.',
  limit: 'How many a page has at most.',
  merchant_id: 'The merchant.',
  merchant_name: 'What the merchant is called to buyers.',
  name: 'What it is called, for people.',
  offset: 'How many come before this page.',
  onboarding_return_url:
    'Where the page after the provider’s consent leads on to. It moves the browser and proves nothing.',
  onboarding_status: 'How far the connection to the provider has come, as it was last known.',
  order_id: 'The provider’s order.',
  owner_id: 'The owner.',
  password: 'The password of the person.',
  pay_later: 'How the provider’s message about paying later looks; null where that was not set.',
  payment_token: 'For rails whose fields run in the browser: what they answered.',
  period_end: 'The last day of the month.',
  period_start: 'The first day of the month.',
  provider: 'The payment provider, by its code.',
  provider_account: 'The account at the provider, by the provider’s id of it.',
  provider_capture_id: 'The provider’s id of the capture.',
  provider_order_id: 'The provider’s id of the order.',
  rail: 'The payment provider, by its code.',
  received: 'Always true: it was taken.',
  refunded_amount_cents: 'Everything returned so far, in minor units.',
  replay_of_event_id: 'For a replay, the event that it repeats.',
  requires_shipping: 'Whether the goods are sent to the buyer.',
  shipping_address: 'Where the goods go.',
  statement_id: 'The statement.',
  success_url: 'Where the hosted page leads after the payment.',
  total: 'How many there are under the same filters.',
  transaction_id: 'The transaction.',
  updated_at: 'When it changed last.',
  wallet_acdc_status: 'Whether card fields can be used; null where nothing is known.',
  wallet_apple_pay_status: 'Whether Apple Pay can be used; null where nothing is known.',
  wallet_client_metadata_id: 'Ties the call to the buyer’s device, for the provider’s risk checks.',
  wallet_connection_status: 'As it was last known. Only `connected` means that a buyer can be charged.',
  wallet_google_pay_status: 'Whether Google Pay can be used; null where nothing is known.',
  wallet_status_reason: 'What blocks the merchant, or null.',
};

/** Parameters of paths and queries. */
const PARAMETER_NOTES: Readonly<Record<string, string>> = {
  capture_id: '`provider_capture_id` of the transaction.',
  cause: 'Exactly this cause.',
  channel_id: 'The channel.',
  checkout_session_id: 'The session. Whoever knows it may pay it.',
  currency: 'Exactly this currency.',
  customer_ref: 'Exactly this customer.',
  day: 'Exactly this day of the books.',
  days: 'How many, today included.',
  difference_id: '`id` of the difference in the list.',
  dispute_id: '`id` of the dispute, not the provider’s.',
  email: 'The whole email, in any letter case; finds one at most.',
  endpoint_id: 'The endpoint.',
  event_id: 'The event.',
  from_date: 'Created at or after. A date alone begins at midnight UTC.',
  to_date: 'Created at or before. A date alone includes its day.',
  key_id: '`id` of the key, not the key.',
  limit: 'How many at most.',
  merchant_id: 'The merchant.',
  offset: 'How many to skip.',
  onboarding_status: 'Stored state; may be repeated.',
  order_id: 'The provider’s order, as its creation answered.',
  owner_id: 'The owner.',
  passkey_id: 'The passkey.',
  payment_method: 'Exactly this method.',
  period: 'Exactly this month, such as `2026-01`.',
  processor: 'Exactly this processor.',
  rail: 'The code of the payment provider.',
  request_id: 'The payment request.',
  since: 'Created at or after.',
  state: 'The state of the event or of one of its deliveries.',
  statement_id: 'The statement.',
  status: 'Exactly this state.',
  subscription_id: 'The subscription.',
  token: 'The last part of the address that the link leads to.',
  transaction_id: 'The transaction.',
  type: 'Exactly this type.',
  notice_id: '`id` of the notice in the list.',
  unsettled_id: '`id` of the entry in the list.',
  user_id: 'The user of the dashboard.',
};

/** What a field means. `owner` is the component that has it, with the way to the object within it: `Difference.ours`. */
export function fieldNote(owner: string | null, field: string): string | null {
  for (let like = owner ?? undefined; like !== undefined; like = ALIKE[like]) {
    const note = FIELD_NOTES[`${like}.${field}`];
    if (note !== undefined) return note;
  }
  return NOTES[field] ?? null;
}

/** What a parameter of an operation means; empty where nobody has said it. */
export function parameterNote(operation: Operation, name: string): string {
  return operation.parameter_notes?.[name] ?? PARAMETER_NOTES[name] ?? '';
}
