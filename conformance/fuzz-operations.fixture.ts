export interface FuzzedOperation {
  id: string;
  method: string;
  path: string;
  /** Whose credential gets furthest. */
  by: 'channel' | 'channel_merchant' | 'merchant' | 'operator' | 'nobody';
}

/** Every operation of the interface, restated. Left out are the moves of the clock and the draining of work: fuzzing
 *  them would say nothing new and slow the rest down. */
export const FUZZED: readonly FuzzedOperation[] = [
  { id: 'keys.list', method: 'GET', path: '/api/channel/api-keys', by: 'channel' },
  { id: 'keys.create', method: 'POST', path: '/api/channel/api-keys', by: 'channel' },
  { id: 'keys.revoke', method: 'POST', path: '/api/channel/api-keys/:key_id/revoke', by: 'channel' },
  { id: 'merchants.list', method: 'GET', path: '/api/channel/merchants', by: 'channel' },
  { id: 'merchants.create', method: 'POST', path: '/api/channel/merchants', by: 'channel' },
  { id: 'onboarding.start', method: 'POST', path: '/api/channel/onboarding/start', by: 'channel_merchant' },
  { id: 'onboarding.status', method: 'GET', path: '/api/channel/onboarding/status', by: 'channel_merchant' },
  { id: 'endpoints.list', method: 'GET', path: '/api/channel/webhook-endpoints', by: 'channel' },
  { id: 'endpoints.create', method: 'POST', path: '/api/channel/webhook-endpoints', by: 'channel' },
  {
    id: 'endpoints.update',
    method: 'PATCH',
    path: '/api/channel/webhook-endpoints/:endpoint_id',
    by: 'channel',
  },
  {
    id: 'endpoints.disable',
    method: 'DELETE',
    path: '/api/channel/webhook-endpoints/:endpoint_id',
    by: 'channel',
  },
  {
    id: 'endpoints.enable',
    method: 'POST',
    path: '/api/channel/webhook-endpoints/:endpoint_id/enable',
    by: 'channel',
  },
  {
    id: 'endpoints.rotate',
    method: 'POST',
    path: '/api/channel/webhook-endpoints/:endpoint_id/rotate-secret',
    by: 'channel',
  },
  { id: 'sessions.create', method: 'POST', path: '/api/checkout-sessions', by: 'channel_merchant' },
  { id: 'sessions.read', method: 'GET', path: '/api/checkout-sessions/:checkout_session_id', by: 'nobody' },
  {
    id: 'sessions.client_token',
    method: 'POST',
    path: '/api/checkout-sessions/:checkout_session_id/client-token',
    by: 'nobody',
  },
  {
    id: 'buyer.order',
    method: 'POST',
    path: '/api/checkout-sessions/:checkout_session_id/orders',
    by: 'nobody',
  },
  {
    id: 'buyer.capture',
    method: 'POST',
    path: '/api/checkout-sessions/:checkout_session_id/orders/:order_id/capture',
    by: 'nobody',
  },
  { id: 'orders.create', method: 'POST', path: '/api/payments/orders', by: 'merchant' },
  {
    id: 'orders.capture',
    method: 'POST',
    path: '/api/payments/orders/:order_id/capture',
    by: 'channel_merchant',
  },
  {
    id: 'captures.refund',
    method: 'POST',
    path: '/api/payments/captures/:capture_id/refund',
    by: 'channel_merchant',
  },
  { id: 'transactions.list', method: 'GET', path: '/api/transactions', by: 'channel_merchant' },
  {
    id: 'transactions.read',
    method: 'GET',
    path: '/api/transactions/:transaction_id',
    by: 'channel_merchant',
  },
  { id: 'activation.redeem', method: 'POST', path: '/api/activation/:token', by: 'nobody' },
  { id: 'notices.receive', method: 'POST', path: '/api/notices/:rail', by: 'nobody' },
  { id: 'operator.channels.create', method: 'POST', path: '/api/operator/channels', by: 'operator' },
  { id: 'operator.channels.list', method: 'GET', path: '/api/operator/channels', by: 'operator' },
  {
    id: 'operator.channels.update',
    method: 'PATCH',
    path: '/api/operator/channels/:channel_id',
    by: 'operator',
  },
  {
    id: 'operator.channels.invite',
    method: 'POST',
    path: '/api/operator/channels/:channel_id/invitations',
    by: 'operator',
  },
  { id: 'operator.merchants.create', method: 'POST', path: '/api/operator/merchants', by: 'operator' },
  { id: 'operator.merchants.list', method: 'GET', path: '/api/operator/merchants', by: 'operator' },
  {
    id: 'operator.merchants.update',
    method: 'PATCH',
    path: '/api/operator/merchants/:merchant_id',
    by: 'operator',
  },
  {
    id: 'operator.merchants.key',
    method: 'POST',
    path: '/api/operator/merchants/:merchant_id/api-keys',
    by: 'operator',
  },
  { id: 'operator.events.list', method: 'GET', path: '/api/operator/events', by: 'operator' },
  {
    id: 'operator.events.replay',
    method: 'POST',
    path: '/api/operator/events/:event_id/replay',
    by: 'operator',
  },
  { id: 'operator.events.replay_many', method: 'POST', path: '/api/operator/events/replay', by: 'operator' },
  { id: 'operator.clock.read', method: 'GET', path: '/api/operator/clock', by: 'operator' },
  { id: 'operator.audit.list', method: 'GET', path: '/api/operator/audit', by: 'operator' },
];
