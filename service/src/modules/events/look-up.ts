import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import type { Json } from '../../lib/canonical-json.ts';
import { aboutOf } from './about.ts';
import { eventColumns, type EventRow } from './event-row.ts';
import { describeEvents } from './list-events.ts';
import { readEventRow } from './queries.ts';

/** An event that somebody named, and what it tells of, as in `aboutOf`. */
interface Named {
  id: string;
  merchant_id: string;
  about: string | null;
}

/** Index: the primary key. */
export async function eventsById(db: Db, id: string): Promise<Named[]> {
  const event = await readEventRow(db, id);
  if (!event) return [];
  // Its body says so too where the release before raised it.
  const { data } = JSON.parse(event.body) as { data: { object: Json } };
  return [{ id, merchant_id: event.merchant_id, about: aboutOf(data.object, event.merchant_id) }];
}

/** What was told of any of these, the newest first, each with its deliveries and their attempts. Index: events_about. */
export async function describeEventsAbout(
  db: Db,
  { merchant_id, about, limit }: { merchant_id: string; about: readonly string[]; limit: number },
) {
  const { rows } = await sql<EventRow>`
    with found as materialized (
      select distinct newest.id
      from unnest(${about}::text[]) as asked (about)
      cross join lateral (
        select e.id from events e
        where e.about between asked.about and asked.about
        order by e.about desc, e.id desc
        limit ${limit}
      ) newest
      order by newest.id desc
      limit ${limit}
    )
    select ${eventColumns('e')}
    from found
    cross join lateral (select ${eventColumns('one')} from events one where one.id = found.id limit 1) e
    where e.merchant_id = ${merchant_id}::uuid
    order by e.id desc`.execute(db);
  return describeEvents(db, rows);
}
