import { sql, type RawBuilder } from 'kysely';
import { EVENT_PAYLOAD_KEYS, type EventType } from '../../../../wire/events/registry.ts';
import type { Ctx } from '../../context.ts';
import { afterCommit, type Tx } from '../../db/tx.ts';
import { canonicalJson, type Json } from '../../lib/canonical-json.ts';
import type { Clock } from '../../lib/clock.ts';
import { eventIdOf, uuidAt } from '../../lib/ids.ts';
import { routeFragment } from '../deliveries/index.ts';
import { aboutOf } from './about.ts';

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
  /** By which it is found. */
  about: string | null;
}

/** Raises an event in the caller's transaction: freezes its bytes and routes it to every enabled, subscribed endpoint
 *  of its channel and of its merchant, or keeps it as no_subscriber. Returns its `evt_…` id. The commit wakes the
 *  deliveries when there are some. Throws when the object lacks a key that its type always has; that it has the registered types and
 *  no further keys is made sure of by the tests, not at the cost of a payment. */
export async function raise(tx: Tx, ctx: Pick<Ctx, 'clock' | 'wake'>, event: NewEvent): Promise<string> {
  const { event_ids, ctes } = raiseFragment(ctx.clock, [event]);
  const { rows } = await sql`with ${ctes} select from raised_to limit 1`.execute(tx);
  if (rows.length > 0) wakeAfter(tx, ctx);
  return event_ids[0]!;
}

/** Has the deliveries woken once, when the transaction at hand is committed. */
export function wakeAfter(tx: Tx, { wake }: Pick<Ctx, 'wake'>): void {
  afterCommit(tx, 'deliveries', () => wake('deliveries'));
}

interface RaiseFragment {
  /** In the order of the events. */
  event_ids: string[];
  /** Named CTEs without `with`: `raising` (the events by their `place`), `raised_to` (each endpoint, by the event's place),
   *  `raised` (returns the events' ids) and `raised_routes`. */
  ctes: RawBuilder<unknown>;
}

/** `raise` as CTEs for several events, to be part of another single statement: sql`with s as (insert …), ${fragment.ctes}
 *  select …`. With `when`, a condition over the statement's other CTEs and the event's `place` in the list, an event is not raised
 *  unless it holds. One per statement. */
export function raiseFragment(
  clock: Clock,
  events: readonly NewEvent[],
  when?: RawBuilder<unknown>,
): RaiseFragment {
  const frozen = events.map((event) => freeze(clock, event));
  return {
    event_ids: frozen.map(({ uuid }) => eventIdOf(uuid)),
    ctes: routeCtes(frozen, clock.offsetSeconds, { when }),
  };
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
    about: aboutOf(event.object, event.merchant_id),
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

/** Stores frozen events and their deliveries, as CTEs: those for which `when` holds, to the subscribed endpoints of which `to`
 *  does. Both endpoint indexes are probed by equality, so the cost does not grow with the number of endpoints; a null channel
 *  matches none. */
export function routeCtes(
  events: readonly FrozenEvent[],
  offsetSeconds: number,
  only: { when?: RawBuilder<unknown> | undefined; to?: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { when = sql`true`, to = sql`true` } = only;
  const given = events.map((event, place) => ({ place, ...event }));
  return sql`
    raising as materialized (
      select place, uuid, channel_id, merchant_id, type, created_at, body, replay_of, about
      from json_to_recordset(${JSON.stringify(given)}::text::json)
        as given (place int, uuid uuid, channel_id uuid, merchant_id uuid, type text, created_at timestamptz, body text,
          replay_of uuid, about text)
      where ${when}
    ),
    raised_to as materialized (
      select raising.place, raising.uuid, w.id, w.activation
      from raising cross join lateral (
        select id, activation
        from webhook_endpoints
        where channel_id = raising.channel_id and enabled and raising.type = any(event_types) and ${to}
        union all
        select id, activation
        from webhook_endpoints
        where merchant_id = raising.merchant_id and enabled and raising.type = any(event_types) and ${to}
      ) w
    ),
    raised as (
      insert into events (id, channel_id, merchant_id, type, created_at, body, state, replay_of, about)
      select uuid, channel_id, merchant_id, type, created_at, body,
        case when place in (select place from raised_to) then 'routed' else 'no_subscriber' end, replay_of, about
      from raising
      returning id
    ),
    raised_routes as (${routeFragment(offsetSeconds)})`;
}
