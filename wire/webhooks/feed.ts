import { Type } from 'typebox';
import type { Notes } from '../notes.ts';
import { closed, DateTime, nullable } from '../shapes.ts';
import { EventId } from './schemas.ts';

const PAGE_MAX = 100;
const PAGE_DEFAULT = 50;
const WAIT_MAX_SECONDS = 20;

const PLACE = '[0-9]{1,19}\\.[0-9a-f]{32}';

/** A place in the feed of a channel's events: opaque, except that `start` stands before the first. */
export const FEED_CURSOR = `^${PLACE}$`;
/** What a reader may go on from: a cursor, or the start. */
export const FEED_AFTER = `^(?:start|${PLACE})$`;

const Cursor = Type.String({ pattern: FEED_CURSOR });

export const EventFeedQuery = Type.Object(
  {
    /** Left out: nothing but the cursor of the present moment. */
    after: Type.Optional(Type.String({ pattern: FEED_AFTER })),
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

/** What fields mean. */
export const NOTES = {
  'FedEvent.cursor': 'Where to go on after this event.',
  'EventFeed.cursor': 'Where to go on after all of them.',
  'EventFeed.items': 'What was raised behind the place that was asked for, the oldest first.',
} as const satisfies Notes;
