import type { Operation } from '../http/operations.ts';
import type { Notes } from '../../../wire/notes.ts';
import { SHAPES } from '../../../wire/published-shapes.ts';

/** What fields mean, where their names do not say it all: those that stand beside their shapes. */
export const FIELD_NOTES: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(SHAPES).map((file) => ('NOTES' in file ? (file.NOTES as Notes) : {})),
) as Notes;

/** What fields of one name mean wherever they stand. */
const NOTES: Readonly<Record<string, string>> = {
  budget_factor: 'What every budget of the channel’s keys is multiplied by.',
  onboarding_return_url:
    'Where the page after the provider’s consent leads on to. It moves the browser and proves nothing.',
  amount_cents: "In the currency's minor units.",
  buyer_email: 'Where the buyer can be reached.',
  cancel_url: 'Where the hosted page leads when the buyer turns away.',
  success_url: 'Where the hosted page leads after the payment.',
  environment: 'test or live: the deployment’s.',
  external_order_id: 'The channel’s own order number.',
  funding_source: 'How the buyer chose to pay, in the provider’s words.',
  payment_token: 'For rails whose fields run in the browser: what they answered.',
  refunded_amount_cents: 'Everything returned so far, in minor units.',
  total: 'How many there are under the same filters.',
  wallet_client_metadata_id: 'Ties the call to the buyer’s device, for the provider’s risk checks.',
  wallet_status_reason: 'What blocks the merchant, or null.',
};

/** Parameters of paths and queries. */
const PARAMETER_NOTES: Readonly<Record<string, string>> = {
  capture_id: '`provider_capture_id` of the transaction.',
  channel_id: 'The channel.',
  checkout_session_id: 'The session. Whoever knows it may pay it.',
  days: 'How many, today included.',
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
  processor: 'Exactly this processor.',
  rail: 'The code of the payment provider.',
  since: 'Created at or after.',
  state: 'The state of the event or of one of its deliveries.',
  status: 'Exactly this state.',
  token: 'The last part of the activation address.',
  transaction_id: 'The transaction.',
  type: 'Exactly this type.',
  notice_id: '`id` of the notice in the list.',
  unsettled_id: '`id` of the entry in the list.',
};

/** What a field of a component means; null when its name says it all. */
export function fieldNote(component: string | null, field: string): string | null {
  return FIELD_NOTES[`${component}.${field}`] ?? (component === null ? null : (NOTES[field] ?? null));
}

/** What a parameter of an operation means. */
export function parameterNote(operation: Operation, name: string): string {
  return operation.parameter_notes?.[name] ?? PARAMETER_NOTES[name] ?? `The ${name.replaceAll('_', ' ')}.`;
}
