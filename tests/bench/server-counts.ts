import pg from 'pg';

/** The library that counts statements; the server loads it at its start. */
export const STATEMENT_COUNTER = 'pg_stat_statements';

/** What a database has been asked since it was made, by the server's own statistics. */
export interface Counts {
  /** Every statement, `begin` and `commit` among them. */
  statements: number;
  /** Transactions that were committed, those of a single statement included. */
  commits: number;
}

interface ServerCounts {
  read(): Promise<Counts>;
  close(): Promise<void>;
}

const READ = `
  select d.xact_commit::float8 as commits,
    (select coalesce(sum(s.calls), 0) from pg_stat_statements s where s.dbid = d.datid)::float8 as statements
  from pg_stat_database d
  where d.datname = $1`;

/** Reads the counts of a database over another one, so that reading is not counted. */
export async function openServerCounts(of: { cluster_url: string; database: string }): Promise<ServerCounts> {
  const client = new pg.Client({ connectionString: of.cluster_url });
  await client.connect();
  await client.query(`create extension if not exists ${STATEMENT_COUNTER}`);
  return {
    read: async () => (await client.query<Counts>(READ, [of.database])).rows[0]!,
    close: () => client.end(),
  };
}
