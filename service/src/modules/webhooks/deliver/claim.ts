import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../db/tx.ts';
import { TENANT_ROOM, UNPROVEN_MAX, type Allowance } from './breaker.ts';

const ENDPOINTS_PER_SCAN = 200;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** A delivery leased to this process: one attempt of it is already counted. */
export interface Claimed {
  id: number;
  token: string;
  event_id: string;
  endpoint_id: string;
  activation: number;
  attempt: number;
  /** The channel, or the merchant whose own endpoint it is: whose share of the process it uses. */
  tenant: string;
  url: string;
  host: string;
  /** Null when the event is gone. */
  type: string | null;
  body: string | null;
}

export interface Claim {
  claimed: Claimed[];
  /** Where the next scan begins; null when this one saw the last endpoint. */
  cursor: string | null;
}

export interface ClaimOptions {
  cursor: string | null;
  allowance: Allowance;
  leaseSeconds: number;
  now: Date;
}

/** Leases what is due, a few of each endpoint: one index probe for each endpoint that has something due, however long
 *  its backlog. What was routed to an endpoint that has been disabled since is parked. Index: deliveries_due. */
export async function claimDue(db: Db, options: ClaimOptions): Promise<Claim> {
  const room = options.allowance.room();
  const { rows } = await sql<Claimed & { id: number | null; scan_end: string | null; scanned: number }>`
    with recursive ${dueEndpoints(options.cursor)},
    ${candidates(options.allowance)},
    fitting as materialized (
      select c.* from (
        select *, row_number() over (partition by tenant, is_current order by due_at, id) as place from candidates
      ) c
      left join tenant_rooms tr on tr.tenant = c.tenant
      where not c.is_current or c.place <= coalesce(tr.room, ${TENANT_ROOM})
      order by c.endpoint_id, c.due_at
      limit ${room}
    ),
    leased as (
      update deliveries d
      set state = 'leased', attempts = d.attempts + 1, lease_token = gen_random_uuid(),
        lease_until = clock_timestamp() + make_interval(secs => ${options.leaseSeconds}::double precision)
      from fitting f
      where d.id = f.id and f.is_current
      returning d.id, d.lease_token as token, d.event_id, d.endpoint_id, d.activation, d.attempts as attempt,
        f.tenant, f.url, f.host
    ),
    stopped as (
      delete from deliveries d using fitting f
      where d.id = f.id and not f.is_current
      returning d.event_id, d.endpoint_id, d.attempts, d.last_status, d.last_error
    ),
    parked as (
      insert into deliveries_finished
        (event_id, endpoint_id, state, attempts, last_status, last_error, finished_at)
      select event_id, endpoint_id, 'parked', attempts, last_status, last_error, ${options.now}::timestamptz
      from stopped
    )
    select s.scan_end, s.scanned, l.*, e.type, e.body
    from (select max(endpoint_id::text) as scan_end, count(endpoint_id) as scanned from r) s
    left join leased l on true
    left join events e on e.id = l.event_id`.execute(db);
  const claimed = rows.filter((row) => row.id !== null);
  return { claimed, cursor: nextCursor(rows[0], claimed, room) };
}

// One index probe for each endpoint that has something due.
function dueEndpoints(cursor: string | null): RawBuilder<unknown> {
  return sql`
    r (endpoint_id, n) as (
      (select endpoint_id, 1 from deliveries
        where state = 'due' and endpoint_id > ${cursor ?? FIRST}::uuid
        order by endpoint_id limit 1)
      union all
      select (select d.endpoint_id from deliveries d
          where d.state = 'due' and d.endpoint_id > r.endpoint_id
          order by d.endpoint_id limit 1), r.n + 1
      from r where r.endpoint_id is not null and r.n < ${ENDPOINTS_PER_SCAN}
    )`;
}

// A few rows of each, no more than the endpoint has room for. Tenant rooms are named here for the step that follows.
function candidates(allowance: Allowance): RawBuilder<unknown> {
  return sql`
    endpoint_rooms as materialized (
      select * from json_to_recordset(${JSON.stringify(allowance.endpointRooms())}::text::json)
        as t (endpoint_id uuid, room int)
    ),
    tenant_rooms as materialized (
      select * from json_to_recordset(${JSON.stringify(allowance.tenantRooms())}::text::json)
        as t (tenant uuid, room int)
    ),
    candidates as materialized (
      select d.id, d.due_at, w.id as endpoint_id, w.url, w.host, coalesce(w.channel_id, w.merchant_id) as tenant,
        w.enabled and w.activation = d.activation as is_current
      from r
      join webhook_endpoints w on w.id = r.endpoint_id
      left join endpoint_rooms er on er.endpoint_id = r.endpoint_id
      cross join lateral (
        select id, due_at, activation from deliveries
        where endpoint_id = r.endpoint_id and state = 'due'
        order by due_at
        limit coalesce(er.room, ${UNPROVEN_MAX})
        for update skip locked
      ) d
    )`;
}

// A claim cut short by the room goes on behind the last endpoint served; advancing over served endpoints only would
// starve those behind a run of busy ones.
function nextCursor(
  scan: { scan_end: string | null; scanned: number } | undefined,
  claimed: readonly Claimed[],
  room: number,
): string | null {
  if (claimed.length > 0 && claimed.length >= room)
    return claimed
      .map((one) => one.endpoint_id)
      .sort()
      .at(-1)!;
  return scan && scan.scanned >= ENDPOINTS_PER_SCAN ? scan.scan_end : null;
}
