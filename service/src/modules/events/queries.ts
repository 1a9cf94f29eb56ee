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
