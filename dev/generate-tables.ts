import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { homeFolder } from '../local/home.ts';
import { findDatabase } from '../local/record.ts';
import { withConnection } from './connection.ts';
import { isLaunched } from './is-launched.ts';

// Writes service/src/db/tables.ts from a migrated database, of DATABASE_URL or of the npm start that runs, so that a query that
// names a column which no migration made does not compile, nor one that writes a word which a constraint does not know. A test
// compares the file with what this prints.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TARGET = fileURLToPath(new URL('../service/src/db/tables.ts', import.meta.url));

const TYPES = new Map([
  ['uuid', 'string'],
  ['text', 'string'],
  ['boolean', 'boolean'],
  ['integer', 'number'],
  ['smallint', 'number'],
  ['bigint', 'number'],
  ['double precision', 'number'],
  ['timestamp with time zone', 'Date'],
  ['date', 'string'],
  ['bytea', 'Buffer'],
  ['jsonb', 'Json'],
  ['text[]', 'string[]'],
  ['xid8', 'string'],
]);

// Which rails there are is theirs to say, in the one place that lists them.
const LEFT_OPEN = new Set(['merchants.payment_provider']);

// Columns of JSON that are read back, and what is in them by the names of stored.ts.
const HELD = new Map([
  ['checkout_sessions.items', 'StoredItem[]'],
  ['checkout_sessions.metadata', 'Record<string, unknown>'],
  ['checkout_sessions.shipping_address', 'StoredDestination'],
  ['rail_accounts.known_before', 'StoredKnown[]'],
  ['rail_accounts.shown', 'StoredWords'],
  ['transactions.billing_address', 'StoredWords'],
  ['transactions.shipping_address', 'StoredWords'],
]);

interface Column {
  table_name: string;
  column_name: string;
  type: string;
  nullable: boolean;
  optional: boolean;
  /** The constraint that names every word the column takes. */
  words: string | null;
}

/** The text of tables.ts for the database at `url`. Partitions are left out: they are written through their parent. */
export async function tablesOf(url: string): Promise<string> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<Column>(`
      select c.relname as table_name, a.attname as column_name, format_type(a.atttypid, a.atttypmod) as type,
        not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' or not a.attnotnull as optional,
        (
          select pg_get_constraintdef(k.oid) from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
            and pg_get_constraintdef(k.oid) like 'CHECK ((' || quote_ident(a.attname) || ' = ANY (ARRAY[%'
          limit 1
        ) as words
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped
      order by c.relname, a.attnum`);
    return render(rows);
  });
}

async function render(columns: readonly Column[]): Promise<string> {
  const tables = Map.groupBy(columns, (column) => column.table_name);
  const lines = [
    '// Generated from the migrated database by `npm run tables`; do not edit.',
    "import type { ColumnType, Generated } from 'kysely';",
    "import type { StoredDestination, StoredItem, StoredKnown, StoredWords } from './stored.ts';",
    '',
    '// Sent as JSON text and read as the value.',
    'type Json = ColumnType<unknown, string, string>;',
    'type OptionalJson<T = unknown> = ColumnType<T, string | undefined, string>;',
    'type NullableJson<T = unknown> = ColumnType<T | null, string | null | undefined, string | null>;',
    '',
    'export interface Tables {',
    ...[...tables].flatMap(([name, members]) => [`${name}: {`, ...members.map(member), '};']),
    '}',
  ];
  const config = await resolveConfig(TARGET);
  return format(lines.join('\n'), { ...config, parser: 'typescript' });
}

function member(column: Column): string {
  const type = TYPES.get(column.type);
  if (!type) throw new Error(`${column.table_name}.${column.column_name}: no type for ${column.type}`);
  if (type === 'Json') return `${column.column_name}: ${jsonOf(column)};`;
  const said = wordsOf(column) ?? type;
  const nullable = column.nullable ? `${said} | null` : said;
  return `${column.column_name}: ${column.optional && !column.nullable ? `Generated<${nullable}>` : nullable};`;
}

function jsonOf({ table_name, column_name, nullable, optional }: Column): string {
  const held = HELD.get(`${table_name}.${column_name}`);
  const json = nullable ? 'NullableJson' : optional ? 'OptionalJson' : 'Json';
  return held === undefined ? json : `${json}<${held}>`;
}

function wordsOf({ table_name, column_name, words }: Column): string | null {
  if (words === null || LEFT_OPEN.has(`${table_name}.${column_name}`)) return null;
  return [...words.matchAll(/'([a-z_]+)'::text/g)].map(([, word]) => `'${word}'`).join(' | ');
}

if (isLaunched(import.meta.url)) {
  const url = await findDatabase(process.env, homeFolder(process.env, ROOT));
  if (url === null) throw new Error('No npm start runs here: DATABASE_URL has to name a migrated database.');
  await writeFile(TARGET, await tablesOf(url));
}
