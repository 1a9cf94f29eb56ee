import { Type } from 'typebox';
import { closed, DateTime, nullable } from './shapes.ts';
import { EventId } from './webhook.ts';

const PAGE_MAX = 100;
const PAGE_DEFAULT = 50;
const WAIT_MAX_SECONDS = 20;

/** A place in the feed of a channel's events: opaque, except that `start` stands before the first. */
const Cursor = Type.String({ pattern: '^[0-9]{1,19}\\.[0-9a-f]{32}$' });

export const EventFeedQuery = Type.Object(
  {
    /** Left out: nothing but the cursor of the present moment. */
    after: Type.Optional(Type.String({ pattern: '^(?:start|[0-9]{1,19}\\.[0-9a-f]{32})$' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: PAGE_DEFAULT })),
    wait_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: WAIT_MAX_SECONDS, default: 0 })),
  },
  closed,
);

export const FedEvent = Type.Object(
  {
    /** Where to go on after this event. */
    cursor: Cursor,
    id: EventId,
    type: Type.String(),
    merchant_id: Type.String(),
    created_at: DateTime,
    replay_of_event_id: nullable(EventId),
    body: Type.String({ description: 'The exact text that a delivery of it signs and sends' }),
  },
  closed,
);

export const EventFeed = Type.Object(
  { channel_id: Type.String(), cursor: Cursor, items: Type.Array(FedEvent) },
  closed,
);
