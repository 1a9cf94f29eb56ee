import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { type Client, escapeLiteral } from 'pg';
import { openPool } from '../../../postgres/pool.ts';
import type { Tables } from '../../../service/src/db/tables.ts';
import type { Db } from '../../../service/src/db/tx.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

export interface Cost {
  looked_at: number;
  partitions: string[];
}

interface Counted {
  db: Db;
  /** What the statements of `work` look at, planned as the service's connections plan them. */
  costOf(work: () => Promise<unknown>): Promise<Cost>;
}

/** A database whose statements are run once more, over `client`, to count the rows of `tables` that they look at. */
export function countRows(
  { url, client }: { url: string; client: Client },
  counted: { tables: RegExp; partitions: RegExp },
): Counted {
  let asked: CompiledQuery[] = [];
  const db: Db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: openPool({ url, connectionsMax: 1, name: 'scans' }) }),
    log: ({ query }) => void asked.push(query),
  });

  function add(cost: Cost, plan: Plan): void {
    const relation = plan['Relation Name'];
    if (relation !== undefined && counted.tables.test(relation) && plan['Actual Loops'] > 0) {
      const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
      cost.looked_at += (plan['Actual Rows'] + removed) * plan['Actual Loops'];
      if (counted.partitions.test(relation) && plan['Actual Rows'] + removed > 0)
        cost.partitions.push(relation);
    }
    for (const child of plan.Plans ?? []) add(cost, child);
  }

  return {
    db,
    costOf: async (work) => {
      asked = [];
      await work();
      const cost: Cost = { looked_at: 0, partitions: [] };
      await client.query('set plan_cache_mode = force_generic_plan; set enable_seqscan = off');
      for (const statement of asked) {
        const plan = await runAgain(client, statement);
        if (plan) add(cost, plan);
      }
      return { ...cost, partitions: [...new Set(cost.partitions)].sort() };
    },
  };
}

async function runAgain(client: Client, { sql, parameters }: CompiledQuery): Promise<Plan | null> {
  if (/^(begin|commit|set local)\b/.test(sql)) {
    await client.query(sql);
    return null;
  }
  await client.query(`prepare asked as ${sql}`);
  const values = parameters.length === 0 ? '' : `(${parameters.map(literal).join(', ')})`;
  const explained = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, timing off, format json) execute asked${values}`,
  );
  await client.query('deallocate asked');
  return explained.rows[0]!['QUERY PLAN'][0].Plan;
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return escapeLiteral(`{${value.join(',')}}`);
  if (value instanceof Date) return escapeLiteral(value.toISOString());
  return escapeLiteral(JSON.stringify(value).replace(/^"|"$/g, ''));
}
