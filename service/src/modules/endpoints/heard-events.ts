import { type RawBuilder, sql } from 'kysely';
import { BEHIND_ALL_IDS, firstUuidAt } from '../../lib/ids.ts';
import { earlier } from '../../lib/time.ts';

/** Whose events an endpoint hears, and since when. */
export interface Hearing {
  channel_id: string | null;
  merchant_id: string | null;
  created_at: Date;
}

/** An event that an endpoint may have been sent. */
export interface HeardEvent {
  event_id: string;
  type: string;
  merchant_id: string;
  created_at: Date;
  replay_of: string | null;
  /** The channel or the merchant: all have the same, and are in the order of it and then of their ids. */
  owner: string;
  /** Its place among those that are looked at, counted from 1. */
  nth: number;
}

// An event has its time before it is committed, and by another host's clock.
const EARLIER_MS = 600_000;

/** A `select` of `HeardEvent`s, newest first: those of an endpoint's channel, its merchants' among them, or of its merchant, none from
 *  before it was there. Between the uuids `from` and `before`, the first included. Index: events_by_channel, events_by_merchant. */
export function heardBy(
  { channel_id, merchant_id, created_at }: Hearing,
  {
    from = '',
    before = BEHIND_ALL_IDS,
    limit,
  }: { from?: string | undefined; before?: string | undefined; limit: number },
): RawBuilder<HeardEvent> {
  const owner = channel_id === null ? sql.ref('e.merchant_id') : sql.ref('e.channel_id');
  const first = firstUuidAt(earlier(created_at, EARLIER_MS));
  // As one of a list the owner stays a part of the order, which no index but the owner's has: by the primary key the planner would
  // look through everybody's events for those of an owner who has few.
  return sql`
    select e.id as event_id, e.type, e.merchant_id, e.created_at, e.replay_of, ${owner} as owner,
      row_number() over (order by ${owner}, e.id desc) as nth
    from events e
    where ${owner} = any(array[${channel_id ?? merchant_id}::uuid])
      and e.id >= ${from > first ? from : first}::uuid and e.id < ${before}::uuid
    order by ${owner}, e.id desc
    limit ${limit}`;
}
