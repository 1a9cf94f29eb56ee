import { sql, type RawBuilder } from 'kysely';
import { EVENT_PAYLOAD_KEYS, type EventType } from '../../../../wire/events/registry.ts';
import type { Ctx } from '../../context.ts';
import { afterCommit, type Tx } from '../../db/tx.ts';
import { canonicalJson, type Json } from '../../lib/canonical-json.ts';
import type { Clock } from '../../lib/clock.ts';
import { eventIdOf, uuidAt } from '../../lib/ids.ts';

export interface NewEvent {
  type: EventType;
  channel_id: string | null;
  merchant_id: string;
  /** `data.object`: the reported resource, with the keys its type always has. */
  object: Json;
}

/** An event whose bytes are fixed: what is stored is what every attempt sends. */
interface FrozenEvent {
  uuid: string;
  channel_id: string | null;
  merchant_id: string;
  type: string;
  created_at: Date;
  body: string;
  replay_of: string | null;
}

/** Raises an event in the caller's transaction: freezes its bytes and routes it to every enabled, subscribed endpoint
 *  of its channel and of its merchant, or keeps it as no_subscriber. Returns its `evt_…` id. The commit wakes the
 *  deliveries when there are some. Throws when the object lacks a key that its type always has; that it has the registered types and
 *  no further keys is made sure of by the tests, not at the cost of a payment. */
export async function raise(tx: Tx, ctx: Pick<Ctx, 'clock' | 'wake'>, event: NewEvent): Promise<string> {
  const fragment = raiseFragment(ctx.clock, event);
  const { rows } = await sql`with ${fragment.ctes} select from raised_to limit 1`.execute(tx);
  if (rows.length > 0) wakeAfter(tx, ctx);
  return fragment.event_id;
}

/** Has the deliveries woken once, when the transaction at hand is committed. */
export function wakeAfter(tx: Tx, { wake }: Pick<Ctx, 'wake'>): void {
  afterCommit(tx, 'deliveries', () => wake('deliveries'));
}

interface RaiseFragment {
  event_id: string;
  /** Named CTEs without `with`: `raised_to`, `raised` (returns the event's id) and `raised_routes`. */
  ctes: RawBuilder<unknown>;
}

/** `raise` as CTEs, to be part of another single statement: sql`with s as (insert …), ${fragment.ctes} select …`. With
 *  `when`, a condition over the statement's other CTEs, nothing is raised unless it holds. One per statement. */
export function raiseFragment(clock: Clock, event: NewEvent, when?: RawBuilder<unknown>): RaiseFragment {
  const frozen = freeze(clock, event);
  return { event_id: eventIdOf(frozen.uuid), ctes: routeCtes(frozen, clock.offsetSeconds, when) };
}

function freeze(clock: Clock, event: NewEvent): FrozenEvent {
  assertComplete(event);
  const createdAt = clock.now();
  const uuid = uuidAt(createdAt);
  return {
    uuid,
    channel_id: event.channel_id,
    merchant_id: event.merchant_id,
    type: event.type,
    created_at: createdAt,
    body: canonicalJson({
      id: eventIdOf(uuid),
      type: event.type,
      created: Math.floor(createdAt.getTime() / 1000),
      data: { object: event.object },
    }),
    replay_of: null,
  };
}

function assertComplete(event: NewEvent): void {
  const { object, type } = event;
  if (typeof object !== 'object' || object === null || Array.isArray(object)) {
    throw new TypeError(`${type}: the object of an event is a JSON object`);
  }
  const members = object as { readonly [key: string]: Json };
  const missing = EVENT_PAYLOAD_KEYS[type].filter((key) => members[key] === undefined);
  if (missing.length > 0) throw new TypeError(`${type}: the object lacks ${missing.join(', ')}`);
  if (members['merchant_id'] !== event.merchant_id) {
    throw new TypeError(`${type}: the object names another merchant than the event`);
  }
}

/** Stores a frozen event and its deliveries, as CTEs. Both endpoint indexes are probed by equality, so the cost does
 *  not grow with the number of endpoints; a null channel matches none. */
export function routeCtes(
  event: FrozenEvent,
  offsetSeconds: number,
  when: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  return sql`
    raised_to as materialized (
      select id, activation
      from webhook_endpoints
      where channel_id = ${event.channel_id}::uuid and enabled and ${event.type}::text = any(event_types)
      union all
      select id, activation
      from webhook_endpoints
      where merchant_id = ${event.merchant_id}::uuid and enabled and ${event.type}::text = any(event_types)
    ),
    raised as (
      insert into events (id, channel_id, merchant_id, type, created_at, body, state, replay_of)
      select ${event.uuid}::uuid, ${event.channel_id}::uuid, ${event.merchant_id}::uuid, ${event.type}::text,
        ${event.created_at}::timestamptz, ${event.body}::text,
        case when exists (select from raised_to) then 'routed' else 'no_subscriber' end,
        ${event.replay_of}::uuid
      where ${when}
      returning id
    ),
    raised_routes as (
      insert into deliveries (event_id, endpoint_id, activation, due_at)
      select raised.id, raised_to.id, raised_to.activation,
        clock_timestamp() + make_interval(secs => ${offsetSeconds}::double precision)
      from raised cross join raised_to
    )`;
}
