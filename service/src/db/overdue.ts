import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { asCaller } from '../../../postgres/caller.ts';
import { DatabaseUnavailable } from '../../../postgres/failures.ts';
import { listen, type Listening } from '../../../postgres/listen.ts';
import type { Db } from './tx.ts';

const CHANNEL = 'fairway_overdue';
const NOBODY = { lane: 'overdue', leftMs: Infinity };
// As long as it is tried to record something: the end of one may stay unheard, and a process may end before.
const BELIEVED_MS = 25_000;

// What is still being recorded when its caller was told that the database fails, and by how many; here, and elsewhere by id.
const here = new Map<string, number>();
const elsewhere = new Map<string, AbortController>();

/** Refuses, with DatabaseUnavailable, what would wait for something that is being recorded, by this process or another, where
 *  the database has kept it from that for so long that whoever asked for it was told. */
export function refuseOverdue(id: string): void {
  if (here.has(id) || elsewhere.has(id))
    throw new DatabaseUnavailable('what is waited for cannot be recorded');
}

/** Has these ids be overdue until `recorded` has ended, in other processes too as far as they hear of it. */
export function keepAsOverdue(db: Db, ids: readonly string[], recorded: Promise<unknown>): void {
  for (const id of ids) here.set(id, (here.get(id) ?? 0) + 1);
  announce(
    db,
    ids.map((id) => `+${id}`),
  );
  const end = () =>
    announce(
      db,
      ids.filter(endsHere).map((id) => `-${id}`),
    );
  recorded.then(end, end);
}

/** Hears what is overdue in other processes, on a connection of its own that is opened again when it breaks. What was said
 *  meanwhile is missed: then it is waited for. */
export function listenForOverdue(databaseUrl: string): Listening {
  const onNotice = (said: string) => hear(said.slice(0, 1), said.slice(1));
  return listen({
    ...{ url: databaseUrl, name: 'fairway-overdue', channel: CHANNEL },
    ...{ onNotice, onListening: () => undefined },
  });
}

function endsHere(id: string): boolean {
  const others = here.get(id)! - 1;
  if (others > 0) here.set(id, others);
  else here.delete(id);
  return others === 0;
}

function hear(sign: string, id: string): void {
  elsewhere.get(id)?.abort();
  elsewhere.delete(id);
  if (sign !== '+') return;
  const over = new AbortController();
  elsewhere.set(id, over);
  const forget = () => void elsewhere.delete(id);
  pause(BELIEVED_MS, undefined, { signal: over.signal, ref: false }).then(forget, () => undefined);
}

const owed = new WeakMap<Db, string[]>();

// One statement at a time, in the order in which it was said, and never in the transaction that it is about.
function announce(db: Db, said: readonly string[]): void {
  const next = owed.get(db);
  if (next) next.push(...said);
  else void announceAll(db, said);
}

async function announceAll(db: Db, first: readonly string[]): Promise<void> {
  for (let said = first; said.length > 0; said = owed.get(db)!) {
    owed.set(db, []);
    await asCaller(NOBODY, () =>
      sql`select pg_notify(${CHANNEL}, said) from unnest(${said}::text[]) as said`.execute(db),
    ).catch(() => undefined);
  }
  owed.delete(db);
}
