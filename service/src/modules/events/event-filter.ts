import { type RawBuilder, sql } from 'kysely';
import { firstUuidAt } from '../../lib/ids.ts';
import { badlyEndedAt, deliveryTo, endedBadlyBy, isBadEnd } from '../deliveries/index.ts';
import { heardBy, type Hearing } from '../endpoints/index.ts';
import { EVENT_COLUMNS, has } from './event-row.ts';

// Of those that an index finds by tenant, endpoint, time or state, as many are looked at one by one.
const LOOKED_AT = 50_000;

/** Which events; every part left out matches all. */
export interface EventFilter {
  state?: string;
  channel_id?: string;
  merchant_id?: string;
  type?: string;
  since?: Date;
  until?: Date;
  /** One that they went to, whose delivery a state of deliveries is then about. */
  endpoint?: FilterEndpoint;
}

/** The same as it is asked for: with the uuid of an endpoint. */
export type AskedFilter = Omit<EventFilter, 'endpoint'> & { endpoint_id?: string };

type FilterEndpoint = Hearing & { id: string };

/** `from … where …` of the events of a filter, as `e`. By tenant and time they are found by an index. A type or a state is looked for
 *  among the newest events of these, or among the newest in that state when no tenant is named. Those that went to an endpoint are
 *  looked for among the newest it may have been sent, or among the newest that failed or were parked at it (gap G63). */
export function matching(filter: EventFilter): RawBuilder<unknown> {
  const { type, state, endpoint } = filter;
  if (type === undefined && state === undefined && endpoint === undefined)
    return sql`from events e where ${ofTenant(filter)}`;
  const conditions = [ofTenant(filter)];
  if (type !== undefined) conditions.push(sql`e.type = ${type}::text`);
  if (state !== undefined && !isFoundByDelivery(filter)) conditions.push(inState(state));
  return sql`
    from (select distinct id from (${newest(filter)}) newest) c
    cross join lateral (select ${EVENT_COLUMNS} from events e where e.id = c.id limit 1) e
    where ${sql.join(conditions, sql` and `)}`;
}

function isFoundByDelivery({ endpoint, state }: EventFilter): boolean {
  return endpoint !== undefined && !isOfEvent(state);
}

// Whether it is the event's own state, whatever became of its deliveries.
function isOfEvent(state: string | undefined): boolean {
  return state === 'routed' || state === 'no_subscriber';
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
  if (filter.endpoint !== undefined) return wentTo(filter.endpoint, filter);
  const isOfTenant = filter.channel_id !== undefined || filter.merchant_id !== undefined;
  const state = isOfTenant ? 'any' : (filter.state ?? 'any');
  switch (state) {
    case 'failed':
    case 'parked':
      return sql`
        select f.event_id as id from deliveries_finished f
        where ${endedBadlyBy('f.state')} and ${between(filter, 'f.event_id')}
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

// Index: those of `badlyEndedAt`; of `heardBy` and `deliveryTo`.
function wentTo(endpoint: FilterEndpoint, { state, since, until }: EventFilter): RawBuilder<unknown> {
  const span = {
    ...{ from: since && firstUuidAt(since), before: until && firstUuidAt(until) },
    limit: LOOKED_AT,
  };
  const endpoint_id = endpoint.id;
  if (isBadEnd(state)) {
    return sql`select d.event_id as id from (${badlyEndedAt({ ...span, endpoint_id, state })}) d`;
  }
  const event = sql<string>`h.event_id`;
  const delivery = deliveryTo({ event, endpoint_id, state: isOfEvent(state) ? undefined : state });
  return sql`select h.event_id as id from (${heardBy(endpoint, span)}) h where ${has(sql`from (${delivery}) d`)}`;
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
