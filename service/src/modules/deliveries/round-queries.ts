import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import type { Clock } from '../../lib/clock.ts';
import { parkDeliveries } from './park-deliveries.ts';
import { ATTEMPTS_MAX, JITTERED, scaledDelays } from './schedule.ts';

const PROMOTED_AT_ONCE = 500;
/** As many as one sweep takes back; after so many there may be more. */
export const RECLAIMED_AT_ONCE = 500;
const PARKED_AT_ONCE = 5_000;
const PARK_ROUNDS_MAX = 20;
const DISABLED_LOOKED_AT = 1_000;

// What is compared with an index is the time of the statement: the clock itself may differ from row to row, so all of them
// would be read.

/** Makes due what has waited long enough by the database's clock, moved as the deployment's is. Returns how many.
 *  Index: deliveries_waiting. */
export async function promoteWaiting(db: Db, clock: Clock): Promise<number> {
  const { rows } = await sql<{ promoted: number }>`
    with ripe as materialized (
      select id from deliveries
      where state = 'waiting'
        and due_at <= statement_timestamp() + make_interval(secs => ${clock.offsetSeconds}::double precision)
      order by due_at limit ${PROMOTED_AT_ONCE} for update skip locked
    ),
    promoted as (
      update deliveries set state = 'due' where id = any(array(select id from ripe)) returning id
    )
    select count(*) as promoted from promoted`.execute(db);
  return rows[0]!.promoted;
}

/** Whether a delivery is due, under way in any process, or has waited long enough by the clock that `promoteWaiting`
 *  goes by. One whose endpoint is gone is nobody's to make. Index: deliveries_due, _leased, _waiting. */
export async function isAnythingDue(db: Db, clock: Clock): Promise<boolean> {
  const { rows } = await sql<{ is_due: boolean }>`
    select exists (select from deliveries where state = 'leased')
      or exists (
        select from deliveries d join webhook_endpoints w on w.id = d.endpoint_id
        where d.state = 'due'
      )
      or exists (
        select from deliveries d join webhook_endpoints w on w.id = d.endpoint_id
        where d.state = 'waiting'
          and d.due_at <= statement_timestamp() + make_interval(secs => ${clock.offsetSeconds}::double precision)
      ) as is_due`.execute(db);
  return rows[0]!.is_due;
}

/** Takes back deliveries whose process died or stalled. The attempt counts, for the receiver may have seen it: such a
 *  row waits for its next delay, or has failed when it was the eighth. What this process itself holds is left to it: a
 *  database that was away kept it from renewing, and it knows what came of it. Leases run by the database's own clock, which
 *  nobody moves. Index: deliveries_leased. */
export async function reclaimLapsed(
  db: Db,
  options: { clock: Clock; scale: number; held: readonly { token: string }[] },
): Promise<{ reclaimed: number; failed: number }> {
  const { clock } = options;
  const held = options.held.map(({ token }) => token);
  const { rows } = await sql<{ reclaimed: number; failed: number }>`
    with lapsed as materialized (
      select id, event_id, endpoint_id, attempts, lease_until from deliveries
      where state = 'leased' and lease_until < statement_timestamp() and lease_token <> all(${held}::uuid[])
      order by lease_until limit ${RECLAIMED_AT_ONCE} for update skip locked
    ),
    gone as (
      delete from deliveries where id = any(array(select id from lapsed where attempts >= ${ATTEMPTS_MAX}))
    ),
    finished as (
      insert into deliveries_finished
        (event_id, endpoint_id, state, attempts, last_status, last_error, finished_at)
      select event_id, endpoint_id, 'failed', attempts, null, 'interrupted', ${clock.now()}::timestamptz
      from lapsed where attempts >= ${ATTEMPTS_MAX}
    ),
    kept as (
      update deliveries d
      set state = 'waiting', lease_until = null, lease_token = null, last_status = null,
        last_error = 'interrupted',
        due_at = clock_timestamp() + make_interval(secs => ${clock.offsetSeconds}
          + (${scaledDelays(options.scale)}::double precision[])[d.attempts]
            * (${JITTERED.least}::double precision + ${JITTERED.span}::double precision * random()))
      where d.id = any(array(select id from lapsed where attempts < ${ATTEMPTS_MAX}))
    ),
    tried as (
      insert into delivery_attempts (event_id, endpoint_id, n, started_at, ms, status, error_class, remote_ip)
      select event_id, endpoint_id, attempts, lease_until + make_interval(secs => ${clock.offsetSeconds}::double precision),
        0, null, 'interrupted', null
      from lapsed
      on conflict do nothing
    )
    select count(*) as reclaimed, count(*) filter (where attempts >= ${ATTEMPTS_MAX}) as failed from lapsed`.execute(
    db,
  );
  return rows[0]!;
}

/** Keeps the leases of attempts under way; one that was taken back meanwhile stays taken. */
export async function renewLeases(
  db: Db,
  held: readonly { id: number; token: string }[],
  leaseSeconds: number,
): Promise<void> {
  await sql`
    update deliveries
    set lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}::double precision)
    where id = any(${held.map(({ id }) => id)}::bigint[])
      and lease_token = any(${held.map(({ token }) => token)}::uuid[])`.execute(db);
}

/** Parks what disabled endpoints still have when their backlog was too long for the disabling transaction. It looks at
 *  those that were disabled last; what is left of others is parked when it is claimed. Indexes:
 *  webhook_endpoints_disabled, deliveries_due, deliveries_waiting_by_endpoint. */
export async function parkLeftBehind(db: Db, clock: Clock): Promise<void> {
  for (let round = 1; round <= PARK_ROUNDS_MAX; round += 1) {
    const { rows } = await sql<{ id: string }>`
      select w.id
      from (
        select id from webhook_endpoints where not enabled order by updated_at desc limit ${DISABLED_LOOKED_AT}
      ) w
      where exists (select from deliveries d where d.endpoint_id = w.id and d.state = 'due')
        or exists (select from deliveries d where d.endpoint_id = w.id and d.state = 'waiting')
      limit 1`.execute(db);
    if (!rows[0]) return;
    await parkDeliveries(db, { endpoint_id: rows[0].id, now: clock.now(), limit: PARKED_AT_ONCE });
  }
}
