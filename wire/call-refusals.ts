import type { Refusals } from './refusal.ts';

/** Of calls as such, whatever they are about: who calls and for whom, and how a call came. */
export const CALL_REFUSALS = {
  invalid_api_key: [401, 'Invalid API key'],
  merchant_header_required: [401, 'X-Merchant-Id header is required'],
  merchant_not_found: [404, 'Merchant not found'],
  channel_key_required: [403, 'This operation needs a channel key'],
  merchant_key_required: [403, 'This operation needs a merchant key'],
  permission_required: [403, 'This account lacks the permission for this operation'],
  channel_inactive: [403, 'Channel is not active'],
  cross_site_call: [403, "A call with a session cookie must come from the service's own page"],
  test_environment_only: [403, 'Available in the test environment only'],
  route_not_found: [404, 'Not Found'],
  host_ambiguous: [400, 'The request names more than one host'],
  host_missing: [400, 'The request names no host'],
  expectation_unknown: [417, 'The one expectation that is met is 100-continue'],
  method_not_allowed: [405, 'Method Not Allowed'],
  body_too_large: [413, 'Request body is larger than 256 KiB'],
  content_type_unsupported: [415, 'Content-Type must be application/json'],
  form_required: [415, 'Content-Type must be application/x-www-form-urlencoded'],
  body_encoded: [415, 'Content-Encoding must be identity or left out'],
  database_unavailable: [503, 'The service is temporarily unavailable'],
} as const satisfies Refusals;
