import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { isUnavailable } from '../../../postgres/failures.ts';
import type { Clock } from '../lib/clock.ts';
import { later } from '../lib/time.ts';
import type { Work } from '../lib/work-pool.ts';
import type { Tables } from './tables.ts';
import type { Db } from './tx.ts';

/** Rows that a worker takes because their time has come: up to `limit`, held until `held_until` so that no other
 *  worker takes them meanwhile. */
export interface Claim {
  now: Date;
  held_until: Date;
  limit: number;
}

/** A table whose rows fall due: the column that says when, null in those that never do. An index holds the others alone. */
export interface DueTable {
  table: keyof Tables;
  at: string;
}

// A worker that dies holds what it took no longer than this; one that is at work on it for longer holds it anew.
const HELD_MS = 60_000;
// What the database kept a worker from dealing with is taken again so soon: it is owed within five seconds of its return.
const AGAIN_MS = 2_000;
const LET_GO_EVERY_MS = 150;

/** A claim on up to `limit` rows that are due at `now`. */
export function claimAt(now: Date, limit: number): Claim {
  return { now, held_until: heldUntilAt(now), limit };
}

/** Until when rows that are taken at `now` are held. */
function heldUntilAt(now: Date): Date {
  return later(now, HELD_MS);
}

/** How long a row is the worker's that took it. */
export interface Hold {
  claimed_at: Date;
  held_until: Date;
}

/** What is told of rows that are taken, held and dealt with. */
interface HeldWork<Row> extends Pick<Work<Row & Hold>, 'flush'> {
  claim(claim: Claim): Promise<readonly Row[]>;
  /** Deals with one. Where it rejects because the database fails, the row is due again soon, and not when its hold lapses. */
  act: Work<Row & Hold>['act'];
  /** Holds rows that are still held as they were until another time. */
  hold(held: readonly (Row & Hold)[], until: Date): Promise<unknown>;
  /** Has rows that were taken in vain be due at another time. Left out, they are held until then. */
  letGo?(held: readonly (Row & Hold)[], dueAt: Date): Promise<unknown>;
  /** How soon after the database failed one is due again. */
  againMs?(row: Row): number;
}

/** Work on rows that are held while somebody is at it: taken for a while, held anew when that takes longer, and given back by
 *  a process that stops. */
export function heldWork<Row extends object>(
  clock: Pick<Clock, 'now'>,
  { claim, act, hold, letGo = hold, againMs = () => AGAIN_MS, ...work }: HeldWork<Row>,
): Work<Row & Hold> {
  // For as long as the database does not take it, and somebody else would not take the row by itself.
  const haveDueSoon = async (row: Row & Hold, cut: AbortSignal) => {
    const dueAt = later(clock.now(), againMs(row));
    while (clock.now() < row.held_until && !cut.aborted) {
      const isLetGo = await letGo([row], dueAt).then(() => true, notWhileUnavailable);
      if (isLetGo) return;
      await pause(LET_GO_EVERY_MS, undefined, { signal: cut, ref: false }).catch(() => undefined);
    }
  };
  return {
    ...work,
    claim: async (limit) => {
      const claimed = claimAt(clock.now(), limit);
      const rows = await claim(claimed);
      return rows.map((row) => ({ ...row, claimed_at: claimed.now, held_until: claimed.held_until }));
    },
    act: async (row, sweepRun) => {
      try {
        await act(row, sweepRun);
      } catch (error) {
        notWhileUnavailable(error);
        await haveDueSoon(row, sweepRun.cut);
      }
    },
    giveBack: (held) => letGo(held, clock.now()),
    renew: async (held) => {
      const until = heldUntilAt(clock.now());
      await hold(held, until);
      for (const one of held) one.held_until = until;
    },
  };
}

function notWhileUnavailable(error: unknown): false {
  if (!isUnavailable(error)) throw error;
  return false;
}

/** The keys of the rows of a table that are due, the longest due first, locked and passing over what another worker
 *  has locked: for the update that pushes their time away. It takes them as an array, `= any(array(…))`: as a subselect
 *  they may be joined, and the planner, who does not know how few they are, reads the whole table. Needs an index on `at`. */
export function dueRows(
  table: keyof Tables,
  columns: { key: string; at: string },
  claim: Pick<Claim, 'now' | 'limit'>,
): RawBuilder<unknown> {
  const at = sql.ref(columns.at);
  return sql`
    select ${sql.ref(columns.key)} from ${sql.table(table)}
    where ${at} <= ${claim.now}
    order by ${at}
    limit ${claim.limit}
    for update skip locked`;
}

/** Holds rows until another time, those of them that are still held as they were: a row that was moved meanwhile stays as
 *  it is. A time that has come gives them back. */
export async function holdRows(
  db: Db,
  of: {
    table: keyof Tables;
    columns: { key: string; at: string };
    held: readonly { key: string; held_until: Date }[];
    until: Date;
  },
): Promise<void> {
  const { table, columns, held, until } = of;
  const at = sql.ref(columns.at);
  await sql`
    update ${sql.table(table)} set ${at} = ${until}
    where ${sql.ref(columns.key)} = any(${held.map(({ key }) => key)}::uuid[])
      and ${at} = any(${held.map(({ held_until }) => held_until.toISOString())}::timestamptz[])`.execute(db);
}
