export { type Fairway, fairwayClient } from './client.ts';
export type * from './contract.ts';
export {
  BudgetError,
  type FairwayError,
  FaultError,
  type FieldProblem,
  InvalidFieldsError,
  isFairwayError,
  NoAnswerError,
  RefusedError,
} from './errors.ts';
export type { Answer, Attempt, CallOptions, ClientOptions, Fetch, Paged } from './shapes.ts';
export { signTestDelivery, type TestDelivery } from './sign-test-delivery.ts';
export {
  type Delivery,
  type EventOf,
  type EventType,
  type FairwayEvent,
  isGenuine,
  verifyWebhook,
  WebhookError,
} from './webhooks.ts';
