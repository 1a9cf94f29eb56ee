import { Type } from 'typebox';
import { EVENT_TYPES } from '../events/registry.ts';
import type { Notes } from '../notes.ts';
import { closed, DateTime, nullable, oneOf, page, pageOf, Prose, Uuid } from '../shapes.ts';

const URL_MAX = 2_048;
const DESCRIPTION_MAX = 255;
// More than the vocabulary holds, so that a list with a repeated name is still read and made unique.
const EVENT_TYPES_SENT_MAX = 100;

export const EventTypeName = oneOf(EVENT_TYPES);
export const EndpointId = Type.String({ pattern: '^we_[0-9a-f]{32}$' });
export const EventId = Type.String({ pattern: '^evt_[0-9a-f]{32}$' });

const EndpointUrl = Type.String({ maxLength: URL_MAX });
const Description = nullable(Prose({ maxLength: DESCRIPTION_MAX }));
const Subscription = Type.Array(EventTypeName, { minItems: 1, maxItems: EVENT_TYPES_SENT_MAX });

export const NewEndpoint = Type.Object(
  {
    url: EndpointUrl,
    description: Type.Optional(Description),
    enabled: Type.Optional(Type.Boolean({ default: true })),
    /** Left out or null: every type there is today. */
    event_types: Type.Optional(nullable(Subscription)),
  },
  closed,
);

/** At least one of them; `event_types` replaces the whole list. */
export const EndpointChange = Type.Object(
  {
    url: Type.Optional(EndpointUrl),
    description: Type.Optional(Description),
    event_types: Type.Optional(Subscription),
    rotate_secret: Type.Optional(Type.Boolean({ default: false })),
  },
  { ...closed, minProperties: 1 },
);

const endpoint = {
  id: EndpointId,
  url: Type.String(),
  description: nullable(Type.String()),
  enabled: Type.Boolean(),
  status: oneOf(['active', 'disabled']),
  secret_hint: Type.String(),
  event_types: Type.Array(Type.String()),
  created_at: DateTime,
  updated_at: DateTime,
};

export const Endpoint = Type.Object(endpoint, closed);
/** The answers that hold the signing secret: creation and rotation. */
export const EndpointWithSecret = Type.Object({ ...endpoint, secret: Type.String() }, closed);
export const ChangedEndpoint = Type.Object({ ...endpoint, secret: nullable(Type.String()) }, closed);

const EVENT_STATES = ['routed', 'no_subscriber'] as const;
export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'parked'] as const;

const filter = {
  /** An event's own state, or that of one of its deliveries. */
  state: Type.Optional(oneOf([...EVENT_STATES, ...DELIVERY_STATES])),
  channel_id: Type.Optional(Uuid),
  merchant_id: Type.Optional(Uuid),
  type: Type.Optional(EventTypeName),
  /** One that they went to; a state of deliveries is then that of the delivery to it. */
  endpoint_id: Type.Optional(EndpointId),
  since: Type.Optional(Type.String({ format: 'iso-date-time' })),
};

export const EventQuery = Type.Object({ ...filter, ...page({ default: 50, max: 200 }) }, closed);

/** Which events to replay. An empty filter would mean everything and is refused. */
export const ReplayFilter = Type.Object(
  {
    ...filter,
    until: Type.Optional(Type.String({ format: 'iso-date-time' })),
    dry_run: Type.Optional(Type.Boolean({ default: false })),
  },
  closed,
);

/** Whom to replay one event to. */
export const ReplayTarget = Type.Object({ endpoint_id: Type.Optional(EndpointId) }, closed);

const DeliveryAttempt = Type.Object(
  {
    n: Type.Integer(),
    started_at: DateTime,
    ms: Type.Integer(),
    status: nullable(Type.Integer()),
    error: nullable(Type.String()),
    remote_ip: nullable(Type.String()),
  },
  closed,
);

const Delivery = Type.Object(
  {
    endpoint_id: EndpointId,
    url: Type.String(),
    state: oneOf(DELIVERY_STATES),
    attempts_made: Type.Integer(),
    next_attempt_at: nullable(DateTime),
    finished_at: nullable(DateTime),
    attempts: Type.Array(DeliveryAttempt),
  },
  closed,
);

export const OperatorEvent = Type.Object(
  {
    id: EventId,
    type: Type.String(),
    state: oneOf(EVENT_STATES),
    channel_id: nullable(Type.String()),
    merchant_id: Type.String(),
    created_at: DateTime,
    replay_of_event_id: nullable(EventId),
    body: Type.String({ description: 'The exact text that is signed and sent' }),
    deliveries: Type.Array(Delivery),
  },
  closed,
);

export const OperatorEventPage = pageOf(OperatorEvent);

/** `matched` counts what the filter finds without a replay under way or delivered; one call replays at most `limit`. */
export const Replayed = Type.Object(
  { dry_run: Type.Boolean(), matched: Type.Integer(), limit: Type.Integer(), event_ids: Type.Array(EventId) },
  closed,
);

/** What fields mean. */
export const NOTES = {
  'NewEndpoint.url': 'https, port 443, no credentials, a host with a public address.',
  'NewEndpoint.event_types':
    'Null or left out: every type there is today. New types are never added by themselves.',
  'EndpointChange.url': 'Under the rules of a new one; the endpoint must be disabled.',
  'EndpointChange.event_types': 'Replaces the whole list.',
  'EndpointChange.rotate_secret': 'Makes a new secret at once.',
  'Endpoint.secret_hint': 'The last characters of the secret.',
  'EndpointWithSecret.secret': 'Signs every delivery. It is not shown again.',
  'ChangedEndpoint.secret': 'Set only when it was rotated.',
  'ReplayFilter.dry_run': 'Count only.',
  'Endpoint.id': 'Every call about the endpoint addresses it.',
  'Endpoint.url': 'Where events are posted to.',
  'Endpoint.description': 'For people; null when there is none.',
  'Endpoint.enabled': 'Whether events are delivered to it.',
  'Endpoint.status': 'The same in a word.',
  'Endpoint.event_types': 'The types that are delivered to it.',
  'OperatorEvent.id': 'The event, as its receivers know it.',
  'OperatorEvent.type': 'What it tells of.',
  'OperatorEvent.state': 'Whether anybody was subscribed to it when it was raised.',
  'OperatorEvent.deliveries': 'One for each endpoint that it goes to.',
  'OperatorEvent.deliveries.endpoint_id': 'The endpoint.',
  'OperatorEvent.deliveries.url': 'Where it is posted to.',
  'OperatorEvent.deliveries.state': 'parked: set aside for good, since the endpoint was disabled.',
  'OperatorEvent.deliveries.attempts_made': 'How many attempts are used up.',
  'OperatorEvent.deliveries.attempts': 'Each post, the first one first.',
  'OperatorEvent.deliveries.attempts.n': 'Which attempt it was, counted from 1.',
  'OperatorEvent.deliveries.attempts.ms': 'How long it took, in milliseconds.',
  'OperatorEvent.deliveries.attempts.status': 'What the receiver answered; null when it did not.',
  'OperatorEvent.deliveries.attempts.error': 'Why it counts as failed; null when it does not.',
  'OperatorEvent.deliveries.attempts.remote_ip': 'The address that was connected to; null when none was.',
  'ReplayFilter.type': 'Only events of this type.',
  'ReplayFilter.state': 'The state of the event or of one of its deliveries.',
  'ReplayFilter.endpoint_id':
    'Only events that went to this endpoint, and they are replayed to it alone. A state of deliveries is then that of the delivery to it.',
  'ReplayTarget.endpoint_id': 'Replay it to this endpoint alone; left out: to whoever subscribes now.',
  'ReplayFilter.channel_id': 'Only events of this channel.',
  'ReplayFilter.merchant_id': 'Only events of this merchant.',
  'Replayed.dry_run': 'True: they were counted and nothing was raised.',
  'Replayed.matched': 'How many the filter finds that have no replay under way or delivered.',
  'Replayed.limit': 'How many one call replays at most.',
  'Replayed.event_ids': 'The events that were raised anew.',
  'OperatorEvent.deliveries.next_attempt_at': 'When it is posted next; null when never.',
  'OperatorEvent.deliveries.finished_at': 'When it was delivered or given up; null before.',
  'OperatorEvent.deliveries.attempts.started_at': 'When it began.',
  'ReplayFilter.since': 'Raised at or after.',
  'ReplayFilter.until': 'Raised at or before.',
} as const satisfies Notes;
