import { sql, type RawBuilder } from 'kysely';
import { countUpToBound } from '../../db/count.ts';
import type { Db, RowOf, Tx } from '../../db/tx.ts';
import { firstUuidAt } from '../../lib/ids.ts';

// Of those that an index finds by tenant, time or state, as many are looked at one by one.
const LOOKED_AT = 50_000;

/** Which events; every part left out matches all. */
export interface EventFilter {
  state?: string;
  channel_id?: string;
  merchant_id?: string;
  type?: string;
  since?: Date;
  until?: Date;
}

const EVENT = [
  'id',
  'channel_id',
  'merchant_id',
  'type',
  'created_at',
  'body',
  'state',
  'replay_of',
] as const;

export type EventRow = RowOf<'events', (typeof EVENT)[number]>;

/** The columns of an event, of a table by this name. */
export const eventColumns = (table: string) => sql.join(EVENT.map((column) => sql.ref(`${table}.${column}`)));

const EVENT_COLUMNS = eventColumns('e');

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

/** The oldest events of the filter that are no replays and have none that stands. Index: events_by_replayed. */
export async function listUnreplayedRows(db: Db, filter: EventFilter, limit: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select ${EVENT_COLUMNS} ${matching(filter)} and ${unreplayed()}
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
  return countUpToBound(db, sql`${matching(filter)} and ${unreplayed()}`);
}

// A replay stands while it is under way or was delivered. One that has failed or was parked does not, and one that
// reached nobody stands only until somebody subscribes (gap G37). Index: events_by_replayed, deliveries_finished_badly.
function unreplayed(): RawBuilder<boolean> {
  return sql`e.replay_of is null and ${has(sql`
    from events r
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
        end`)} is null`;
}

// Looked up for each event: as `exists` it may be joined, and a whole table read for a few events.
function has(from: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(select true ${from} limit 1)`;
}

// `from … where …` of the events of a filter, as `e`. By tenant and time they are found by an index. A type or a state is
// looked for among the newest events of these, or among the newest in that state when no tenant is named (gap G63).
function matching(filter: EventFilter): RawBuilder<unknown> {
  const { type, state } = filter;
  if (type === undefined && state === undefined) return sql`from events e where ${ofTenant(filter)}`;
  const conditions = [ofTenant(filter)];
  if (type !== undefined) conditions.push(sql`e.type = ${type}::text`);
  if (state !== undefined) conditions.push(inState(state));
  return sql`
    from (select distinct id from (${newest(filter)}) newest) c
    cross join lateral (select ${EVENT_COLUMNS} from events e where e.id = c.id limit 1) e
    where ${sql.join(conditions, sql` and `)}`;
}

function ofTenant(filter: EventFilter): RawBuilder<boolean> {
  const conditions = [between(filter, 'e.id')];
  if (filter.channel_id) conditions.push(sql`e.channel_id = ${filter.channel_id}::uuid`);
  if (filter.merchant_id) conditions.push(sql`e.merchant_id = ${filter.merchant_id}::uuid`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

// Indexes: events_by_channel, events_by_merchant; deliveries_finished_badly, event_reaches_an_endpoint_once,
// events_unsubscribed, the primary key.
function newest(filter: EventFilter): RawBuilder<unknown> {
  const isOfTenant = filter.channel_id !== undefined || filter.merchant_id !== undefined;
  const state = isOfTenant ? 'any' : (filter.state ?? 'any');
  switch (state) {
    case 'failed':
    case 'parked':
      return sql`
        select f.event_id as id from deliveries_finished f
        where f.state in ('failed', 'parked') and ${between(filter, 'f.event_id')}
        order by f.event_id desc limit ${LOOKED_AT}`;
    case 'pending':
      return sql`
        select d.event_id as id from deliveries d where ${between(filter, 'd.event_id')}
        order by d.event_id desc limit ${LOOKED_AT}`;
    case 'no_subscriber':
      return sql`
        select e.id from events e where e.state = 'no_subscriber' and ${between(filter, 'e.id')}
        order by e.id desc limit ${LOOKED_AT}`;
    default:
      return sql`select e.id from events e where ${ofTenant(filter)} order by e.id desc limit ${LOOKED_AT}`;
  }
}

// Ids begin with the time, so a bound on the id spares whole partitions.
function between(filter: EventFilter, id: string): RawBuilder<boolean> {
  const conditions = [sql`true`];
  if (filter.since) conditions.push(sql`${sql.ref(id)} >= ${firstUuidAt(filter.since)}::uuid`);
  if (filter.until) conditions.push(sql`${sql.ref(id)} < ${firstUuidAt(filter.until)}::uuid`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

function inState(state: string): RawBuilder<boolean> {
  switch (state) {
    case 'routed':
    case 'no_subscriber':
      return sql`e.state = ${state}::text`;
    case 'pending':
      return has(sql`from deliveries d where d.event_id = e.id`);
    default:
      return has(sql`from deliveries_finished f where f.event_id = e.id and f.state = ${state}::text`);
  }
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
