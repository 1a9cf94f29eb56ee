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

export const EVENT_STATES = ['routed', 'no_subscriber'] as const;
export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'parked'] as const;

const filter = {
  /** An event's own state, or that of one of its deliveries. */
  state: Type.Optional(oneOf([...EVENT_STATES, ...DELIVERY_STATES])),
  channel_id: Type.Optional(Uuid),
  merchant_id: Type.Optional(Uuid),
  type: Type.Optional(EventTypeName),
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

/** What fields mean, where their names do not say it all. */
export const NOTES = {
  'NewEndpoint.url': 'https, port 443, no credentials, a host with a public address.',
  'NewEndpoint.event_types':
    'Null or left out: every type there is today. New types are never added by themselves. Of some it is said that nothing raises them yet.',
  'EndpointChange.url': 'Under the rules of a new one; the endpoint must be disabled.',
  'EndpointChange.event_types': 'Replaces the whole list.',
  'EndpointChange.rotate_secret': 'Makes a new secret at once.',
  'Endpoint.secret_hint': 'The last characters of the secret.',
  'EndpointWithSecret.secret': 'Signs every delivery. It is not shown again.',
  'ChangedEndpoint.secret': 'Set only when it was rotated.',
  'ReplayFilter.dry_run': 'Count only.',
} as const satisfies Notes;
