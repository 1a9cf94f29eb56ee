import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import { BEFORE_ALL_IDS } from '../../lib/ids.ts';
import type { Allowance, DueEndpoint, Room } from './allowance.ts';
import type { Look, Lookout } from './lookout.ts';

const ENDPOINTS_PER_SCAN = 200;

/** A delivery leased to this process: one attempt of it is already counted. */
export interface Claimed {
  id: number;
  token: string;
  event_id: string;
  endpoint_id: string;
  activation: number;
  attempt: number;
  due_at: Date;
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
  /** The endpoints of which something due may have been left for want of room. */
  left: DueEndpoint[];
  /** Whether something was parked: it stood in the room of what may be sent. */
  hasParked: boolean;
}

interface ClaimOptions {
  cursor: string | null;
  allowance: Allowance;
  lookout: Lookout;
  leaseSeconds: number;
  now: Date;
}

/** Leases what is due, a few of each endpoint: one index probe for each endpoint that has something due, however long
 *  its backlog. What is left of a tenant's room goes first to its endpoints with the least under way, so that a slow one
 *  does not hold up the others. What was routed to an endpoint that has been disabled since is parked. Index: deliveries_due. */
export async function claimDue(db: Db, options: ClaimOptions): Promise<Claim> {
  const { allowance } = options;
  const beganMs = performance.now();
  // A round that is cut short goes on where it was.
  const places = options.cursor === null ? options.lookout.places() : null;
  const due = places ?? (await dueEndpoints(db, options.cursor));
  const owned = due.filter(isOwned);
  const rooms = allowance.roomsAmong(owned);
  const room = allowance.room();
  const from = new Map(places?.map((place) => [place.endpoint_id, place.from]));
  const { claimed, parked } =
    rooms.length > 0 ? await lease(db, { ...options, rooms, room, from }) : { claimed: [], parked: 0 };
  options.lookout.saw({
    isFull: places === null,
    tookMs: performance.now() - beganMs,
    seen: seenIn(claimed),
  });
  const cursor = places ? null : nextCursor(due, claimed, room);
  const left = claimed.length >= room ? owned : cutShort(owned, rooms, claimed);
  return { claimed, cursor, left, hasParked: parked > 0 };
}

// Of each endpoint the oldest are taken, so that nothing older is left than the last of them.
function seenIn(claimed: readonly Claimed[]): Look['seen'] {
  const ofEndpoint = Map.groupBy(claimed, ({ endpoint_id }) => endpoint_id);
  return [...ofEndpoint.values()].map((own) => {
    const { endpoint_id, tenant } = own[0]!;
    return { endpoint_id, tenant, until: new Date(Math.max(...own.map(({ due_at }) => due_at.getTime()))) };
  });
}

// The rooms are known only here, and only those of a scan's endpoints go into the statement: what it costs does not grow
// with the number of endpoints that the process remembers.
async function dueEndpoints(db: Db, cursor: string | null): Promise<Scanned[]> {
  const { rows } = await sql<Scanned>`
    with recursive r (endpoint_id, n) as (
      (select endpoint_id, 1 from deliveries
        where state = 'due' and endpoint_id > ${cursor ?? BEFORE_ALL_IDS}::uuid
        order by endpoint_id limit 1)
      union all
      select (select d.endpoint_id from deliveries d
          where d.state = 'due' and d.endpoint_id > r.endpoint_id
          order by d.endpoint_id limit 1), r.n + 1
      from r where r.endpoint_id is not null and r.n < ${ENDPOINTS_PER_SCAN}
    )
    select r.endpoint_id,
      (select coalesce(w.channel_id, w.merchant_id) from webhook_endpoints w where w.id = r.endpoint_id) as tenant
    from r
    where r.endpoint_id is not null
    order by r.endpoint_id`.execute(db);
  return rows;
}

interface Scanned {
  endpoint_id: string;
  tenant: string | null;
}

// Endpoints are never removed; a delivery of one that is gone all the same stays where it is and stops nobody.
function isOwned(scanned: Scanned): scanned is DueEndpoint {
  return scanned.tenant !== null;
}

interface Rooms {
  rooms: readonly Room[];
  /** Of the process. */
  room: number;
  /** From when on an endpoint is looked at; from the beginning when left out. */
  from: ReadonlyMap<string, Date>;
}

// A few rows of each endpoint, no more than it has room for.
async function lease(
  db: Db,
  options: Pick<ClaimOptions, 'leaseSeconds' | 'now'> & Rooms,
): Promise<{ claimed: Claimed[]; parked: number }> {
  const rooms = options.rooms.map((one) => ({ ...one, due_from: options.from.get(one.endpoint_id) }));
  const { rows } = await sql<{ parked: number } & (Claimed | { id: null })>`
    with endpoint_rooms as materialized (
      select endpoint_id, room, under_way, tenant_room, coalesce(due_from, '-infinity') as due_from
      from json_to_recordset(${JSON.stringify(rooms)}::text::json)
        as t (endpoint_id uuid, room int, under_way int, tenant_room int, due_from timestamptz)
    ),
    candidates as materialized (
      select d.id, d.due_at, er.endpoint_id, er.tenant_room, w.tenant,
        w.enabled and w.activation = d.activation as is_current,
        er.under_way + row_number() over (partition by er.endpoint_id order by d.due_at, d.id) as turn
      from endpoint_rooms er
      cross join ${endpointBy('er.endpoint_id')} w
      cross join lateral (
        select id, due_at, activation from deliveries
        where endpoint_id = er.endpoint_id and state = 'due' and due_at >= er.due_from
        order by due_at
        limit er.room
        for update skip locked
      ) d
    ),
    fitting as materialized (
      select c.id, c.is_current from (
        select id, endpoint_id, due_at, is_current, tenant_room,
          row_number() over (partition by tenant, is_current order by turn, due_at, id) as place
        from candidates
      ) c
      where not c.is_current or c.place <= c.tenant_room
      order by c.endpoint_id, c.due_at
      limit ${options.room}
    ),
    leased as (
      update deliveries d
      set state = 'leased', attempts = d.attempts + 1, lease_token = gen_random_uuid(),
        lease_until = clock_timestamp() + make_interval(secs => ${options.leaseSeconds}::double precision)
      where d.id = any(array(select id from fitting where is_current))
      returning d.id, d.lease_token as token, d.event_id, d.endpoint_id, d.activation, d.attempts as attempt,
        d.due_at
    ),
    ${parkCtes(options.now)}
    select s.parked, l.id, l.token, l.event_id, l.endpoint_id, l.activation, l.attempt, l.due_at, w.tenant, w.url, w.host,
      e.type, e.body
    from (select count(*) as parked from stopped) s
    left join leased l on true
    left join ${endpointBy('l.endpoint_id')} w on true
    left join lateral (select type, body from events where id = l.event_id limit 1) e on true`.execute(db);
  const isLeased = (row: { id: number | null }): row is { parked: number } & Claimed => row.id !== null;
  return {
    claimed: rows.filter(isLeased).map(({ parked: _, ...claimed }) => claimed),
    parked: rows[0]!.parked,
  };
}

// What was routed before its endpoint was switched off is not sent any more.
function parkCtes(now: Date): RawBuilder<unknown> {
  return sql`
    stopped as (
      delete from deliveries
      where id = any(array(select id from fitting where not is_current))
      returning event_id, endpoint_id, attempts, last_status, last_error
    ),
    parked as (
      insert into deliveries_finished
        (event_id, endpoint_id, state, attempts, last_status, last_error, finished_at)
      select event_id, endpoint_id, 'parked', attempts, last_status, last_error, ${now}::timestamptz
      from stopped
    )`;
}

// Looked up for each row. A join would leave it to the planner to read the whole table where it believes it small, as
// would one between the deliveries and what is known of them: those are found by the keys in an array.
function endpointBy(id: string): RawBuilder<unknown> {
  return sql`lateral (
    select enabled, activation, url, host, coalesce(channel_id, merchant_id) as tenant
    from webhook_endpoints where id = ${sql.ref(id)} limit 1
  )`;
}

// What found room for everything that it asked for has left nothing behind.
function cutShort(
  due: readonly DueEndpoint[],
  rooms: readonly Room[],
  claimed: readonly Claimed[],
): DueEndpoint[] {
  const roomOf = new Map(rooms.map((room) => [room.endpoint_id, room]));
  const ofEndpoint = countBy(claimed, ({ endpoint_id }) => endpoint_id);
  const ofTenant = countBy(claimed, ({ tenant }) => tenant);
  return due.filter(({ endpoint_id, tenant }) => {
    const given = roomOf.get(endpoint_id);
    if (!given || (ofEndpoint.get(endpoint_id) ?? 0) >= given.room) return true;
    return (ofTenant.get(tenant) ?? 0) >= given.tenant_room;
  });
}

function countBy(claimed: readonly Claimed[], key: (one: Claimed) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of claimed) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1);
  return counts;
}

// A claim cut short by the room goes on behind the last endpoint served; advancing over served endpoints only would
// starve those behind a run of busy ones.
function nextCursor(due: readonly Scanned[], claimed: readonly Claimed[], room: number): string | null {
  if (claimed.length > 0 && claimed.length >= room)
    return claimed
      .map((one) => one.endpoint_id)
      .sort()
      .at(-1)!;
  return due.length >= ENDPOINTS_PER_SCAN ? due.at(-1)!.endpoint_id : null;
}
