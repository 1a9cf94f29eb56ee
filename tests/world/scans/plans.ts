import type { Client } from 'pg';
import type { Statement } from './statements.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  Plans?: Plan[];
}

const PLANNED = /^[\s(]*(with|select|insert|update|delete)\b/i;
// Nodes that hand on row by row what their first child gives them: a limit above ends a scan below early.
const PASSING = new Set(['Append', 'Merge Append', 'LockRows', 'Nested Loop', 'Result', 'Subquery Scan']);
const PASSING_ALL = new Set(['Append', 'Merge Append']);
// What is asked over the dispatcher's own connections.
const DISPATCHER = [
  'modules/deliveries/claim',
  'modules/deliveries/record',
  'modules/deliveries/round-queries',
  'modules/endpoints/signing-keys',
];
const GENERIC_PLAN_SINCE = 160_000;
const PLANNER_OFF = ['enable_seqscan'];
// Whose transaction tells the planner as much.
const WORDS = 'modules/transactions/find-words.ts';
const WORDS_OFF = ['enable_indexscan'];
const DISPATCHER_OFF = ['enable_sort', 'enable_bitmapscan', 'enable_mergejoin'];

/** Plans each statement as the service's connections do, for whatever its parameters are, and tells of those that read a
 *  table that grows from one end to the other: a sentence each. */
export async function findScans(
  client: Client,
  statements: readonly Statement[],
  growing: readonly string[],
): Promise<string[]> {
  const tables = await readTables(client, growing);
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
  const version = Number(rows[0]!.server_version_num);
  const breaches: string[] = [];
  for (const statement of statements.filter(({ text }) => PLANNED.test(text))) {
    const scans = scansIn(await planOf(client, statement, version), { isLimited: false, tables });
    breaches.push(...scans.map((scan) => `${statement.place} ${scan}: ${brief(statement.text)}`));
  }
  return [...new Set(breaches)];
}

// As open.ts and the dispatcher's database.ts tell the planner.
async function planOf(client: Client, { text, place }: Statement, version: number): Promise<Plan> {
  const off = [
    ...PLANNER_OFF,
    ...(DISPATCHER.some((files) => place.startsWith(files)) ? DISPATCHER_OFF : []),
    ...(place.startsWith(WORDS) ? WORDS_OFF : []),
  ];
  await client.query('begin');
  await client.query(off.map((name) => `set local ${name} = off`).join(';'));
  const explained = version < GENERIC_PLAN_SINCE ? explainPrepared : explainGeneric;
  const { rows } = await explained(client, text);
  await client.query('rollback');
  return rows[0]!['QUERY PLAN'][0].Plan;
}

interface Explained {
  rows: { 'QUERY PLAN': [{ Plan: Plan }] }[];
}

function explainGeneric(client: Client, text: string): Promise<Explained> {
  return client.query(`explain (generic_plan, format json) ${text}`);
}

// Older servers explain what is prepared only with values; partitions that hold no nulls would be left out of the plan.
async function explainPrepared(client: Client, text: string): Promise<Explained> {
  await client.query(
    'set local plan_cache_mode = force_generic_plan; set local enable_partition_pruning = off',
  );
  await client.query(`prepare judged as ${text}`);
  const { rows } = await client.query<{ count: number }>(
    `select cardinality(parameter_types) as count from pg_prepared_statements where name = 'judged'`,
  );
  const nulls = Array.from({ length: rows[0]!.count }, () => 'null').join(', ');
  const explained = await client.query(`explain (format json) execute judged${nulls && `(${nulls})`}`);
  await client.query('deallocate judged');
  return explained;
}

interface Tables {
  /** The table of a relation: itself, or what it is a partition of. */
  tableOf: ReadonlyMap<string, string>;
  partialIndexes: ReadonlySet<string>;
}

async function readTables(client: Client, growing: readonly string[]): Promise<Tables> {
  const relations = await client.query<{ name: string; of: string }>(
    `select c.relname as name, coalesce(p.relname, c.relname) as of
     from pg_class c
     left join pg_inherits i on i.inhrelid = c.oid
     left join pg_class p on p.oid = i.inhparent
     where c.relkind in ('r', 'p') and coalesce(p.relname, c.relname) = any($1::text[])`,
    [growing],
  );
  const partial = await client.query<{ name: string }>(
    'select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where i.indpred is not null',
  );
  return {
    tableOf: new Map(relations.rows.map((relation) => [relation.name, relation.of])),
    partialIndexes: new Set(partial.rows.map((index) => index.name)),
  };
}

function scansIn(plan: Plan, above: { isLimited: boolean; tables: Tables }): string[] {
  const type = plan['Node Type'];
  const own = breachOf(plan, above);
  const below = (plan.Plans ?? []).flatMap((child, place) => {
    const isPassed = PASSING.has(type) && (place === 0 || PASSING_ALL.has(type));
    return scansIn(child, { ...above, isLimited: type === 'Limit' || (above.isLimited && isPassed) });
  });
  return own === null ? below : [own, ...below];
}

function breachOf(plan: Plan, { isLimited, tables }: { isLimited: boolean; tables: Tables }): string | null {
  const relation = plan['Relation Name'];
  const table = relation === undefined ? undefined : tables.tableOf.get(relation);
  if (table === undefined) return null;
  switch (plan['Node Type']) {
    case 'Seq Scan':
    case 'Sample Scan':
      return `reads all of ${table}`;
    case 'Index Scan':
    case 'Index Only Scan': {
      if (plan['Index Cond'] !== undefined) return null;
      // What a partial index holds is what is looked for, unless that is looked through as well.
      const isAllWanted = plan.Filter === undefined;
      if (isAllWanted && (isLimited || tables.partialIndexes.has(plan['Index Name']!))) return null;
      return `reads all of ${table} by ${plan['Index Name']}`;
    }
    default:
      return null;
  }
}

function brief(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 160);
}
