import { DISPUTE_EVENTS } from './disputes.ts';
import { ONBOARDING_EVENTS } from './onboarding.ts';
import { PAYMENT_EVENTS } from './payments.ts';
import { REFUND_EVENTS } from './refunds.ts';
import { SESSION_EVENTS } from './sessions.ts';
import { SUBSCRIPTION_EVENTS } from './subscriptions.ts';
import { TEXT_TO_PAY_EVENTS } from './text-to-pay.ts';
import type { EventDefinition } from './shapes.ts';

/** The vocabulary, in this order. */
export const EVENTS = {
  ...SESSION_EVENTS,
  ...PAYMENT_EVENTS,
  ...REFUND_EVENTS,
  ...DISPUTE_EVENTS,
  ...ONBOARDING_EVENTS,
  ...SUBSCRIPTION_EVENTS,
  ...TEXT_TO_PAY_EVENTS,
} as const satisfies Record<string, EventDefinition>;

export type EventType = keyof typeof EVENTS;

/** In the order of the vocabulary. */
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];

/** The keys that the object of each type always has. */
export const EVENT_PAYLOAD_KEYS = Object.fromEntries<readonly string[]>(
  EVENT_TYPES.map((type) => [type, EVENTS[type].object.required]),
) as Readonly<Record<EventType, readonly string[]>>;
