import { Type } from 'typebox';
import type { Notes } from '../notes.ts';
import { closed, DateTime, nullable, oneOf } from '../shapes.ts';
import { DELIVERY_STATES, EndpointId, EventId } from './schemas.ts';

const PAGE_MAX = 100;

const PAGE_DEFAULT = 50;

export const EndpointPath = Type.Object({ endpoint_id: EndpointId }, closed);

export const EndpointDeliveryQuery = Type.Object(
  {
    state: Type.Optional(oneOf(DELIVERY_STATES)),
    /** A place among the deliveries: the event that the page before it ended with. */
    cursor: Type.Optional(EventId),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: PAGE_DEFAULT })),
  },
  closed,
);

const Attempt = Type.Object(
  {
    n: Type.Integer(),
    started_at: DateTime,
    ms: Type.Integer(),
    status: nullable(Type.Integer()),
    error: nullable(Type.String()),
  },
  closed,
);

export const EndpointDelivery = Type.Object(
  {
    event_id: EventId,
    type: Type.String(),
    merchant_id: Type.String(),
    created_at: DateTime,
    replay_of_event_id: nullable(EventId),
    url: Type.String(),
    state: oneOf(DELIVERY_STATES),
    attempts_made: Type.Integer(),
    next_attempt_at: nullable(DateTime),
    finished_at: nullable(DateTime),
    attempts: Type.Array(Attempt),
  },
  closed,
);

export const EndpointDeliveries = Type.Object(
  { items: Type.Array(EndpointDelivery), next_cursor: nullable(EventId) },
  closed,
);

/** What fields mean. */
export const NOTES = {
  'EndpointDelivery.event_id': 'The event, as the header `Service-Event-Id` has it.',
  'EndpointDelivery.type': 'What it tells of.',
  'EndpointDelivery.created_at': 'When the event was raised.',
  'EndpointDelivery.url': 'Where it was posted to last, or is posted to next.',
  'EndpointDelivery.state':
    'pending: it is posted again, or for the first time. delivered: it was answered 2xx. failed: its attempts are used up. ' +
    'parked: set aside for good, since the endpoint was disabled.',
  'EndpointDelivery.attempts_made': 'How many attempts are used up, one under way included.',
  'EndpointDelivery.next_attempt_at':
    'When it is posted next, or as soon as there is room then; null when never.',
  'EndpointDelivery.finished_at': 'When it was delivered or given up; null before.',
  'EndpointDelivery.attempts': 'Each post, the first one first, for as long as they are kept.',
  'EndpointDelivery.attempts.n': 'Which attempt it was, counted from 1.',
  'EndpointDelivery.attempts.started_at': 'When it began.',
  'EndpointDelivery.attempts.ms': 'How long it took, in milliseconds.',
  'EndpointDelivery.attempts.status': 'What the receiver answered; null when it did not.',
  'EndpointDelivery.attempts.error':
    'Why it counts as failed, such as status, silence, connect, tls or dns_unresolved; null when it does not.',
  'EndpointDeliveries.items':
    'The deliveries, that of the newest event first. There may be fewer than the limit, or none, and more behind them.',
  'EndpointDeliveries.next_cursor': 'The `cursor` of the next page; null, and only then, when there is none.',
} as const satisfies Notes;
