import { sql } from 'kysely';
import { countUpToBound } from '../../db/count.ts';
import type { Db, RowOf } from '../../db/tx.ts';
import { type EventFilter, matching } from './event-filter.ts';
import { EVENT_COLUMNS, type EventRow } from './event-row.ts';

/** One page of events, newest first. Index: the primary key, or events_by_channel, events_by_merchant; see `matching`. */
export async function listEventRows(
  db: Db,
  filter: EventFilter,
  page: { limit: number; offset: number },
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select ${EVENT_COLUMNS} ${matching(filter)}
    order by e.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** How many there are, up to a bound. */
export async function countEventRows(db: Db, filter: EventFilter): Promise<number> {
  return countUpToBound(db, matching(filter));
}

export async function readEventRow(db: Db, id: string): Promise<EventRow | undefined> {
  const { rows } =
    await sql<EventRow>`select ${EVENT_COLUMNS} from events e where e.id = ${id}::uuid`.execute(db);
  return rows[0];
}

/** What decides whether an endpoint is sent an event, and was sent one. */
export type EndpointTaking = RowOf<
  'webhook_endpoints',
  'id' | 'channel_id' | 'merchant_id' | 'enabled' | 'event_types' | 'created_at'
>;

/** The endpoint of anybody, for the operator. */
export async function readEndpointTaking(db: Db, id: string): Promise<EndpointTaking | undefined> {
  return db
    .selectFrom('webhook_endpoints')
    .select(['id', 'channel_id', 'merchant_id', 'enabled', 'event_types', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export interface DeliveryRow {
  event_id: string;
  endpoint_id: string;
  url: string;
  state: string;
  attempts: number;
  next_attempt_at: Date | null;
  finished_at: Date | null;
}

/** The deliveries of some events, live and finished. Index: event_reaches_an_endpoint_once, deliveries_finished_pkey. */
export async function listDeliveryRows(db: Db, eventIds: readonly string[]): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select d.event_id, d.endpoint_id, w.url, 'pending' as state, d.attempts,
      d.due_at as next_attempt_at, null::timestamptz as finished_at
    from deliveries d join webhook_endpoints w on w.id = d.endpoint_id
    where d.event_id = any(${eventIds}::uuid[])
    union all
    select f.event_id, f.endpoint_id, coalesce(f.url, w.url), f.state, f.attempts, null, f.finished_at
    from deliveries_finished f join webhook_endpoints w on w.id = f.endpoint_id
    where f.event_id = any(${eventIds}::uuid[])
    order by 1, 2`.execute(db);
  return rows;
}

const ATTEMPT = [
  'event_id',
  'endpoint_id',
  'n',
  'started_at',
  'ms',
  'status',
  'error_class',
  'remote_ip',
] as const;

export type AttemptRow = RowOf<'delivery_attempts', (typeof ATTEMPT)[number]>;

/** The attempts of some events, in order. Index: delivery_attempts_pkey. */
export async function listAttemptRows(db: Db, eventIds: readonly string[]): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select ${sql.join(ATTEMPT.map((column) => sql.ref(column)))}
    from delivery_attempts
    where event_id = any(${eventIds}::uuid[])
    order by event_id, endpoint_id, n`.execute(db);
  return rows;
}
