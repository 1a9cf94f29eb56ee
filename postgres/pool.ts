import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg, { type PoolClient } from 'pg';
import { beginWait, type Caller, currentCaller, endWait, patienceOf } from './caller.ts';
import { newClient } from './client.ts';
import { notConnected } from './failures.ts';
import { openGate } from './gate.ts';
import { type Generation, openGeneration } from './generation.ts';
import { openHandles } from './handle.ts';
import { leaseOf } from './lease.ts';
import { oneWriteSocket } from './one-write.ts';
import { sessionOptions } from './session-options.ts';
import { statementNames } from './statement-names.ts';
import { VALUES } from './values.ts';
import { within } from './within.ts';

/** How long things may take, in milliseconds. */
export interface Limits {
  connect: number;
  /** For a connection, be it a free one or a new one. */
  wait: number;
  statement: number;
  lock: number;
}

const LIMITS: Limits = { connect: 2_000, wait: 2_000, statement: 3_000, lock: 2_000 };
// Ours is the longer one: where the server can answer, its own words say more.
const GRACE_MS = 500;
const IDLE_MS = 20_000;
const IDLE_IN_TRANSACTION_MS = 10_000;
// A statement whose caller is gone is ended by the server, which otherwise would look only when it has an answer.
const GONE_CALLER_SEEN_WITHIN_MS = 1_000;
const RECONNECT_EVERY_MS = 100;
const END_MS = 5_000;
const NO_LANE = 'none';

export interface PoolOptions {
  url: string;
  /** How many connections there may be. */
  connectionsMax: number;
  /** What the server shows as the name of the application. */
  name: string;
  /** Settings of each session, beyond the limits of time. */
  settings?: Readonly<Record<string, string>>;
  /** Given, callers share the connections by lane (see `openGate`), and some are kept for this lane. Otherwise whoever
   *  comes takes the next one. */
  kept?: { lane: string; places: number };
  /** What the names of those lanes begin with that are one to all others. */
  grouped?: string;
  /** Fixed in service; tests make them shorter. */
  limits?: Partial<Limits>;
}

export interface PoolFigures {
  connections: number;
  in_use: number;
  idle: number;
  waiting: number;
  /** How often one was lent, and how long callers waited for it in all, since the start. */
  lent: number;
  waited_ms: number;
  /** Statements that were given up because no answer came, since the start. */
  abandoned: number;
  /** Connections that broke while they were used or idle, since the start. */
  lost: number;
}

/** A pool of connections as the query builder wants it, that says how it is. */
export interface Pool extends PostgresPool {
  figures(): PoolFigures;
}

/** Opens a bounded pool in which nothing waits without an end: two seconds for a connection, three for a statement, two
 *  for a lock, and over all of a caller's statements no longer than the caller has (see `asCaller`). What fails
 *  because the database does is DatabaseUnavailable, or an error of the server for which `isUnavailable` holds. */
export function openPool(options: PoolOptions): Pool {
  const limits = { ...LIMITS, ...options.limits };
  const pool = new pg.Pool(connectionOptions(options, limits));
  const names = statementNames();
  const gone = new WeakSet<object>();
  const gate = openGate({ places: options.connectionsMax, kept: null, ...options });
  let [abandoned, lost, lent, waited_ms] = [0, 0, 0, 0];
  // An error of a connection ends that connection and nothing else, also while it is lent out.
  pool.on('error', () => undefined);
  const generation = openGeneration<PoolClient>();
  pool.on('connect', (client) => {
    generation.add(client);
    client.on('error', () => {
      if (!gone.has(client)) lost += 1;
      gone.add(client);
    });
    client.on('end', () => gone.add(client));
  });
  const connect = reconnecting(pool, generation);
  const handOut = openHandles<PoolClient>();

  const lend = async (caller: Caller | undefined, lane: string): Promise<PostgresPoolClient> => {
    const began = performance.now();
    const waitMs = patienceOf(caller, limits.wait);
    beginWait(caller);
    try {
      await gate.enter(lane, waitMs);
      const client = await connect(began + waitMs).catch((error: unknown) => {
        gate.leave(lane);
        throw error;
      });
      lent += 1;
      const lease = leaseOf({
        ...{ client, caller, names, statementMs: limits.statement + GRACE_MS },
        isLost: () => gone.has(client),
        isPast: () => generation.isPast(client),
        onReadOnly: generation.renew,
        onAbandoned: () => (abandoned += 1),
        onReleased: () => gate.leave(lane),
      });
      return handOut(client, lease);
    } finally {
      endWait(caller);
      waited_ms += performance.now() - began;
    }
  };

  return {
    options: pool.options,
    connect: () => {
      const caller = currentCaller();
      return lend(caller, caller?.lane ?? NO_LANE);
    },
    end: () => endWithin(pool, END_MS),
    figures: () => ({
      ...{ connections: pool.totalCount, idle: pool.idleCount, abandoned, lost },
      ...{ in_use: gate.figures().taken, waiting: gate.figures().waiting, lent, waited_ms },
    }),
  };
}

function connectionOptions(options: PoolOptions, limits: Limits): pg.PoolConfig {
  const session = {
    statement_timeout: String(limits.statement),
    lock_timeout: String(limits.lock),
    idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS),
    client_connection_check_interval: String(GONE_CALLER_SEEN_WITHIN_MS),
    // A plan that reads a table whole where it may not counts as one of the longest, which a server before 18 compiles: half
    // a second for each statement of a few milliseconds.
    jit: 'off',
    ...options.settings,
  };
  return {
    ...sessionOptions(options.url, session),
    application_name: options.name,
    max: options.connectionsMax,
    connectionTimeoutMillis: limits.connect,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    stream: oneWriteSocket,
    // The pool makes its clients by `new`, which gives what a function returns.
    Client: newClient as unknown as typeof pg.Client,
    types: VALUES,
  };
}

/** Connects, and while the server cannot be reached has one attempt under way at a time, on behalf of all who wait:
 *  a server that comes back finds one knocking and not a crowd, and a short absence is waited out. */
function reconnecting(
  pool: pg.Pool,
  generation: Generation<PoolClient>,
): (untilMs: number) => Promise<PoolClient> {
  let attempt: Promise<void> | null = null;
  let reason: unknown;

  const knock = async (): Promise<void> => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_EVERY_MS));
      try {
        (await pool.connect()).release();
        return;
      } catch (error) {
        reason = error;
        if (pool.ending) return;
      }
    }
  };

  const haveKnocked = (error: unknown): void => {
    reason = error;
    attempt ??= knock().finally(() => (attempt = null));
  };

  const take = async (untilMs: number): Promise<PoolClient | null> => {
    try {
      return await takenBy(pool, untilMs, haveKnocked);
    } catch (error) {
      haveKnocked(error);
      return null;
    }
  };

  return async (untilMs) => {
    for (;;) {
      const client = attempt === null || pool.idleCount > 0 ? await take(untilMs) : null;
      if (client && !generation.isPast(client)) return client;
      if (client) {
        client.release(true);
        continue;
      }
      const left = untilMs - performance.now();
      if (left <= 0) throw notConnected(reason);
      await within(left, attempt);
    }
  };
}

// An idle connection that nobody else is about to take is there at once. One that is being made may take longer than
// whoever asked will wait: null then, which says nothing of the server, and it is kept for the next.
async function takenBy(
  pool: pg.Pool,
  untilMs: number,
  onLateFailure: (error: unknown) => void,
): Promise<PoolClient | null> {
  if (pool.idleCount > pool.waitingCount) return pool.connect();
  const making = pool.connect();
  if (await within(Math.max(0, untilMs - performance.now()), making)) return making;
  making.then((client) => client.release(), onLateFailure);
  return null;
}

// A connection that is still lent out must not keep a process from ending.
async function endWithin(pool: pg.Pool, ms: number): Promise<void> {
  await within(ms, pool.end());
}
