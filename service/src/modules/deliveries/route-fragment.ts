import { type RawBuilder, sql } from 'kysely';

/** What makes a delivery due now for each endpoint that an event was raised to, as the body of a CTE: a part of the statement that
 *  raises the events, whose CTE `raised_to` has the event as `uuid`, the endpoint as `id`, and the endpoint's `activation`. */
export function routeFragment(offsetSeconds: number): RawBuilder<unknown> {
  return sql`
    insert into deliveries (event_id, endpoint_id, activation, due_at)
    select uuid, id, activation, clock_timestamp() + make_interval(secs => ${offsetSeconds}::double precision)
    from raised_to`;
}
