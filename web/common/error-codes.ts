/** What a page is told when something does not go on. */
export type ErrorCode =
  | 'config_error'
  | 'origin_not_allowed'
  | 'session_expired'
  | 'session_completed'
  | 'provider_unsupported'
  | 'rate_limited'
  | 'payment_declined'
  | 'capture_pending'
  | 'wallet_sdk_error'
  | 'network_error';

/** Refusals that one status has in common, by the service's own names. */
const CONFLICTS: Readonly<Record<string, ErrorCode>> = {
  session_expired: 'session_expired',
  session_completed: 'session_completed',
  session_capturing: 'capture_pending',
  order_not_capturable: 'payment_declined',
  order_not_approved: 'wallet_sdk_error',
  too_many_open_orders: 'rate_limited',
};

/** The code of a refusal, by its status and, where several have one, its name. Every 403 is one code, and whatever a
 *  browser cannot cure is another: the interface has them so wide. */
export function codeOf(status: number, name = ''): ErrorCode {
  if (status === 402) return 'payment_declined';
  if (status === 403) return 'origin_not_allowed';
  if (status === 429) return 'rate_limited';
  if (status === 409) return CONFLICTS[name] ?? 'config_error';
  return status >= 500 ? 'network_error' : 'config_error';
}
