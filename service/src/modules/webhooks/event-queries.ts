import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/tx.ts';

/** Which events; every part left out matches all. */
export interface EventFilter {
  state?: string;
  channel_id?: string;
  merchant_id?: string;
  type?: string;
  since?: Date;
  until?: Date;
}

export interface EventRow {
  id: string;
  channel_id: string | null;
  merchant_id: string;
  type: string;
  created_at: Date;
  body: string;
  state: string;
  replay_of: string | null;
}

const EVENT_COLUMNS = sql.raw(
  'e.id, e.channel_id, e.merchant_id, e.type, e.created_at, e.body, e.state, e.replay_of',
);

/** One page of events, newest first. Index: the primary key, or events_by_channel, events_by_merchant. */
export async function listEventRows(
  db: Db,
  filter: EventFilter,
  page: { limit: number; offset: number },
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select ${EVENT_COLUMNS} from events e where ${matching(filter)}
    order by e.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

export async function countEventRows(db: Db, filter: EventFilter): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from events e where ${matching(filter)}`.execute(db);
  return rows[0]!.found;
}

export async function readEventRow(db: Db, id: string): Promise<EventRow | undefined> {
  const { rows } =
    await sql<EventRow>`select ${EVENT_COLUMNS} from events e where e.id = ${id}::uuid`.execute(db);
  return rows[0];
}

/** The oldest events of the filter that are no replays and have none that stands. Index: events_by_replayed. */
export async function listUnreplayedRows(db: Db, filter: EventFilter, limit: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select ${EVENT_COLUMNS} from events e where ${matching(filter)} and ${unreplayed()}
    order by e.id limit ${limit}`.execute(db);
  return rows;
}

/** Of some events those that have no replay that stands, holding them all until the end of the transaction. Two replays at
 *  once wait for each other here, and the later one sees what the earlier one has raised. Index: events_by_replayed. */
export async function lockUnreplayedRows(tx: Tx, ids: readonly string[]): Promise<EventRow[]> {
  await sql`select from events where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx);
  const { rows } = await sql<EventRow>`
    select ${EVENT_COLUMNS} from events e where e.id = any(${ids}::uuid[]) and ${unreplayed()}
    order by e.id`.execute(tx);
  return rows;
}

export async function countUnreplayedRows(db: Db, filter: EventFilter): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from events e where ${matching(filter)} and ${unreplayed()}`.execute(db);
  return rows[0]!.found;
}

// A replay stands while it is under way or was delivered. One that has failed or was parked does not, and one that
// reached nobody stands only until somebody subscribes (gap G37). Index: events_by_replayed, deliveries_finished_badly.
function unreplayed(): RawBuilder<boolean> {
  return sql`e.replay_of is null and not exists (
    select from events r
    where r.replay_of = e.id
      and case when r.state = 'routed' then not exists (
          select from deliveries_finished f where f.event_id = r.id and f.state in ('failed', 'parked')
        )
        else not exists (
          select from webhook_endpoints w
          where w.channel_id = e.channel_id and w.enabled and e.type = any(w.event_types)
        )
        and not exists (
          select from webhook_endpoints w
          where w.merchant_id = e.merchant_id and w.enabled and e.type = any(w.event_types)
        )
        end
  )`;
}

function matching(filter: EventFilter): RawBuilder<boolean> {
  const conditions = [sql`true`];
  if (filter.channel_id) conditions.push(sql`e.channel_id = ${filter.channel_id}::uuid`);
  if (filter.merchant_id) conditions.push(sql`e.merchant_id = ${filter.merchant_id}::uuid`);
  if (filter.type) conditions.push(sql`e.type = ${filter.type}::text`);
  // Ids begin with the time, so a bound on the id spares whole partitions.
  if (filter.since) conditions.push(sql`e.id >= ${firstIdAt(filter.since)}::uuid`);
  if (filter.until) conditions.push(sql`e.id < ${firstIdAt(filter.until)}::uuid`);
  if (filter.state) conditions.push(inState(filter.state));
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

function inState(state: string): RawBuilder<boolean> {
  switch (state) {
    case 'routed':
    case 'no_subscriber':
      return sql`e.state = ${state}::text`;
    case 'pending':
      return sql`exists (select from deliveries d where d.event_id = e.id)`;
    default:
      return sql`exists (select from deliveries_finished f where f.event_id = e.id and f.state = ${state}::text)`;
  }
}

// The smallest UUIDv7 of a millisecond.
function firstIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
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

export interface AttemptRow {
  event_id: string;
  endpoint_id: string;
  n: number;
  started_at: Date;
  ms: number;
  status: number | null;
  error_class: string | null;
  remote_ip: string | null;
}

/** The attempts of some events, in order. Index: delivery_attempts_pkey. */
export async function listAttemptRows(db: Db, eventIds: readonly string[]): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select event_id, endpoint_id, n, started_at, ms, status, error_class, remote_ip
    from delivery_attempts
    where event_id = any(${eventIds}::uuid[])
    order by event_id, endpoint_id, n`.execute(db);
  return rows;
}
