import { Socket } from 'node:net';
import type pg from 'pg';
import { newClient } from '../../../postgres/client.ts';
import { notReached } from '../../../postgres/failures.ts';
import { sessionOptions } from '../../../postgres/session-options.ts';
import { IN_THE_WAY_MS } from './lock-retries.ts';
import { sqlState } from './tx.ts';

/** The one connection of a migrator. */
export type MigrationClient = pg.Client;

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000;
// A migrator that stopped in the middle lets go of what it locked.
const IDLE_IN_TRANSACTION_MS = 2_000;
const HELD_UP = '25P03';
// The server answers a statement within its own limit; what hears nothing for so much longer is cut off.
const SILENCE_MS = 5_000;
// A migrator that was killed while it built lets go of what it locked as well: the server would otherwise look only when
// it has built.
const GONE_SEEN_WITHIN_MS = 1_000;
const CLOSE_TIMEOUT_MS = 2_000;
const KEEP_ALIVE_MS = 10_000;
const BUILD_MS = 2 * 60 * 60_000;
const BUILD_LOCK_MS = 10 * 60_000;

/** Gives `work` a connection of its own and takes it away afterwards, however that ends. */
export async function withMigrationClient<T>(
  options: { url: string; connectTimeoutMs?: number | undefined; idleInTransactionMs?: number | undefined },
  work: (client: MigrationClient) => Promise<T>,
): Promise<T> {
  const socket = new Socket();
  const client = newClient({
    stream: () => socket,
    ...sessionOptions(options.url, {
      client_connection_check_interval: String(GONE_SEEN_WITHIN_MS),
    }),
    application_name: 'fairway-migrate',
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: IN_THE_WAY_MS,
    idle_in_transaction_session_timeout: options.idleInTransactionMs ?? IDLE_IN_TRANSACTION_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + SILENCE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  // Unheard it would end the process. It may come between two statements: the next then fails without the reason.
  const lost: unknown[] = [];
  client.on('error', (error) => lost.push(error));
  try {
    await client.connect().catch((error: unknown) => {
      throw notReached(error);
    });
    return await work(client);
  } catch (error) {
    throw sqlState(error) === null && lost.length > 0 ? lost[0] : error;
  } finally {
    await close(client, socket);
  }
}

/** Whether the server ended the transaction because its migrator had not gone on with it in time. */
export function wasHeldUp(error: unknown): boolean {
  return sqlState(error) === HELD_UP;
}

/** Runs a statement whose locks others wait for: they do so for a second at most. */
export function runBriefly(client: MigrationClient, statement: string): Promise<void> {
  return runWithin(client, statement, { lockMs: IN_THE_WAY_MS, statementMs: IN_THE_WAY_MS });
}

/** Runs a statement whose locks nobody who reads or writes waits for. It has hours, and minutes for each thing that it
 *  waits for itself: an index is finished only when the transactions that began before it have ended. */
export function runAtLength(client: MigrationClient, statement: string): Promise<void> {
  return runWithin(client, statement, { lockMs: BUILD_LOCK_MS, statementMs: BUILD_MS });
}

async function runWithin(
  client: MigrationClient,
  text: string,
  limits: { lockMs: number; statementMs: number },
): Promise<void> {
  const { lockMs, statementMs } = limits;
  await client.query(`set lock_timeout = ${lockMs}; set statement_timeout = ${statementMs}`);
  // Known to the driver, though not to its types.
  const config: pg.QueryConfig & { query_timeout: number } = {
    text,
    query_timeout: statementMs + SILENCE_MS,
  };
  try {
    await client.query(config);
  } finally {
    // What fails here has lost its connection, and failed above by that.
    await client
      .query(`set lock_timeout = ${IN_THE_WAY_MS}; set statement_timeout = ${STATEMENT_TIMEOUT_MS}`)
      .catch(() => undefined);
  }
}

async function close(client: MigrationClient, socket: Socket): Promise<void> {
  const late = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS);
  await client.end().catch(() => undefined);
  clearTimeout(late);
}
