import { Kysely } from 'kysely';
import postgres from 'postgres';
import { postgresDialect, type SqlClient } from './dialect.ts';
import type { Tables } from './tables.ts';
import type { Db } from './tx.ts';

const CONNECT_TIMEOUT_SECONDS = 3;
const IDLE_SECONDS = 20;
const STATEMENT_TIMEOUT_MS = 5_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;

export interface OpenDatabase {
  db: Db;
  /** The driver itself, for `listen` and for the few statements whose speed is measured. */
  client: SqlClient;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  connectionsMax: number;
  name: string;
  /** What else the planner is told, beyond what is told everywhere. */
  planner?: Readonly<Record<string, 'on' | 'off'>>;
}

/** Opens a bounded pool. Integers of eight bytes arrive as exact numbers; one that a number cannot hold is an error,
 *  never a rounded value. */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const client = postgres(options.url, {
    max: options.connectionsMax,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    idle_timeout: IDLE_SECONDS,
    prepare: true,
    onnotice: () => undefined,
    types: {
      bigint: { to: 20, from: [20], serialize: String, parse: parseInteger },
      // JSON is written by the caller as text, so that it is encoded once and as the caller meant it.
      json: { to: 3802, from: [114, 3802], serialize: (text: string) => text, parse: JSON.parse },
    },
    connection: {
      // Statements are prepared, mean the same whatever their parameters and are each written for an index. Planning
      // one anew costs several times what running it does, and a plan kept from when a table was nearly empty must not
      // be one that reads it whole.
      plan_cache_mode: 'force_generic_plan',
      // The driver leaves out what is false.
      enable_seqscan: 'off',
      ...options.planner,
      application_name: `fairway-${options.name}`,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    },
  });
  const db = new Kysely<Tables>({ dialect: postgresDialect(client) });
  return { db, client, close: () => db.destroy() };
}

function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer out of range: ${text}`);
  return value;
}
