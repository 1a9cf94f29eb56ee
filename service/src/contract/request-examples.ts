import type { OperationId } from '../http/operations.ts';
import type { JsonValue } from './openapi.ts';

const NEW_ENDPOINT = {
  url: 'https://shop.example.com/webhooks',
  event_types: ['payment.captured', 'payment.refunded'],
};
const ENDPOINT_CHANGE = { event_types: ['payment.captured', 'payment.refunded', 'dispute.created'] };

/** A good request for operations that no recording has and whose body is more than its required fields with plain
 *  values. */
export const REQUEST_EXAMPLES: Readonly<Partial<Record<OperationId, JsonValue>>> = {
  'merchant_endpoints.create': NEW_ENDPOINT,
  'merchant_endpoints.update': ENDPOINT_CHANGE,
  'operator.channels.update': { active: false },
  'operator.events.replay_many': { state: 'no_subscriber', dry_run: true },
  'operator.clock.advance': { seconds: 3600 },
};
