import { type RawBuilder, sql } from 'kysely';
import { countUpToBound } from '../../db/count.ts';
import { type Claim, dueRows, holdRows } from '../../db/due.ts';
import type { Db } from '../../db/tx.ts';
import type { DoubtKind, OpenRow } from './kind.ts';
import { OTHER_MONEY } from './schedule.ts';

/** In the table of every kind: when an open row is looked at next, since when it has been open, and why it is. */
export const OPEN_COLUMNS = { at: 'next_check_at', since: 'created_at', why: 'last_problem' } as const;

const columnsOf = ({ key }: DoubtKind) =>
  sql`${sql.ref(key)} as id, state, checks, created_at, last_problem, updated_at`;

/** Takes rows whose check is due and pushes their next check away, so that no other worker takes them. Index: that of
 *  the kind's open rows. */
export async function claimDue(db: Db, kind: DoubtKind, claim: Claim): Promise<OpenRow[]> {
  const due = dueRows(kind.table, { key: kind.key, at: 'next_check_at' }, claim);
  const result = await sql<OpenRow>`
    update ${sql.table(kind.table)}
    set next_check_at = ${claim.held_until}, checks = checks + 1
    where ${sql.ref(kind.key)} = any(array(${due}))
    returning ${columnsOf(kind)}`.execute(db);
  return result.rows;
}

/** Holds rows that are still held as they were until another time; a time that has come gives them back. */
export async function hold(
  db: Db,
  kind: DoubtKind,
  held: readonly (Pick<OpenRow, 'id'> & { held_until: Date })[],
  until: Date,
): Promise<void> {
  await holdRows(db, {
    table: kind.table,
    columns: { key: kind.key, at: 'next_check_at' },
    held: held.map(({ id, held_until }) => ({ key: id, held_until })),
    until,
  });
}

/** Takes one open row, due or not, unless a call about it is under way; `unlessHeld` leaves also one that somebody has taken in
 *  order to ask about it, or that is due within such a time. Undefined when it was not taken. */
export async function claimOne(
  db: Db,
  kind: DoubtKind,
  id: string,
  claim: Pick<Claim, 'now' | 'held_until'> & { unlessHeld?: true },
): Promise<OpenRow | undefined> {
  const isFree = kind.isReadOnly
    ? sql`true`
    : sql`(state <> ${kind.asking} or next_check_at <= ${claim.now}::timestamptz)`;
  const isHeld = claim.unlessHeld
    ? sql`(next_check_at > ${claim.now}::timestamptz and next_check_at <= ${claim.held_until}::timestamptz)`
    : sql`false`;
  // Found by its key first: with the condition beside the key, it would be looked for in the index of all that is open.
  const result = await sql<OpenRow>`
    with one as materialized (
      select ${sql.ref(kind.key)} as found, state, next_check_at from ${sql.table(kind.table)}
      where ${sql.ref(kind.key)} = ${id}
      for update
    )
    update ${sql.table(kind.table)}
    set next_check_at = ${claim.held_until}, checks = checks + 1
    where ${sql.ref(kind.key)} = (select found from one where next_check_at is not null and ${isFree} and not ${isHeld})
    returning ${columnsOf(kind)}`.execute(db);
  return result.rows[0];
}

/** One that is open, as it stands. Found by its key first, as in claiming it. */
export async function readOpen(db: Db, kind: DoubtKind, id: string): Promise<OpenRow | undefined> {
  const result = await sql<OpenRow & { is_open: boolean }>`
    select ${columnsOf(kind)}, next_check_at is not null as is_open from ${sql.table(kind.table)}
    where ${sql.ref(kind.key)} = ${id}`.execute(db);
  const [row] = result.rows;
  return row?.is_open ? row : undefined;
}

/** Sets when an open row is looked at again, and why it is still open. `after` says how the caller held the row while it asked:
 *  if another call has been begun about the row since, the row stays as that one left it, to be looked at in that one's time. */
export async function scheduleNext(
  db: Db,
  kind: Pick<DoubtKind, 'table' | 'key'>,
  id: string,
  next: { next_check_at: Date; problem: string | undefined },
  after?: { asking: string; held_until: Date },
): Promise<void> {
  const isAnothers = after
    ? sql`(state = ${after.asking} and next_check_at <> ${after.held_until}::timestamptz)`
    : sql`false`;
  const stays = sql`next_check_at is null or ${isAnothers}`;
  const problem = next.problem === undefined ? sql`last_problem` : problemToKeep(next.problem);
  // Decided in the values: as a condition beside the key, it would have the row looked for in the index of all that is open.
  await sql`
    update ${sql.table(kind.table)}
    set next_check_at = case when ${stays} then next_check_at else ${next.next_check_at}::timestamptz end,
      last_problem = case when ${stays} then last_problem else ${problem} end
    where ${sql.ref(kind.key)} = ${id}`.execute(db);
}

/** Why a row is still open. That other money was taken than was asked for stays why, whatever else is found. */
export function problemToKeep(found: string): RawBuilder<string> {
  return sql<string>`case when last_problem = ${OTHER_MONEY} then last_problem else ${found} end`;
}

/** How many rows of a kind, over all tenants, wait for a check, up to a bound. */
export async function countOpen(db: Db, kind: DoubtKind): Promise<number> {
  return countUpToBound(db, sql`from ${sql.table(kind.table)} where next_check_at is not null`);
}
