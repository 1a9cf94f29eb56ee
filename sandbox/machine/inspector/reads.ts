import { sql } from 'kysely';
import type { LoggedCall } from '../store/call-log.ts';
import type { Kind, ProviderEvent, RecordTypes } from '../store/shapes.ts';
import type { Counts, Visit } from './visit.ts';

const STORY_MAX = 200;
const LIST_MAX = 200;

/** Counts everything that the navigation shows. */
export async function countsOf({ machine }: Visit): Promise<Counts> {
  const { db } = machine.world;
  const [{ rows }, calls, held] = await Promise.all([
    sql<{ kind: string; count: number }>`
      select kind, count(*)::int as count from records
      where kind not in ('key', 'token')
      group by kind`.execute(db),
    machine.calls.list({ limit: 1, offset: 0 }),
    sql<{ count: number }>`
      select count(*)::int as count from records
      where kind = 'delivery' and body ->> 'state' = 'held'`.execute(db),
  ]);
  return {
    records: new Map(rows.map(({ kind, count }) => [kind, count])),
    calls: calls.total,
    held: held.rows[0]?.count ?? 0,
  };
}

/** The records of a kind that name another in one of their members, oldest first. */
export async function recordsNaming<K extends Kind>(
  { machine }: Visit,
  kind: K,
  naming: { member: string; id: string },
): Promise<RecordTypes[K][]> {
  const { rows } = await sql<{ body: RecordTypes[K] }>`
    select body from records
    where kind = ${kind} and body ->> ${naming.member} = ${naming.id}
    order by seq limit ${LIST_MAX}`.execute(machine.world.db);
  return rows.map((row) => row.body);
}

/** A call of the log with its place in it. */
export interface NumberedCall extends LoggedCall {
  seq: number;
}

/** The calls that named one of the ids in their address, body or answer, oldest first. */
export async function callsNaming({ machine }: Visit, ids: readonly string[]): Promise<NumberedCall[]> {
  await machine.calls.settle();
  const { rows } = await sql<{ seq: string; body: LoggedCall }>`
    select seq::text as seq, body from calls
    where body::text like any (${ids.map(containing)})
    order by seq desc limit ${STORY_MAX}`.execute(machine.world.db);
  return rows.map(({ seq, body }) => ({ ...body, seq: Number(seq) })).reverse();
}

/** The events that told of one of the ids, oldest first. */
export async function eventsNaming({ machine }: Visit, ids: readonly string[]): Promise<ProviderEvent[]> {
  const { rows } = await sql<{ body: ProviderEvent }>`
    select body from records
    where kind = 'event' and body ->> 'body' like any (${ids.map(containing)})
    order by seq desc limit ${STORY_MAX}`.execute(machine.world.db);
  return rows.map((row) => row.body).reverse();
}

/** The pattern that a text with this in it is like. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** The latest calls, newest first. */
export async function recentCalls({ machine }: Visit, limit: number): Promise<NumberedCall[]> {
  await machine.calls.settle();
  const { rows } = await sql<{ seq: string; body: LoggedCall }>`
    select seq::text as seq, body from calls
    order by calls.seq desc limit ${limit}`.execute(machine.world.db);
  return rows.map(({ seq, body }) => ({ ...body, seq: Number(seq) }));
}
