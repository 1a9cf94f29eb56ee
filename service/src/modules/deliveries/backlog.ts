import { sql } from 'kysely';
import { COUNTED_MAX } from '../../db/count.ts';
import type { Db } from '../../db/tx.ts';
import type { Clock } from '../../lib/clock.ts';

interface DeliveryBacklog {
  due: number;
  leased: number;
  waiting: number;
  /** Of those that are due, and those whose wait is over but whom nobody made due. */
  oldest_due_seconds: number;
}

/** What has not been delivered yet, over all tenants, each state counted up to a bound so that asking costs the same
 *  on a bad day. Indexes: deliveries_due, deliveries_leased, deliveries_waiting. */
export async function readDeliveryBacklog(db: Db, clock: Clock): Promise<DeliveryBacklog> {
  const { rows } = await sql<DeliveryBacklog>`
    with due as (select due_at from deliveries where state = 'due' limit ${COUNTED_MAX}),
      leased as (select 1 from deliveries where state = 'leased' limit ${COUNTED_MAX}),
      waiting as (select 1 from deliveries where state = 'waiting' limit ${COUNTED_MAX}),
      ripest as (select due_at from deliveries where state = 'waiting' order by due_at limit 1)
    select (select count(*) from due) as due, (select count(*) from leased) as leased,
      (select count(*) from waiting) as waiting,
      greatest(0, coalesce(extract(epoch from ${clock.now()}::timestamptz
        - least((select min(due_at) from due), (select due_at from ripest))), 0)
      )::double precision as oldest_due_seconds`.execute(db);
  return rows[0]!;
}
