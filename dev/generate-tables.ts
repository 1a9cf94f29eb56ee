import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { withConnection } from './connection.ts';

// Writes service/src/db/tables.ts from a migrated database, so that a query that names a column which no migration
// made does not compile. A test compares the file with what this prints.

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

interface Column {
  table_name: string;
  column_name: string;
  type: string;
  nullable: boolean;
  optional: boolean;
}

/** The text of tables.ts for the database at `url`. Partitions are left out: they are written through their parent. */
export async function tablesOf(url: string): Promise<string> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<Column>(`
      select c.relname as table_name, a.attname as column_name, format_type(a.atttypid, a.atttypmod) as type,
        not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' or not a.attnotnull as optional
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
    '',
    '// Sent as JSON text and read as the value.',
    'type Json = ColumnType<unknown, string, string>;',
    'type OptionalJson = ColumnType<unknown, string | undefined, string>;',
    'type NullableJson = ColumnType<unknown, string | null | undefined, string | null>;',
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
  if (type === 'Json' && column.nullable) return `${column.column_name}: NullableJson;`;
  if (type === 'Json' && column.optional) return `${column.column_name}: OptionalJson;`;
  const nullable = column.nullable ? `${type} | null` : type;
  return `${column.column_name}: ${column.optional && !column.nullable ? `Generated<${nullable}>` : nullable};`;
}

// Also where a launcher has imported it.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const url = process.env['DATABASE_URL'];
  if (!url) throw new Error('DATABASE_URL must name a migrated database');
  await writeFile(TARGET, await tablesOf(url));
}
