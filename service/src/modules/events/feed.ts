import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../db/tx.ts';
import { Refusal } from '../../refusals.ts';
import { BEFORE_ALL_IDS, eventIdOf, uuidOf } from '../../lib/ids.ts';

const LOOK_AGAIN_MS = 200;
// Beyond it, whoever asks is answered at once with what there is.
const WAITING_MAX = 64;

const START = { raised_in: '0', id: BEFORE_ALL_IDS };

interface Place {
  raised_in: string;
  id: string;
}

interface FedRow extends Place {
  type: string;
  merchant_id: string;
  created_at: Date;
  replay_of: string | null;
  body: string;
}

interface FeedQuestion {
  channel_id: string;
  /** A cursor, `start`, or null for the present moment. */
  after: string | null;
  limit: number;
  waitMs: number;
}

/** Reads a channel's events in an order that never changes afterwards: whoever goes on from the cursor
 *  of an answer gets every event once, however late its transaction committed. Waits up to `waitMs` when
 *  there is nothing yet. Refuses: feed_cursor_foreign. Gap G54. */
export function eventFeed(db: Db, isStopping: () => boolean) {
  let waiting = 0;

  async function read(question: FeedQuestion) {
    if (question.after === null) return pageOf(question, await findLastPlace(db, question.channel_id), []);
    const after = placeOf(question.after);
    const end = performance.now() + (waiting < WAITING_MAX ? question.waitMs : 0);
    waiting += 1;
    try {
      for (;;) {
        const rows = await listFedRows(db, { ...question, after });
        const leftMs = end - performance.now();
        if (rows.length > 0 || leftMs <= 0 || isStopping()) return pageOf(question, after, rows);
        await pause(Math.min(LOOK_AGAIN_MS, leftMs));
      }
    } finally {
      waiting -= 1;
    }
  }
  return read;
}

function pageOf(question: FeedQuestion, after: Place, rows: readonly FedRow[]) {
  return {
    channel_id: question.channel_id,
    cursor: cursorOf(rows.at(-1) ?? after),
    items: rows.map((row) => ({
      cursor: cursorOf(row),
      id: eventIdOf(row.id),
      type: row.type,
      merchant_id: row.merchant_id,
      created_at: row.created_at.toISOString(),
      replay_of_event_id: row.replay_of === null ? null : eventIdOf(row.replay_of),
      body: row.body,
    })),
  };
}

function cursorOf({ raised_in, id }: Place): string {
  return `${raised_in}.${id.replaceAll('-', '')}`;
}

function placeOf(cursor: string): Place {
  if (cursor === 'start') return START;
  const [raised_in = '', hex = ''] = cursor.split('.');
  return { raised_in, id: uuidOf(`evt_${hex}`)! };
}

// A transaction below the oldest one still open has ended, and its rows are in this very snapshot; so
// nothing can be added any more before what is answered here. A cursor is always of an event that was
// answered: the number of a transaction that left nothing behind may be given again after the database
// crashed.
async function listFedRows(db: Db, of: { channel_id: string; after: Place; limit: number }) {
  const { rows } = await sql<(FedRow | { id: null }) & { is_foreign: boolean }>`
    with horizon as materialized (
      select pg_snapshot_xmin(pg_current_snapshot()) as oldest_open
    ),
    page as materialized (
      select e.id, e.raised_in, e.type, e.merchant_id, e.created_at, e.replay_of, e.body
      from events e
      where e.channel_id = ${of.channel_id}::uuid
        and (e.raised_in, e.id) > (${of.after.raised_in}::xid8, ${of.after.id}::uuid)
        and e.raised_in < (select oldest_open from horizon)
      order by e.raised_in, e.id
      limit ${of.limit}
    )
    select page.id, page.raised_in::text as raised_in, page.type, page.merchant_id, page.created_at,
      page.replay_of, page.body, horizon.oldest_open <= ${of.after.raised_in}::xid8 as is_foreign
    from horizon left join page on true
    order by page.raised_in, page.id`.execute(db);
  // What was answered once had ended; that it has not even begun means that this is not the database it
  // came from.
  if (rows[0]!.is_foreign) throw new Refusal('feed_cursor_foreign');
  return rows.filter((row) => row.id !== null);
}

// Index, here and above: events_fed.
async function findLastPlace(db: Db, channelId: string): Promise<Place> {
  const { rows } = await sql<Place>`
    select e.id, e.raised_in::text as raised_in
    from events e
    where e.channel_id = ${channelId}::uuid
      and e.raised_in < pg_snapshot_xmin(pg_current_snapshot())
    order by e.raised_in desc, e.id desc
    limit 1`.execute(db);
  return rows[0] ?? START;
}
