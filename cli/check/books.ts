import pg from 'pg';
import { CommandError, EXIT } from '../exit-codes.ts';
import { FIGURES, RULES } from './rules.ts';

const CONNECT_MS = 10_000;
// How long a table is waited for that somebody holds; what is read takes as long as it takes.
const LOCK_MS = 10_000;
const BREAKS_MAX = 50;

/** A row that does not agree. */
interface Break {
  rule: string;
  subject: string;
  told: string;
}

type Figures = Record<'currency' | 'captures' | 'list' | 'days' | 'ledger' | 'returned' | 'stated', string>;

/** What the five come to in a range, and every row that breaks a rule, as the database is at one moment. Throws a
 *  CommandError where that cannot be read: of rows that do not agree it says nothing then. */
export async function check(
  url: string,
  range: readonly [from: Date, to: Date],
  lockMs = LOCK_MS,
): Promise<{ figures: Figures[]; breaks: Break[] }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  let isLost = false;
  client.on('error', () => (isLost = true));
  await client.connect().catch((error: unknown) => {
    throw notReached(error);
  });
  try {
    return await readBooks(client, range, lockMs);
  } catch (error) {
    if (hasNoTables(error)) throw notMigrated(error);
    throw isLost || isOfDatabase(error) ? notRead(error) : error;
  } finally {
    await client.end();
  }
}

async function readBooks(client: pg.Client, range: readonly [from: Date, to: Date], lockMs: number) {
  await client.query('begin isolation level repeatable read read only');
  // Whatever the database gives every session.
  await client.query(
    `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local lock_timeout = ${lockMs}`,
  );
  const { rows: figures } = await client.query<Figures>(FIGURES, [...range]);
  const breaks: Break[] = [];
  for (const [rule, text] of Object.entries(RULES)) {
    const isRanged = text.includes('$1');
    const found = await client.query<Omit<Break, 'rule'>>(
      `${text} limit ${BREAKS_MAX}`,
      isRanged ? [...range] : [],
    );
    breaks.push(...found.rows.map((row) => ({ rule, ...row })));
  }
  await client.query('commit');
  return { figures, breaks };
}

const UNDEFINED_TABLE = '42P01';

// SQLSTATE of a connection, of resources, of an operator's intervention, of the system below, and of a lock not granted in time.
const OF_DATABASE = /^(08|53|57|58)...$|^55P03$/;

function hasNoTables(error: unknown): boolean {
  return codeOf(error) === UNDEFINED_TABLE;
}

function isOfDatabase(error: unknown): boolean {
  return OF_DATABASE.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function notMigrated(cause: unknown): CommandError {
  const told =
    'the database that DATABASE_URL names is none of Fairway’s, or was not migrated: run fairway migrate';
  return new CommandError(EXIT.usage, told, { cause });
}

function notReached(error: unknown): CommandError {
  // One error for each address of a name, and no words of its own.
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return unavailable('cannot be reached', cause);
}

function notRead(cause: unknown): CommandError {
  return unavailable('could not be read to the end', cause);
}

function unavailable(what: string, cause: unknown): CommandError {
  const why = cause instanceof Error ? cause.message : String(cause);
  const told = `the database that DATABASE_URL names ${what}: ${why}`;
  return new CommandError(EXIT.unavailable, told, { cause });
}
