import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { openPool } from '../../postgres/pool.ts';
import type { Tables } from '../../service/src/db/tables.ts';

/** A statement as the service sends it. */
export interface Recorded {
  sql: string;
  parameters: readonly unknown[];
}

/** Runs `work` with a database that writes down each statement, so that the limit is measured with the service's own
 *  and not with a copy that could fall behind. */
export async function recordStatements(
  url: string,
  work: (db: Kysely<Tables>) => Promise<unknown>,
): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: openPool({ url, connectionsMax: 1, name: 'bench' }) }),
    log: (event) => {
      const query: CompiledQuery = event.query;
      recorded.push({ sql: query.sql, parameters: query.parameters });
    },
  });
  try {
    await work(db);
    return recorded;
  } finally {
    await db.destroy();
  }
}

/** A statement as a pgbench script. A parameter named in `unique` becomes an expression over pgbench's variables
 *  `:client_id` and `:n`, any other the literal that the service sent. */
export function pgbenchStatement(statement: Recorded, unique: ReadonlyMap<unknown, string>): string {
  const text = statement.sql.replace(/\$(\d+)/g, (_, position: string) => {
    const value = statement.parameters[Number(position) - 1];
    return unique.get(value) ?? literal(value);
  });
  return `${text.replace(/\s+/g, ' ').trim()};`;
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return `${quoted(value.toISOString())}::timestamptz`;
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'::bytea`;
  if (Array.isArray(value)) return `array[${value.map(literal).join(',')}]::text[]`;
  if (typeof value === 'string') return quoted(value);
  throw new TypeError('a parameter of a kind that no statement of the service has');
}

// pgbench takes every `:word` for a variable, inside quotes too, so a colon is written as its code.
function quoted(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll("'", "''");
  return escaped.includes(':') ? `E'${escaped.replaceAll(':', '\\x3A')}'` : `'${text.replaceAll("'", "''")}'`;
}
