import type { OperationId } from '../http/operations.ts';

/** What each group of operations is for. */
export const TAG_NOTES: Readonly<Record<string, string>> = {
  'Channel API keys':
    'Keys of a channel. Rotate by minting a new one, deploying it, and revoking the old one.',
  Merchants: 'The merchants a channel has provisioned. A merchant belongs to the channel whose key made it.',
  Onboarding: 'How a merchant is connected to its wallet account, and how far that is.',
  'Webhook endpoints': 'Where events are sent. One endpoint hears about every merchant of its channel.',
  'Merchant webhook endpoints':
    "A merchant's own endpoints, under the rules of a channel's. They hear about this merchant alone; where " +
    'its channel has endpoints too, each is delivered to by itself and signed with its own secret.',
  'Checkout sessions':
    'What a buyer is to pay, fixed when it is created. The session id is all a buyer needs.',
  Payments: 'Orders, captures and refunds.',
  Transactions: "A merchant's payments as they stand now.",
  'Saved instruments':
    'Ways to pay that customers saved through a session of amount 0, and charges by them without the customer.',
  Owner: "A channel owner's sign-in and passkeys. An owner session operates no channel.",
  Dashboard: 'How a person at a merchant signs in.',
  Activation: "How a channel's owner comes to the first key.",
  Notices: 'Where payment providers tell the service what happened. Not for channels.',
  Operator: 'For whoever runs this deployment, with the operator token.',
  Webhooks: 'What the service posts to your endpoints.',
};

/** What the summary and the fields of an operation do not say. Markdown with `code` only. */
export const OPERATION_NOTES: Readonly<Partial<Record<OperationId, string>>> = {
  'keys.list':
    'Newest first, revoked ones included. No answer ever holds a key again after the one that made it.',
  'keys.create':
    'The answer holds the key itself, this once: the service keeps a hash. The key is of the environment ' +
    'of the key that asks. A channel has at most 20 active keys; revoked ones do not count.',
  'keys.revoke':
    'Works from the moment it is answered and cannot be undone. Revoking again changes nothing. A key may ' +
    'revoke itself, even as the last one, after which only a new invitation of the owner brings a key.',
  'merchants.list':
    'Newest first, from what is stored: the provider is not asked. Also the cheapest way to see whether a ' +
    'base address and a key agree.',
  'merchants.create':
    'Provisions a merchant. Its email serves one merchant on the whole platform, in any letter case. The ' +
    'country is never guessed.',
  'onboarding.start':
    'Answers an address at the wallet provider for the merchant to open. Each successful call begins a ' +
    'new attempt, so keep the address and show it again. After a 503 the call may be repeated: it answers ' +
    'the address that the provider may already have made. `reconnect` grants missing access or changes ' +
    'the account of a connected merchant, who keeps taking payments meanwhile.',
  'onboarding.status':
    'Where a merchant stands. A stale state is refreshed from the provider first; when the provider does ' +
    'not answer, the last known state is served with `wallet_status_reason_fresh` false. Let buyers pay ' +
    'only while `wallet_connection_status` is `connected`.',
  'endpoints.list': 'Newest first, disabled ones included, without secrets.',
  'endpoints.create':
    'The address must be https on port 443 and its host must resolve to a public address; it is not ' +
    'called. The answer holds the signing secret, this once. A channel has at most 10 endpoints, disabled ' +
    'ones included.',
  'endpoints.update':
    'Changes what is sent, at least one field, and leaves the rest. `event_types` replaces the whole ' +
    'list. The address of an enabled endpoint is not replaced: disable it first. Another host needs ' +
    '`rotate_secret`. `secret` is set only when it was rotated.',
  'endpoints.disable':
    'Stops deliveries and keeps the endpoint and its history. Deliveries that wait are set aside for good.',
  'endpoints.enable':
    'Takes up deliveries again, with the same id, address, secret and list, for events from now on.',
  'endpoints.rotate': 'The new secret signs from this answer on; the old one signs nothing any more.',
  'events.feed':
    'Test environment only; elsewhere 404. The events of the channel in an order that never changes, those ' +
    'without a subscriber included. Without `after` it answers the cursor of the present moment; go on from ' +
    'the `cursor` of an answer, or of an event in it. With `wait_seconds` it waits for an event to come.',
  'merchant_endpoints.list': 'Newest first, disabled ones included, without secrets.',
  'merchant_endpoints.create':
    "Under the rules for a channel's. A merchant has at most 10 endpoints, disabled ones included, whatever " +
    'its channel has.',
  'merchant_endpoints.update': "Under the rules for a channel's: disable it before its address is replaced.",
  'merchant_endpoints.disable':
    'Stops deliveries and keeps the endpoint. Deliveries that wait are set aside for good.',
  'merchant_endpoints.enable': 'Takes up deliveries again, for events from now on.',
  'merchant_endpoints.rotate':
    'The new secret signs from this answer on; the old one signs nothing any more.',
  'sessions.create':
    'A session never changes: when the order does, create another. It can be paid until `expires_at`. ' +
    '`amount` comes back without trailing zeros, so compare it as a number. Amount 0 makes a session that ' +
    'saves an instrument and takes no money. With an `Idempotency-Key`, a repeated call answers the first ' +
    'session; the same key with another body is 422.',
  'sessions.read': "What a buyer's page may know. It holds no secret and is readable from any origin.",
  'sessions.client_token':
    "A short-lived token for the wallet provider's script. Mint one for each page load.",
  'buyer.order':
    "Begins a payment at the provider. A call from a browser is checked against the session's " +
    '`allowed_origins`. On a session of amount 0 the order is what the buyer approves to save an instrument, ' +
    'and `transaction_id` is null.',
  'buyer.capture':
    'Takes the money of an order that the buyer approved. Captured before: the same answer again. A ' +
    'decline leaves the session open for another way to pay. On a session of amount 0 it saves the ' +
    'instrument and answers `status` `saved`.',
  'orders.create': "Begins a payment of the merchant's own session from its server. Only a merchant key may.",
  'orders.capture':
    'Takes the money of an order that the buyer approved, also after the session expired. Captured ' +
    'before: answers that capture. A provider that holds the capture answers `status` `pending`; events ' +
    'tell the rest.',
  'captures.refund':
    'Returns part of a capture or, without `amount`, all that remains. The answer says only that it was ' +
    'accepted: reconcile on the event `payment.refunded` or on the transaction. With an `Idempotency-Key` ' +
    'a repeated call returns no money twice, ever.',
  'transactions.list':
    'Newest first. There is no filter by order: match on `checkout_session_id` or `external_order_id`.',
  'transactions.read':
    'The present state of one payment: what to read when an event may be old or out of order.',
  'vault.tokens':
    'Newest first, and of each customer only the newest that can be charged: one that was removed at the ' +
    'provider, or saved for an account that the merchant no longer uses, is not listed.',
  'vault.charge':
    "Charges a customer by the newest instrument they saved. `idempotency_key` is the merchant's own and kept for " +
    'ever: used again, with whatever body, it answers as the first call did and charges nothing. After a 503 ' +
    'repeat the call with the same key. The transaction has no session, and its events tell the rest.',
  'activation.redeem':
    "Sets the owner's password and answers the first key, this once. For 10 minutes the same call with " +
    'the same password answers the same key; after that it is 410.',
  'notices.receive': "Takes a provider's notice once its signature holds; it is acted on afterwards.",
  'owner.sign_in':
    'Opens an owner session of 15 minutes. The token is also set as a cookie for the pages of this ' +
    'deployment.',
  'owner.sign_in.passkey_options': 'What the browser needs to ask for a passkey, in its own JSON form.',
  'owner.sign_in.passkey': 'Opens an owner session by the answer of a passkey.',
  'owner.sign_out': 'Ends the session at once, and its cookie.',
  'owner.recover':
    "Works once, with the owner's password. The passkeys that were lost stop working and a session is " +
    'opened.',
  'owner.passkeys.list': "The owner's passkeys, without their keys.",
  'owner.passkeys.options':
    'What the browser needs to make a passkey, in its own JSON form. Once an owner has a passkey, only a ' +
    'session that was opened by one may add another.',
  'owner.passkeys.register': 'Checks what the browser made and keeps it. An owner has at most 10 passkeys.',
  'owner.passkeys.remove': 'The passkey stops working at once.',
  'dashboard.login': 'Answers the token of a dashboard user. What it may do is decided by its permissions.',
  'operator.channels.list': 'Newest first, with the owner of each.',
  'operator.merchants.list': 'Newest first, of every channel and of none.',
  'operator.merchants.dashboard_user':
    'Answers the address at which the person sets a password. For a user who is there already, the ' +
    'permissions are replaced.',
  'operator.owners.recover_device':
    'Answers an address for the owner alone. Nothing changes until the owner uses it with the password.',
  'operator.clock.read': "The service's clock, and how far it is ahead of the wall clock.",
  'operator.channels.create':
    'Also answers the address at which the owner sets a password and gets the first key.',
  'operator.channels.update':
    'What is left out stays as it is. An inactive channel is refused everywhere until it is active again. The budget ' +
    'factor holds for the keys of the channel itself, not for its merchants’ own keys or people.',
  'operator.channels.invite': 'Invitations that were not redeemed stop working.',
  'operator.merchants.create': 'A merchant without a channel, for its own key.',
  'operator.merchants.update':
    'A payment hold stops a merchant at once; only lifting it here starts it again.',
  'operator.merchants.disconnect':
    'The merchant reads as revoked until a new onboarding succeeds. The provider is not told.',
  'operator.merchants.release':
    'Frees the account for another merchant. This one is left without and may onboard anew.',
  'operator.merchants.key': 'The answer holds the key, this once.',
  'operator.events.list':
    'Newest first, each with the text that is signed, its deliveries and their attempts.',
  'operator.events.replay': 'Raises the event anew, with `replay_of_event_id`, to whoever subscribes now.',
  'operator.events.replay_many':
    'Replays what the filter finds, oldest first, leaving out what has a replay that is under way or was ' +
    'delivered. `dry_run` only counts.',
  'operator.clock.advance': 'Test environment only. Moves the clock of the service and its sandbox.',
  'operator.work.drain': 'Test environment only. Runs everything that is due and answers how much it was.',
  'operator.provider.check':
    'Tries the settings at the provider itself: token, partner id, webhook and its event types. Only reads, ' +
    'and tells no secret. It takes as long as the provider does.',
  'operator.unsettled.list':
    'Captures, charges, refunds and savings whose outcome is not certain, the oldest first. Each is asked about ' +
    'again by itself; `needs_person` marks what has been open for seven days.',
  'operator.unsettled.check': 'Asks the provider about it now, and answers whether that settled it.',
  'operator.notices.list':
    'Notices of providers that could not be acted on for a month and were given up, the latest first. One that the ' +
    'provider sends again is acted on again by itself.',
  'operator.notices.retry': 'Acts on it as if it had just come; it is not in the list meanwhile.',
  'operator.audit.list': 'Who did what, newest first.',
};
