import { Kysely, PostgresDialect, sql } from 'kysely';
import { openPool, type PoolFigures } from '../../../postgres/pool.ts';
import type { Tables } from './tables.ts';
import type { Db } from './tx.ts';

const KEPT_MAX = 2;

export interface OpenDatabase {
  db: Db;
  /** How the connections are, for the figures of the process. */
  figures(): PoolFigures;
  close(): Promise<void>;
}

interface DatabaseOptions {
  url: string;
  connectionsMax: number;
  name: string;
  /** Given, callers share the connections by what they do, so that one thing that is stuck leaves some to the others;
   *  and this lane has some of its own. */
  keptLane?: string;
  /** What the names of those lanes begin with that are one to all others. */
  groupedLanes?: string;
  /** What else the planner is told, beyond what is told everywhere. */
  planner?: Readonly<Record<string, 'on' | 'off'>>;
}

/** Opens a bounded pool whose waits all end; see `openPool` for the limits. Why this driver: docs/adr/0004. */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const { url, connectionsMax, keptLane, groupedLanes } = options;
  // A pool of two could not keep two.
  const places = Math.min(KEPT_MAX, connectionsMax - 1);
  const pool = openPool({
    ...{ url, connectionsMax, name: `fairway-${options.name}` },
    ...(keptLane !== undefined && { kept: { lane: keptLane, places } }),
    ...(groupedLanes !== undefined && { grouped: groupedLanes }),
    settings: {
      // Statements are prepared, mean the same whatever their parameters and are each written for an index. Planning
      // one anew costs several times what running it does, and a plan kept from when a table was nearly empty must not
      // be one that reads it whole.
      plan_cache_mode: 'force_generic_plan',
      enable_seqscan: 'off',
      ...options.planner,
    },
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, figures: pool.figures, close: () => db.destroy() };
}

/** Whether the database takes writes; throws when it does not answer. */
export async function askDatabase(db: Db): Promise<{ isReadOnly: boolean }> {
  const { rows } = await sql<{ is_read_only: boolean }>`
    select current_setting('transaction_read_only')::boolean as is_read_only`.execute(db);
  return { isReadOnly: rows[0]!.is_read_only };
}
