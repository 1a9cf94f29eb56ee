import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { canonicalJson, type Json } from '../../lib/canonical-json.ts';
import { endpointIdOf, eventIdOf, uuidAt } from '../../lib/ids.ts';
import { Refusal, UnfitValue } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import { aboutOf } from './about.ts';
import type { AskedFilter } from './event-filter.ts';
import type { EventRow } from './event-row.ts';
import { type EndpointTaking, readEndpointTaking, readEventRow } from './queries.ts';
import { routeCtes, wakeAfter } from './raise.ts';
import { countUnreplayedRows, listUnreplayedRows, lockUnreplayedRows } from './unreplayed.ts';

const REPLAYED_MAX = 1_000;
const REPLAYED_PER_TRANSACTION = 100;

/** Raises an event again as a new one that carries `replay_of_event_id`; it goes to the endpoints that are enabled and
 *  subscribed now, or to the named one of them alone. Returns the new event's uuid. Refuses: event_not_found, endpoint_not_found,
 *  endpoint_not_subscribed. */
export async function replayEvent(ctx: Ctx, eventId: string, endpointId?: string): Promise<string> {
  const event = await readEventRow(ctx.db, eventId);
  if (!event) throw new Refusal('event_not_found');
  if (endpointId !== undefined) requireTaker(await readEndpointTaking(ctx.db, endpointId), event);
  const [uuid] = await inTransaction(ctx.db, (tx) => raiseReplays(tx, ctx, [event], endpointId));
  return uuid!;
}

// What was raised for others never goes to the endpoint, whoever names it.
function requireTaker(endpoint: EndpointTaking | undefined, event: EventRow): void {
  const isOfEvent =
    endpoint?.channel_id === null
      ? endpoint.merchant_id === event.merchant_id
      : endpoint?.channel_id === event.channel_id;
  if (!endpoint || !isOfEvent) throw new Refusal('endpoint_not_found');
  if (!endpoint.enabled || !endpoint.event_types.includes(event.type)) {
    throw new Refusal('endpoint_not_subscribed');
  }
}

/** Replays what a filter finds, oldest first, at most 1,000 at a call. Replays are passed over, and so are events with a
 *  replay that stands (gap G37), at the endpoint alone where the filter names one (gap G171): calling again goes on, and of calls at
 *  once one replays an event (gap G53). Throws UnfitValue for an empty filter. Refuses: endpoint_not_found, endpoint_not_subscribed. */
export async function replayMatching(ctx: Ctx, asked: AskedFilter, options: { dryRun: boolean }) {
  if (Object.values(asked).every((part) => part === undefined)) throw emptyFilter();
  const { endpoint_id, ...rest } = asked;
  const filter = endpoint_id === undefined ? rest : { ...rest, endpoint: await enabled(ctx, endpoint_id) };
  const matched = await countUnreplayedRows(ctx.db, filter);
  const answer = { dry_run: options.dryRun, matched, limit: REPLAYED_MAX };
  if (options.dryRun) return { ...answer, event_ids: [] };
  const events = await listUnreplayedRows(ctx.db, filter, REPLAYED_MAX);
  const raised: string[] = [];
  for (let start = 0; start < events.length; start += REPLAYED_PER_TRANSACTION) {
    const some = events.slice(start, start + REPLAYED_PER_TRANSACTION);
    raised.push(...(await replayTogether(ctx, some, endpoint_id)));
  }
  return { ...answer, event_ids: raised.map(eventIdOf) };
}

// A type that it does not subscribe to is passed over by the statement.
async function enabled(ctx: Ctx, endpointId: string): Promise<EndpointTaking> {
  const endpoint = await readEndpointTaking(ctx.db, endpointId);
  if (!endpoint) throw new Refusal('endpoint_not_found');
  if (!endpoint.enabled) throw new Refusal('endpoint_not_subscribed');
  return endpoint;
}

async function replayTogether(
  ctx: Ctx,
  events: readonly EventRow[],
  endpointId: string | undefined,
): Promise<string[]> {
  const ids = events.map((event) => event.id);
  return inTransaction(ctx.db, async (tx) =>
    raiseReplays(tx, ctx, await lockUnreplayedRows(tx, ids, endpointId), endpointId),
  );
}

// All of them with two statements: a thousand would otherwise outlast their caller's patience.
async function raiseReplays(
  tx: Tx,
  ctx: Ctx,
  events: readonly EventRow[],
  endpointId: string | undefined,
): Promise<string[]> {
  if (events.length === 0) return [];
  const { clock } = ctx;
  const replays = events.map((event) => replayOf(event, clock.now()));
  const to = endpointId === undefined ? sql`true` : sql`id = ${endpointId}::uuid`;
  await sql`with ${routeCtes(replays, clock.offsetSeconds, { to })} select 1`.execute(tx);
  wakeAfter(tx, ctx);
  const named = endpointId === undefined ? {} : { endpoint_id: endpointIdOf(endpointId) };
  const entries = replays.map(({ uuid, replay_of }) => ({
    actor: 'operator',
    action: 'event.replayed',
    subject: eventIdOf(replay_of),
    detail: { replayed_as: eventIdOf(uuid), ...named },
  }));
  await recordAudit(tx, clock, ...entries);
  return replays.map(({ uuid }) => uuid);
}

function replayOf(event: EventRow, created_at: Date) {
  const uuid = uuidAt(created_at);
  const envelope = JSON.parse(event.body) as Record<string, Json>;
  const body = canonicalJson({
    ...envelope,
    id: eventIdOf(uuid),
    created: Math.floor(created_at.getTime() / 1000),
    replay_of_event_id: eventIdOf(event.id),
  });
  const { object } = envelope['data'] as { object: Json };
  const about = aboutOf(object, event.merchant_id);
  return { ...event, uuid, created_at, body, replay_of: event.id, about };
}

function emptyFilter(): UnfitValue {
  const msg =
    'Value error, name at least one of state, channel_id, merchant_id, type, endpoint_id, since or until';
  return new UnfitValue([{ member: null, type: 'value_error', msg, input: {} }]);
}
