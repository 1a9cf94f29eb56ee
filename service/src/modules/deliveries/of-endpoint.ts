import { type RawBuilder, sql } from 'kysely';
import { BEFORE_ALL_IDS, BEHIND_ALL_IDS } from '../../lib/ids.ts';

/** A delivery as it is told: whatever is still to be made is pending. */
export interface DeliveryRow {
  state: 'pending' | 'delivered' | 'failed' | 'parked';
  attempts: number;
  next_attempt_at: Date | null;
  finished_at: Date | null;
  /** Where the last attempt went; null when it has had none, or is not finished. */
  url: string | null;
}

const BAD_ENDS = ['failed', 'parked'] as const;
type BadEnd = (typeof BAD_ENDS)[number];

interface BadlyEnded {
  /** The endpoint's uuid. */
  endpoint_id: string;
  state: BadEnd;
  /** The uuids of events between which they are, the first included. */
  from?: string | undefined;
  before?: string | undefined;
  limit: number;
}

/** Whether an index finds the deliveries in the state by their endpoint. The others have none: each delivery would pay for it. */
export function isBadEnd(state: string | undefined): state is BadEnd {
  return (BAD_ENDS as readonly (string | undefined)[]).includes(state);
}

/** Whether a delivery ended badly, by the column of its state; written out, as the conditions of indexes are. */
export function endedBadlyBy(stateColumn: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(stateColumn)} in (${sql.join(BAD_ENDS.map((state) => sql.lit(state)))})`;
}

/** A `select` of `DeliveryRow`s with their `event_id`: what ended badly at an endpoint, that of the newest event first. It reads what it
 *  answers. Index: deliveries_finished_badly_by_endpoint. */
export function badlyEndedAt(which: BadlyEnded): RawBuilder<DeliveryRow & { event_id: string }> {
  const { endpoint_id, state, from = BEFORE_ALL_IDS, before = BEHIND_ALL_IDS, limit } = which;
  // As one of a list the endpoint stays a part of the order, which no other index has: by the event alone the planner would look
  // through everybody's for those of an endpoint that has few.
  return sql`
    select f.event_id, f.state, f.attempts, null::timestamptz as next_attempt_at, f.finished_at, f.url
    from deliveries_finished f
    where ${endedBadlyBy('f.state')}
      and f.endpoint_id = any(array[${endpoint_id}::uuid]) and f.state = ${state}::text
      and f.event_id >= ${from}::uuid and f.event_id < ${before}::uuid
    order by f.endpoint_id desc, f.event_id desc
    limit ${limit}`;
}

/** A `select` of the one `DeliveryRow` of an event, which may be a column of what stands to the left, to an endpoint; of none when there
 *  is none, or it is in another state. Index: event_reaches_an_endpoint_once, deliveries_finished_pkey. */
export function deliveryTo(of: {
  event: RawBuilder<string>;
  endpoint_id: string;
  state?: string | undefined;
}): RawBuilder<DeliveryRow> {
  const { state } = of;
  const live = sql`
    select 'pending' as state, d.attempts, d.due_at as next_attempt_at, null::timestamptz as finished_at, null::text as url
    from deliveries d
    where d.event_id = ${of.event} and d.endpoint_id = ${of.endpoint_id}::uuid`;
  const finished = sql`
    select f.state, f.attempts, null::timestamptz as next_attempt_at, f.finished_at, f.url
    from deliveries_finished f
    where f.event_id = ${of.event} and f.endpoint_id = ${of.endpoint_id}::uuid`;
  if (state === 'pending') return sql`${live} limit 1`;
  if (state !== undefined) return sql`${finished} and f.state = ${state}::text limit 1`;
  return sql`${live} union all ${finished} limit 1`;
}
