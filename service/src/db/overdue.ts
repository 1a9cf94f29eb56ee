import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { asCaller } from '../../../postgres/caller.ts';
import { DatabaseUnavailable, isUnavailable } from '../../../postgres/failures.ts';
import type { Listening } from '../../../postgres/listen.ts';
import { listenAloud } from './listen-aloud.ts';
import type { Db } from './tx.ts';

const CHANNEL = 'fairway_overdue';
const NOBODY = { lane: 'overdue', leftMs: Infinity };

/** As long as it is tried to record something. */
export const RECORDING_MS = 25_000;

// As long as what is asked for is left to whoever asks. It is believed no longer elsewhere: the end of one may stay unheard, and a
// process may end before. What was given up is nobody's until then, and waited for in vain.
const BELIEVED_MS = 30_000;

// What is still being recorded when its caller was told that the database fails, and by how many; here, and elsewhere by id.
const here = new Map<string, number>();
const recording = new Map<string, number>();
const elsewhere = new Map<string, AbortController>();

/** Refuses, with DatabaseUnavailable, what would wait for something that is being recorded, by this process or another, where
 *  the database has kept it from that for so long that whoever asked for it was told. */
export function refuseOverdue(id: string): void {
  if (here.has(id) || elsewhere.has(id))
    throw new DatabaseUnavailable('what is waited for cannot be recorded');
}

/** Whether this process still tries to record something that it has told its caller it could not. */
export function isBeingRecorded(id: string): boolean {
  return recording.has(id);
}

/** Has these ids be overdue until `recorded` has ended, in other processes too as far as they hear of it; where the database has
 *  kept it from that to the end, until somebody else may look. */
export function keepAsOverdue(
  db: Db,
  ids: readonly string[],
  recorded: Promise<unknown>,
  believedMs = BELIEVED_MS,
): void {
  const until = performance.now() + believedMs;
  for (const id of ids) for (const counted of [here, recording]) counted.set(id, (counted.get(id) ?? 0) + 1);
  announce(db, '+', ids);
  const endRecording = () => ids.forEach((id) => endsIn(recording, id));
  recorded.then(endRecording, endRecording);
  const end = () =>
    announce(
      db,
      '-',
      ids.filter((id) => endsIn(here, id)),
    );
  recorded.then(end, async (error: unknown) => {
    if (isUnavailable(error)) await pause(Math.max(0, until - performance.now()), undefined, { ref: false });
    end();
  });
}

/** Hears what is overdue in other processes, on a connection of its own that is opened again when it breaks. What was said
 *  before it stands is missed, and what was heard before is believed no more: then it is waited for. */
export function listenForOverdue(databaseUrl: string, log: Logger): Listening {
  const options = {
    ...{ url: databaseUrl, name: 'fairway-overdue', channel: CHANNEL },
    onNotice: (said: string) => hear(said.slice(0, 1), said.slice(1)),
    onListening: () => [...elsewhere.keys()].forEach(forget),
  };
  return listenAloud(options, log);
}

function endsIn(counted: Map<string, number>, id: string): boolean {
  const others = counted.get(id)! - 1;
  if (others > 0) counted.set(id, others);
  else counted.delete(id);
  return others === 0;
}

function hear(sign: string, id: string): void {
  forget(id);
  // What is said here is heard here too, and is known better.
  if (sign !== '+' || here.has(id)) return;
  const over = new AbortController();
  elsewhere.set(id, over);
  pause(BELIEVED_MS, undefined, { signal: over.signal, ref: false }).then(
    () => forget(id),
    () => undefined,
  );
}

function forget(id: string): void {
  elsewhere.get(id)?.abort();
  elsewhere.delete(id);
}

type Sign = '+' | '-';

const owed = new WeakMap<Db, Map<string, Sign>>();

// One statement at a time, never in the transaction that it is about. Of what is said of one id meanwhile the last counts:
// the server would tell the same word only once.
function announce(db: Db, sign: Sign, ids: readonly string[]): void {
  const next = owed.get(db);
  if (next) ids.forEach((id) => next.set(id, sign));
  else void announceAll(db, new Map(ids.map((id) => [id, sign])));
}

async function announceAll(db: Db, first: ReadonlyMap<string, Sign>): Promise<void> {
  for (let said = first; said.size > 0; said = owed.get(db)!) {
    owed.set(db, new Map());
    const words = [...said].map(([id, sign]) => sign + id);
    const say = sql`select pg_notify(${CHANNEL}, said) from unnest(${words}::text[]) as said`;
    // What stays unsaid is waited for elsewhere, as if nobody listened.
    await asCaller(NOBODY, () => say.execute(db)).catch(() => undefined);
  }
  owed.delete(db);
}
