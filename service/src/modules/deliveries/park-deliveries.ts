import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';

/** Parks, for good, up to `limit` deliveries of a disabled endpoint that are not under way; returns how many. Index:
 *  deliveries_due, deliveries_waiting_by_endpoint. */
export async function parkDeliveries(db: Db, input: { endpoint_id: string; now: Date; limit: number }) {
  const { rows } = await sql<{ parked: number }>`
    with left_behind as materialized (
      (select id from deliveries where endpoint_id = ${input.endpoint_id}::uuid and state = 'due'
        limit ${input.limit})
      union all
      (select id from deliveries where endpoint_id = ${input.endpoint_id}::uuid and state = 'waiting'
        limit ${input.limit})
    ),
    gone as (
      delete from deliveries
      where id = any(array(select id from left_behind)) and state <> 'leased'
      returning event_id, endpoint_id, attempts, last_status, last_error
    ),
    parked as (
      insert into deliveries_finished
        (event_id, endpoint_id, state, attempts, last_status, last_error, finished_at)
      select event_id, endpoint_id, 'parked', attempts, last_status, last_error, ${input.now}::timestamptz from gone
    )
    select count(*) as parked from gone`.execute(db);
  return rows[0]!.parked;
}
