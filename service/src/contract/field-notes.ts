/** What fields mean, where their names do not say it all. `Component.field` goes before `field`. */
const NOTES: Readonly<Record<string, string>> = {
  'NewMerchant.email': 'Unique on the whole platform, in any letter case.',
  'NewMerchant.country_code': "The merchant's real country.",
  'NewKey.name': 'For people; it need not be unique.',
  'Key.prefix': 'The first characters of the key, enough to tell it from others.',
  'CreatedKey.prefix': 'The first characters of the key, enough to tell it from others.',
  'CreatedKey.key': 'The key itself. It is not shown again.',
  'NewSession.amount': '0 makes a session that saves an instrument.',
  'NewSession.currency':
    "USD when left out. A wallet payment needs the merchant's `wallet_primary_currency`.",
  'NewSession.expires_in_minutes': 'Counted from the creation.',
  'NewSession.external_order_id': 'Your own order number; it comes back on answers and events.',
  'NewSession.allowed_origins': 'The pages that may embed the checkout and pay. Null: any.',
  'NewSession.items': 'For the buyer to see. They need not sum to the amount.',
  'NewSession.metadata': 'Anything of yours. On a session of amount 0, `customer_ref` names the customer.',
  'NewSession.shipping_amount_cents':
    "In the currency's minor units; 0 says free shipping. Send `shipping_address` with it.",
  'NewSession.success_url': 'Where the hosted page leads after the payment.',
  'NewSession.cancel_url': 'Where the hosted page leads when the buyer turns away.',
  'OrderItem.unit_amount': 'The price of one.',
  'CreatedSession.amount': 'Without trailing zeros: 10.00 comes back as 10.',
  'PublicSession.amount': 'Without trailing zeros: 10.00 comes back as 10.',
  'PublicSession.payment': "The session's captured payment, else its newest one.",
  'PublicSession.vault_setup': 'The session saves an instrument and takes no money.',
  'PublicSession.wallet_client_id': "For the wallet provider's script.",
  'CreatedSession.checkout_url': 'The hosted page. It is never shown in a frame.',
  'CreatedSession.embed_url': 'The page for a frame.',
  'PublicSession.checkout_url': 'The hosted page. It is never shown in a frame.',
  'PublicSession.embed_url': 'The page for a frame.',
  'CreatedOrder.order_id': "The provider's order. Capture addresses it.",
  'CreatedOrder.transaction_id': 'Null on a session of amount 0.',
  'BuyerCapture.provider_capture_id':
    'Null when an instrument was saved, or the provider holds the payment back.',
  'VaultToken.customer_ref': 'Names the customer to be charged.',
  'VaultToken.source_type': 'What kind of instrument it is, in the provider’s words.',
  'VaultToken.label': 'By which a person recognises it.',
  'NewVaultCharge.idempotency_key': 'Charges once, for ever, whatever else is sent with it.',
  'NewVaultCharge.currency': "USD when left out; the merchant's `wallet_primary_currency`.",
  'PublicSession.user_id_token':
    'For the provider’s script on a session of amount 0; ten minutes good, renewed with each client token.',
  'CreatedOrder.approve_url': 'Where the buyer approves, for pages without the provider’s script.',
  'NewRefund.amount': 'Null or left out: everything that remains.',
  'Refunded.success':
    'The refund was accepted. What became of it is told by the event, and by `refunds` of the transaction.',
  'NewEndpoint.url': 'https, port 443, no credentials, a host with a public address.',
  'NewEndpoint.event_types':
    'Null or left out: every type there is today. New types are never added by themselves. Of some it is said that nothing raises them yet.',
  'EndpointChange.url': 'Under the rules of a new one; the endpoint must be disabled.',
  'EndpointChange.event_types': 'Replaces the whole list.',
  'EndpointChange.rotate_secret': 'Makes a new secret at once.',
  'Endpoint.secret_hint': 'The last characters of the secret.',
  'EndpointWithSecret.secret': 'Signs every delivery. It is not shown again.',
  'ChangedEndpoint.secret': 'Set only when it was rotated.',
  'Transaction.amount': "In the currency's own units.",
  'Transaction.provider_capture_id': 'What a refund addresses.',
  'Transaction.failure_code':
    "The provider's reason for what failed, or for the buyer's last decline while the status does not move.",
  'Transaction.net_amount':
    'What is left of the capture after the fees of the provider and the platform, once known. Refunds are not taken off: ' +
    'they stand in `refunded_amount_cents` and `refunded_platform_fee`.',
  'Transaction.provider_fee': "The provider's fee on the capture, once known. Refunds do not change it.",
  'Transaction.platform_fee':
    "The platform's fee on the whole amount; what refunds gave back of it stands apart.",
  'Transaction.refunded_platform_fee': 'What refunds gave back of `platform_fee`.',
  'TransactionStats.currency': 'What all amounts beside it are in.',
  'TransactionStats.total_revenue': 'What was captured, refunds not taken off.',
  'TransactionStats.avg_order_value': 'Of what was captured, half up.',
  'TransactionStats.platform_fees': 'Accrued on what was captured; what refunds gave back is not taken off.',
  'TransactionStats.total_fees': 'Those of the platform and, as far as they are known, of the provider.',
  'TransactionStats.captured_count': 'Those whose money was taken, also where it was returned since.',
  'TransactionStats.refunded_count': 'Those of which something was returned.',
  'TransactionStats.disputed_count': 'Those that were disputed or taken back by the provider.',
  'TransactionStats.by_currency': 'The other currencies; no two are ever added.',
  'TransactionStats.history_filter': 'Left out where the rail keeps the whole history.',
  'DailyRevenue.revenue': 'What was captured on the day, refunds not taken off.',
  'DailyRevenue.by_currency': 'What was captured in other currencies.',
  'FilterOption.value': 'What the filter takes.',
  'FilterOption.label': 'For people.',
  'FilterOption.count': 'How many transactions have it.',
  'ProviderDetail.available': 'False: the provider says nothing of it, or cannot be reached.',
  'ProviderDetail.payload': 'Its own answer, without persons, addresses and links.',
  'TransactionRefund.refund_request_id':
    'As in `payment.refunded`; null for what the provider or a reversal returned.',
  'TransactionRefund.status':
    'requested: it was asked for, and how it ended is not known yet. failed: nothing was returned, also after the call ' +
    'was answered with success.',
  'TransactionRefund.failure_code': "The provider's reason for what failed.",
  'TransactionRefund.origin':
    "api: asked for here. provider: made on the provider's side. reversal: taken back by the provider.",
  'TransactionRefund.platform_fee_refund_cents':
    'Null where the capture has no fee, or others returned the money.',
  'Activation.password':
    'At least 8 characters with an upper case letter, a lower case letter and a digit; at most 72 bytes ' +
    'in UTF-8.',
  'OnboardingStart.reconnect': 'Grant missing access, or change the account, of a connected merchant.',
  'OnboardingStarted.action_url': 'Open it for the merchant. Keep it: another call begins another attempt.',
  'OnboardingStatus.payments_enabled':
    'The provider reports the seller ready, all access is granted, and there is no hold.',
  'OnboardingStatus.checkout_enabled':
    'A payment can be created. Not a permission to charge: it stays true beside an unconfirmed email ' +
    '(`email_unverified`), and then no buyer should be charged. Look at `wallet_connection_status` for that.',
  'OnboardingStatus.wallet_connection_status': 'Only `connected` means that a buyer can be charged.',
  'OnboardingStatus.wallet_status_reason_fresh':
    'True: this very read asked the provider. False: it answers from the last time the provider was asked, a few ' +
    'seconds ago as a rule; when the provider does not answer, longer ago.',
  'OnboardingStatus.wallet_missing_scopes':
    'Access that is not granted; also empty while no account is attached.',
  'OnboardingStatus.wallet_primary_currency':
    'The only currency of wallet sessions; null until an account is attached.',
  'Detail.detail': 'What is refused, in words that do not change.',
  'Detail.code':
    'The name of the refusal, for programs; with 400, 402, 403, 409, 424, 502 and 503. Figures stand beside it.',
  'BudgetProblem.error': 'The budget that is used up.',
  'Fault.request_id': 'Give it to whoever runs the service.',
  'FieldProblems.detail': 'One entry for each problem.',
  'ReplayFilter.dry_run': 'Count only.',
  'MerchantChange.rail_credentials':
    'Of its account on the rail that it is routed to. gravy: instance_id, merchant_account_id, private_key, webhook_secret and, ' +
    'if need be, api_base. nmi: security_key, tokenization_key, webhook_signing_key and, if need be, api_base. On ppcp an account ' +
    'is connected by consenting.',
  'OperatorMerchant.rail_credentials': 'What may be shown of them; null where there are none.',
  'MerchantChange.payment_hold': 'Stops payments until it is lifted here.',
  'MerchantChange.platform_fee_percent': '2.9 means 2.9 %; up to four decimals.',
  'Unsettled.state':
    'sending, requested and saving: the call is under way. unknown: nobody knows. pending: the provider holds it back.',
  'Unsettled.transaction_id': 'Null for a saving, which takes no money.',
  'Unsettled.needs_person': 'It has been open for seven days; nothing settles it by age.',
  'Unsettled.last_problem': 'Why it is still open.',
  'ProviderCheck.status': 'skipped: what it depends on did not hold.',
  'ProviderSettings.ok': 'Every check holds.',
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

const SEARCH_NOTES: Readonly<Record<string, string>> = {
  'merchants.list': 'Part of the name or the email, in any letter case.',
  'transactions.list': 'Part of the buyer’s email or the description.',
};

/** What a field of a component means; null when its name says it all. */
export function fieldNote(component: string | null, field: string): string | null {
  return NOTES[`${component}.${field}`] ?? (component === null ? null : (NOTES[field] ?? null));
}

/** What a parameter of an operation means. */
export function parameterNote(operation: string, name: string): string {
  if (name === 'search') return SEARCH_NOTES[operation] ?? 'Part of the text, in any letter case.';
  return PARAMETER_NOTES[name] ?? `The ${name.replaceAll('_', ' ')}.`;
}
