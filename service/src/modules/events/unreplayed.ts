import { type RawBuilder, sql } from 'kysely';
import { countUpToBound } from '../../db/count.ts';
import type { Db, Tx } from '../../db/tx.ts';
import { endedBadlyBy } from '../deliveries/index.ts';
import { type EventFilter, matching } from './event-filter.ts';
import { EVENT_COLUMNS, type EventRow, has } from './event-row.ts';

/** The oldest events of the filter that are no replays and have none that stands. Index: events_by_replayed. */
export async function listUnreplayedRows(db: Db, filter: EventFilter, limit: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select ${EVENT_COLUMNS} ${matching(filter)} and ${unreplayed(filter.endpoint?.id)}
    order by e.id limit ${limit}`.execute(db);
  return rows;
}

/** Of some events those that have no replay that stands, holding them all until the end of the transaction. Two replays at
 *  once wait for each other here, and the later one sees what the earlier one has raised. Index: events_by_replayed. */
export async function lockUnreplayedRows(
  tx: Tx,
  ids: readonly string[],
  endpointId?: string,
): Promise<EventRow[]> {
  await sql`select from events where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx);
  const { rows } = await sql<EventRow>`
    select ${EVENT_COLUMNS} from events e where e.id = any(${ids}::uuid[]) and ${unreplayed(endpointId)}
    order by e.id`.execute(tx);
  return rows;
}

export async function countUnreplayedRows(db: Db, filter: EventFilter): Promise<number> {
  return countUpToBound(db, sql`${matching(filter)} and ${unreplayed(filter.endpoint?.id)}`);
}

// For an endpoint: what no replay has reached it with, and what it would take.
function unreplayed(endpointId: string | undefined): RawBuilder<boolean> {
  if (endpointId === undefined) return unreplayedToAnybody();
  const endpoint = sql<string>`${endpointId}::uuid`;
  return sql`e.replay_of is null and ${takes(endpoint)} is not null and ${reached(endpoint)} is null`;
}

// A replay stands while it is under way or was delivered. One that has failed or was parked does not, and one that
// reached nobody stands only until somebody subscribes (gap G37). Nor does it for an endpoint that it went past, where the event has
// failed or was parked: others are reached by a replay to one of them (gap G171). Index: events_by_replayed,
// deliveries_finished_badly.
function unreplayedToAnybody(): RawBuilder<boolean> {
  const standing = has(sql`
    from events r
    where r.replay_of = e.id
      and case when r.state = 'routed' then not exists (
          select from deliveries_finished f where f.event_id = r.id and ${endedBadlyBy('f.state')}
        )
        else not exists (
          select from webhook_endpoints w
          where w.channel_id = e.channel_id and w.enabled and e.type = any(w.event_types)
        )
        and not exists (
          select from webhook_endpoints w
          where w.merchant_id = e.merchant_id and w.enabled and e.type = any(w.event_types)
        )
        end`);
  const owed = has(sql`
    from deliveries_finished o
    where o.event_id = e.id and ${endedBadlyBy('o.state')}
      and ${takes(sql`o.endpoint_id`)} is not null and ${reached(sql`o.endpoint_id`)} is null`);
  return sql`e.replay_of is null and (${standing} is null or ${owed} is not null)`;
}

// Whether an endpoint would take the event now.
function takes(endpoint: RawBuilder<string>): RawBuilder<boolean> {
  return has(sql`
    from webhook_endpoints w where w.id = ${endpoint} and w.enabled and e.type = any(w.event_types)`);
}

// Whether a replay of the event was delivered to an endpoint, or is under way to it. Index: events_by_replayed,
// event_reaches_an_endpoint_once, deliveries_finished_pkey.
function reached(endpoint: RawBuilder<string>): RawBuilder<boolean> {
  return has(sql`
    from events r
    where r.replay_of = e.id
      and (${has(sql`from deliveries d where d.event_id = r.id and d.endpoint_id = ${endpoint}`)} is not null
        or ${has(sql`
          from deliveries_finished f
          where f.event_id = r.id and f.endpoint_id = ${endpoint} and f.state = 'delivered'`)} is not null)`);
}
