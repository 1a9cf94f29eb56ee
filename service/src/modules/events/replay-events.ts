import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { canonicalJson, type Json } from '../../lib/canonical-json.ts';
import { eventIdOf, uuidAt } from '../../lib/ids.ts';
import { Refusal, UnfitValue } from '../../refusals.ts';
import { recordAudit } from '../audit/index.ts';
import {
  countUnreplayedRows,
  type EventFilter,
  type EventRow,
  listUnreplayedRows,
  lockUnreplayedRows,
  readEventRow,
} from './queries.ts';
import { aboutOf } from './about.ts';
import { routeCtes, wakeAfter } from './raise.ts';

const REPLAYED_MAX = 1_000;
const REPLAYED_PER_TRANSACTION = 100;

/** Raises an event again as a new one that carries `replay_of_event_id`; it goes to the endpoints that are enabled and
 *  subscribed now. Returns the new event's uuid. Refuses: event_not_found. */
export async function replayEvent(ctx: Ctx, eventId: string): Promise<string> {
  const event = await readEventRow(ctx.db, eventId);
  if (!event) throw new Refusal('event_not_found');
  const [uuid] = await inTransaction(ctx.db, (tx) => raiseReplays(tx, ctx, [event]));
  return uuid!;
}

/** Replays what a filter finds, oldest first, at most 1,000 at a call. Replays are passed over, and so are events with a
 *  replay that stands (gap G37): calling again goes on where the last call ended, and of calls at once one replays an
 *  event (gap G53). Throws UnfitValue for an empty filter. */
export async function replayMatching(ctx: Ctx, filter: EventFilter, options: { dryRun: boolean }) {
  if (Object.values(filter).every((part) => part === undefined)) throw emptyFilter();
  const matched = await countUnreplayedRows(ctx.db, filter);
  const answer = { dry_run: options.dryRun, matched, limit: REPLAYED_MAX };
  if (options.dryRun) return { ...answer, event_ids: [] };
  const events = await listUnreplayedRows(ctx.db, filter, REPLAYED_MAX);
  const raised: string[] = [];
  for (let start = 0; start < events.length; start += REPLAYED_PER_TRANSACTION) {
    raised.push(...(await replayTogether(ctx, events.slice(start, start + REPLAYED_PER_TRANSACTION))));
  }
  return { ...answer, event_ids: raised.map(eventIdOf) };
}

async function replayTogether(ctx: Ctx, events: readonly EventRow[]): Promise<string[]> {
  const ids = events.map((event) => event.id);
  return inTransaction(ctx.db, async (tx) => raiseReplays(tx, ctx, await lockUnreplayedRows(tx, ids)));
}

// All of them with two statements: a thousand would otherwise outlast their caller's patience.
async function raiseReplays(tx: Tx, ctx: Ctx, events: readonly EventRow[]): Promise<string[]> {
  if (events.length === 0) return [];
  const { clock } = ctx;
  const replays = events.map((event) => replayOf(event, clock.now()));
  await sql`with ${routeCtes(replays, clock.offsetSeconds)} select 1`.execute(tx);
  wakeAfter(tx, ctx);
  const entries = replays.map(({ uuid, replay_of }) => ({
    actor: 'operator',
    action: 'event.replayed',
    subject: eventIdOf(replay_of),
    detail: { replayed_as: eventIdOf(uuid) },
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
  const msg = 'Value error, name at least one of state, channel_id, merchant_id, type, since or until';
  return new UnfitValue([{ member: null, type: 'value_error', msg, input: {} }]);
}
