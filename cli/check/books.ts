import pg from 'pg';
import { CommandError, EXIT } from '../exit-codes.ts';
import { FIGURES, RULES } from './rules.ts';

const CONNECT_MS = 10_000;
const BREAKS_MAX = 50;

/** A row that does not agree. */
interface Break {
  rule: string;
  subject: string;
  told: string;
}

type Figures = Record<'currency' | 'captures' | 'list' | 'days' | 'ledger' | 'returned' | 'stated', string>;

/** What the five come to in a range, and every row that breaks a rule, as the database is at one moment. */
export async function check(
  url: string,
  range: readonly [from: Date, to: Date],
): Promise<{ figures: Figures[]; breaks: Break[] }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw notReached(error);
  });
  try {
    await client.query('begin isolation level repeatable read read only');
    // Whatever the database gives every session.
    await client.query(`set local timezone = 'UTC'; set local datestyle = 'ISO'`);
    const { rows: figures } = await client.query<Figures>(FIGURES, [...range]).catch((error: unknown) => {
      throw hasNoTables(error) ? notMigrated(error) : error;
    });
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
  } finally {
    await client.end();
  }
}

const UNDEFINED_TABLE = '42P01';

function hasNoTables(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE;
}

function notMigrated(cause: unknown): CommandError {
  const told =
    'the database that DATABASE_URL names is none of Fairway’s, or was not migrated: run fairway migrate';
  return new CommandError(EXIT.usage, told, { cause });
}

function notReached(error: unknown): CommandError {
  // One error for each address of a name, and no words of its own.
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const why = cause instanceof Error ? cause.message : String(cause);
  const told = `the database that DATABASE_URL names cannot be reached: ${why}`;
  return new CommandError(EXIT.unavailable, told, { cause });
}
