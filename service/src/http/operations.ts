import type { Credential, Operation } from '../scope.ts';

export type { Credential, Operation };

/** The budget of an operation that has none of its own. */
const UNBUDGETED = 600;
/** What a rehearsal in a test deployment calls in a loop. */
const REHEARSAL = 6_000;

const C = ['channel'] as const;
const CM = ['channel_merchant'] as const;
const M = ['merchant'] as const;
const M_CM = ['merchant', 'channel_merchant'] as const;
const DB_M_CM = ['dashboard', 'merchant', 'channel_merchant'] as const;
const OPERATOR = ['operator'] as const;
const OWNER = ['owner'] as const;
const ANYONE = [] as const;

const ENDPOINT = '/api/channel/webhook-endpoints/:endpoint_id';
const ENDPOINTS_TAG = 'Webhook endpoints';
const OWN_ENDPOINT = '/api/merchant/webhook-endpoints/:endpoint_id';
const OWN_ENDPOINTS_TAG = 'Merchant webhook endpoints';

/** Every operation the service answers: path, credentials, budget. Routes, common tests and the published contract
 *  are made from these rows; a row without a route, or a route without a row, stops the start. */
export const OPERATIONS = {
  // Channel API keys
  'keys.list': op('GET', '/api/channel/api-keys', C, 60, 'Channel API keys'),
  'keys.create': op('POST', '/api/channel/api-keys', C, 10, 'Channel API keys'),
  'keys.revoke': op('POST', '/api/channel/api-keys/:key_id/revoke', C, 20, 'Channel API keys'),

  // Merchants
  'merchants.list': op('GET', '/api/channel/merchants', C, 60, 'Merchants'),
  'merchants.create': op('POST', '/api/channel/merchants', C, 20, 'Merchants'),

  // Onboarding
  'onboarding.start': op('POST', '/api/channel/onboarding/start', M_CM, 20, 'Onboarding'),
  'onboarding.status': op('GET', '/api/channel/onboarding/status', M_CM, 60, 'Onboarding'),

  // Webhook endpoints: a channel's, and a merchant's own
  'endpoints.list': op('GET', '/api/channel/webhook-endpoints', C, 60, ENDPOINTS_TAG),
  'endpoints.create': op('POST', '/api/channel/webhook-endpoints', C, 20, ENDPOINTS_TAG),
  'endpoints.update': op('PATCH', ENDPOINT, C, 20, ENDPOINTS_TAG),
  'endpoints.disable': op('DELETE', ENDPOINT, C, 20, ENDPOINTS_TAG),
  'endpoints.enable': op('POST', `${ENDPOINT}/enable`, C, 20, ENDPOINTS_TAG),
  'endpoints.rotate': op('POST', `${ENDPOINT}/rotate-secret`, C, 10, ENDPOINTS_TAG),
  'merchant_endpoints.list': op('GET', '/api/merchant/webhook-endpoints', M, 60, OWN_ENDPOINTS_TAG),
  'merchant_endpoints.create': op('POST', '/api/merchant/webhook-endpoints', M, 20, OWN_ENDPOINTS_TAG),
  'merchant_endpoints.update': op('PATCH', OWN_ENDPOINT, M, 20, OWN_ENDPOINTS_TAG),
  'merchant_endpoints.disable': op('DELETE', OWN_ENDPOINT, M, 20, OWN_ENDPOINTS_TAG),
  'merchant_endpoints.enable': op('POST', `${OWN_ENDPOINT}/enable`, M, 20, OWN_ENDPOINTS_TAG),
  'merchant_endpoints.rotate': op('POST', `${OWN_ENDPOINT}/rotate-secret`, M, 10, OWN_ENDPOINTS_TAG),
  'events.feed': op('GET', '/api/channel/event-feed', C, 300, ENDPOINTS_TAG),

  // Checkout sessions
  'sessions.create': op('POST', '/api/checkout-sessions', M_CM, 60, 'Checkout sessions'),
  'sessions.read': op('GET', '/api/checkout-sessions/:checkout_session_id', ANYONE, 300, 'Checkout sessions'),
  'sessions.client_token': op(
    'POST',
    '/api/checkout-sessions/:checkout_session_id/client-token',
    ANYONE,
    60,
    'Checkout sessions',
  ),

  // Payments
  'buyer.order': op(
    'POST',
    '/api/checkout-sessions/:checkout_session_id/orders',
    ANYONE,
    60,
    'Checkout sessions',
  ),
  'buyer.capture': op(
    'POST',
    '/api/checkout-sessions/:checkout_session_id/orders/:order_id/capture',
    ANYONE,
    60,
    'Checkout sessions',
  ),
  'orders.create': op('POST', '/api/payments/orders', M, 60, 'Payments'),
  'orders.capture': op('POST', '/api/payments/orders/:order_id/capture', CM, 60, 'Payments'),
  'captures.refund': op('POST', '/api/payments/captures/:capture_id/refund', CM, 10, 'Payments'),

  // Transactions
  'transactions.list': op('GET', '/api/transactions', DB_M_CM, 120, 'Transactions', 'transactions.read'),
  'transactions.read': op(
    'GET',
    '/api/transactions/:transaction_id',
    DB_M_CM,
    120,
    'Transactions',
    'transactions.read',
  ),

  // Saved instruments
  'vault.tokens': op('GET', '/api/vault/tokens', DB_M_CM, 120, 'Saved instruments', 'finance.manage'),
  'vault.charge': op('POST', '/api/vault/charge', DB_M_CM, 10, 'Saved instruments', 'finance.manage'),

  // Activation and notices
  'activation.redeem': op('POST', '/api/activation/:token', ANYONE, 60, 'Activation'),
  'notices.receive': op('POST', '/api/notices/:rail', ANYONE, 6000, 'Notices'),

  // People: an owner's session reaches its passkeys only; the dashboard's token what names it above
  'owner.sign_in': op('POST', '/api/owner/sessions', ANYONE, 30, 'Owner'),
  'owner.sign_out': op('DELETE', '/api/owner/sessions', OWNER, 60, 'Owner'),
  'owner.sign_in.passkey_options': op('POST', '/api/owner/sessions/passkey/options', ANYONE, 30, 'Owner'),
  'owner.sign_in.passkey': op('POST', '/api/owner/sessions/passkey', ANYONE, 30, 'Owner'),
  'owner.recover': op('POST', '/api/owner/recoveries/:token', ANYONE, 30, 'Owner'),
  'owner.passkeys.list': op('GET', '/api/owner/passkeys', OWNER, 60, 'Owner'),
  'owner.passkeys.options': op('POST', '/api/owner/passkeys/options', OWNER, 30, 'Owner'),
  'owner.passkeys.register': op('POST', '/api/owner/passkeys', OWNER, 30, 'Owner'),
  'owner.passkeys.remove': op('DELETE', '/api/owner/passkeys/:passkey_id', OWNER, 30, 'Owner'),
  'dashboard.login': op('POST', '/api/dashboard/login', ANYONE, 30, 'Dashboard'),

  // Operator
  'operator.channels.create': op('POST', '/api/operator/channels', OPERATOR, UNBUDGETED, 'Operator'),
  'operator.channels.list': op('GET', '/api/operator/channels', OPERATOR, UNBUDGETED, 'Operator'),
  'operator.channels.update': op(
    'PATCH',
    '/api/operator/channels/:channel_id',
    OPERATOR,
    UNBUDGETED,
    'Operator',
  ),
  'operator.channels.invite': op(
    'POST',
    '/api/operator/channels/:channel_id/invitations',
    OPERATOR,
    UNBUDGETED,
    'Operator',
  ),
  'operator.merchants.create': op('POST', '/api/operator/merchants', OPERATOR, UNBUDGETED, 'Operator'),
  'operator.merchants.list': op('GET', '/api/operator/merchants', OPERATOR, UNBUDGETED, 'Operator'),
  'operator.merchants.update': op(
    'PATCH',
    '/api/operator/merchants/:merchant_id',
    OPERATOR,
    UNBUDGETED,
    'Operator',
  ),
  'operator.merchants.disconnect': op(
    'POST',
    '/api/operator/merchants/:merchant_id/disconnect',
    OPERATOR,
    UNBUDGETED,
    'Operator',
  ),
  'operator.merchants.release': op(
    'POST',
    '/api/operator/merchants/:merchant_id/release-wallet-link',
    OPERATOR,
    UNBUDGETED,
    'Operator',
  ),
  'operator.merchants.key': op(
    'POST',
    '/api/operator/merchants/:merchant_id/api-keys',
    OPERATOR,
    UNBUDGETED,
    'Operator',
  ),
  'operator.merchants.dashboard_user': op(
    'POST',
    '/api/operator/merchants/:merchant_id/dashboard-users',
    OPERATOR,
    UNBUDGETED,
    'Operator',
  ),
  'operator.owners.recover_device': op(
    'POST',
    '/api/operator/owners/:owner_id/recover-device',
    OPERATOR,
    UNBUDGETED,
    'Operator',
  ),
  'operator.events.list': op('GET', '/api/operator/events', OPERATOR, UNBUDGETED, 'Operator'),
  'operator.events.replay': op(
    'POST',
    '/api/operator/events/:event_id/replay',
    OPERATOR,
    UNBUDGETED,
    'Operator',
  ),
  'operator.events.replay_many': op('POST', '/api/operator/events/replay', OPERATOR, UNBUDGETED, 'Operator'),
  'operator.clock.read': op('GET', '/api/operator/clock', OPERATOR, REHEARSAL, 'Operator'),
  'operator.clock.advance': op('POST', '/api/operator/clock/advance', OPERATOR, REHEARSAL, 'Operator'),
  'operator.work.drain': op('POST', '/api/operator/work/drain', OPERATOR, REHEARSAL, 'Operator'),
  'operator.provider.check': op('GET', '/api/operator/provider', OPERATOR, UNBUDGETED, 'Operator'),
  'operator.unsettled.list': op('GET', '/api/operator/unsettled', OPERATOR, UNBUDGETED, 'Operator'),
  'operator.unsettled.check': op(
    'POST',
    '/api/operator/unsettled/:unsettled_id/check',
    OPERATOR,
    UNBUDGETED,
    'Operator',
  ),
  'operator.notices.list': op('GET', '/api/operator/notices', OPERATOR, UNBUDGETED, 'Operator'),
  'operator.notices.retry': op(
    'POST',
    '/api/operator/notices/:notice_id/retry',
    OPERATOR,
    UNBUDGETED,
    'Operator',
  ),
  'operator.audit.list': op('GET', '/api/operator/audit', OPERATOR, UNBUDGETED, 'Operator'),
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof OPERATIONS;

/** What a live deployment refuses, and so leaves out of the contract that it publishes. */
const REHEARSED: readonly OperationId[] = ['events.feed', 'operator.clock.advance', 'operator.work.drain'];

/** The operations that a deployment has. */
export function operationsOf(environment: 'test' | 'live'): OperationId[] {
  const all = Object.keys(OPERATIONS) as OperationId[];
  return environment === 'test' ? all : all.filter((id) => !REHEARSED.includes(id));
}

function op(
  method: Operation['method'],
  path: string,
  accepts: readonly Credential[],
  budget: number,
  tag: string,
  permission?: string,
): Operation {
  return { method, path, accepts, budget, tag, ...(permission === undefined ? {} : { permission }) };
}
