import { setTimeout as pause } from 'node:timers/promises';
import { buildIndex } from './concurrent-index.ts';
import { IN_THE_WAY_MS, type LockRetries, retryOnLock } from './lock-retries.ts';
import { type MigrationClient, runAtLength, wasHeldUp, withMigrationClient } from './migration-client.ts';
import { indexOf, type Migration, readMigrations } from './migration-files.ts';
import { type Records, prepareRecords, readRecords, recordMigration } from './migration-records.ts';

const LOCK = 7_013_204_118; // any constant of our own: one migrator at a time
const LOCK_POLL_MS = 250;
// About a minute in all: a supervisor that waits longer for a start is rare.
const RETRIES: LockRetries = { tries: 12, pauseMs: 500, pauseMaxMs: 4_000 };
const OTHER_MIGRATOR_MS = 60_000;
// On a machine that is short of time a process may stand still for seconds.
const HELD_UP_MAX = 5;

interface MigrateOptions {
  /** Another folder of migrations than this release's own. */
  folder?: URL;
  retries?: LockRetries;
  otherMigratorMs?: number;
  connectTimeoutMs?: number;
  idleInTransactionMs?: number;
}

/** Applies what is missing of `service/migrations`, in order of number, one migrator at a time, beside processes that
 *  serve: none waits behind it for more than a second at a time. Where the server took a transaction from it because this
 *  process stood still, it goes on from what stands. Refuses a database that this release can no longer serve. */
export async function migrate(
  databaseUrl: string,
  options: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(options.folder);
  const applied: string[] = [];
  for (let heldUp = 0; ; heldUp += 1) {
    try {
      await applyMissing({ url: databaseUrl, ...options }, migrations, applied);
      return { applied };
    } catch (error) {
      if (!wasHeldUp(error) || heldUp === HELD_UP_MAX) throw error;
    }
  }
}

/** What `migrate` would apply, in its order, without a change. Refuses what it would refuse. */
export async function outstandingMigrations(
  databaseUrl: string,
  options: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(options.folder);
  return withMigrationClient({ url: databaseUrl, ...options }, async (client) => {
    await requireUnicode(client);
    return missingOf(migrations, await readRecords(client)).map(({ name }) => name);
  });
}

// Adds to `applied` what stands, so that it is told of also where the rest took another connection.
function applyMissing(
  options: MigrateOptions & { url: string },
  migrations: readonly Migration[],
  applied: string[],
): Promise<void> {
  return withMigrationClient(options, async (client) => {
    await requireUnicode(client);
    if (missingOf(migrations, await readRecords(client)).length === 0) return;
    await becomeOnlyMigrator(client, options.otherMigratorMs ?? OTHER_MIGRATOR_MS);
    const retrying = retryingWith(client, options.retries ?? RETRIES);
    await retrying('The table of migrations', () => prepareRecords(client));
    for (const migration of missingOf(migrations, await readRecords(client))) {
      await retrying(migration.name, () => apply(client, migration));
      applied.push(migration.name);
    }
  });
}

// Any other encoding lacks characters that a buyer's name may have, and its payment would fail by them.
async function requireUnicode(client: MigrationClient): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(
    `select current_setting('server_encoding') as encoding`,
  );
  const { encoding } = rows[0]!;
  if (encoding !== 'UTF8')
    throw new Error(
      `The database keeps its text as ${encoding}. Make one with encoding 'UTF8' and start there.`,
    );
}

// A release is known by the newest migration that it holds. What was only added is in no older release's way; what was
// taken away must not be used by this one any more.
function missingOf(migrations: readonly Migration[], records: Records): Migration[] {
  const held = new Set(migrations.map(({ name }) => name));
  const beyond = records.binding.find(({ name, served_since }) => !held.has(name) && !held.has(served_since));
  if (beyond)
    throw new Error(
      `The database is newer than this release: it holds ${beyond.name}, which releases before ` +
        `${beyond.served_since} cannot serve. Start a newer one.`,
    );
  return migrations.filter(({ name }) => !records.applied.has(name));
}

// Asked again and again instead of waited for: a statement that waits would itself be waited for by an index that is
// being built concurrently.
async function becomeOnlyMigrator(client: MigrationClient, limitMs: number): Promise<void> {
  const until = performance.now() + limitMs;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      LOCK,
    ]);
    if (rows[0]!.taken) return;
    if (performance.now() > until) {
      const seconds = Math.round(limitMs / 1000);
      throw new Error(
        `Another process has been migrating this database for ${seconds} s; start again when it has ended.`,
      );
    }
    await pause(LOCK_POLL_MS);
  }
}

// Whoever is in the way goes first, and again, but not for ever.
function retryingWith(client: MigrationClient, retries: LockRetries) {
  return async (what: string, work: () => Promise<void>): Promise<void> => {
    const done = await retryOnLock(retries, work);
    if (!('given_up' in done)) return;
    throw new Error(await whyGivenUp(client, what, done.given_up), { cause: done.given_up });
  };
}

function apply(client: MigrationClient, migration: Migration): Promise<void> {
  return migration.isConcurrent ? applyInSteps(client, migration) : applyAtOnce(client, migration);
}

// What it locks it holds until its commit, so the whole of it has a second, the waiting included: the limit of each
// statement is what is left of it.
async function applyAtOnce(client: MigrationClient, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    const until = performance.now() + IN_THE_WAY_MS;
    for (const statement of migration.statements) {
      const leftMs = Math.max(1, Math.floor(until - performance.now()));
      await client.query(`set local lock_timeout = ${leftMs}; set local statement_timeout = ${leftMs}`);
      await client.query(statement);
    }
    await recordMigration(client, migration);
    await client.query('commit');
  } catch (error) {
    // Without an answer to this the connection is gone, and the transaction with it.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function applyInSteps(client: MigrationClient, migration: Migration): Promise<void> {
  for (const statement of migration.statements) {
    const index = indexOf(statement);
    if (index) await buildIndex(client, index);
    else await runAtLength(client, statement);
  }
  await recordMigration(client, migration);
}

async function whyGivenUp(client: MigrationClient, what: string, cause: unknown): Promise<string> {
  const { rows } = await client.query<{ name: string; seconds: number }>(
    `select application_name as name, extract(epoch from clock_timestamp() - xact_start)::integer as seconds
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by xact_start
     limit 1`,
  );
  const [oldest] = rows;
  const why = cause instanceof Error ? cause.message : String(cause);
  const hint = oldest ? ` The oldest open transaction is ${oldest.name}'s, ${oldest.seconds} s old.` : '';
  return `${what} was not applied, since others were in the way each time it was tried: ${why}.${hint}`;
}
