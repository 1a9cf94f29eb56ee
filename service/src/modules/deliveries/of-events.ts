import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import type { DeliveryRow } from './of-endpoint.ts';

/** With where it goes: the endpoint's address now, or that of its last attempt. */
export type DeliveryOfEvent = DeliveryRow & { event_id: string; endpoint_id: string; url: string };

/** The deliveries of some events, live and finished. Index: event_reaches_an_endpoint_once, deliveries_finished_pkey. */
export async function deliveriesOfEvents(db: Db, eventIds: readonly string[]): Promise<DeliveryOfEvent[]> {
  const { rows } = await sql<DeliveryOfEvent>`
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
