import pg from 'pg';
import postgres from 'postgres';
import type { Deployment } from './deployment.ts';
import { describe, type Pair, summarize } from './figures.ts';
import { findPgbench, runPgbench } from './pgbench.ts';

const CLIENTS = 32;
const CREATE =
  'create table if not exists bench_drivers (id text primary key, body text, at timestamptz not null)';
const STATEMENT = 'insert into bench_drivers (id, body, at) values ($1, $2, now())';
const BODY = 'x'.repeat(400);

type Insert = (id: string) => Promise<unknown>;

/** One prepared insert through each driver from one process, beside pgbench: how the driver was chosen. Without
 *  pgbench the two are still compared with each other. */
export async function benchDrivers(
  deployment: Deployment,
  run: { rounds: number; seconds: number },
): Promise<string> {
  const url = deployment.database_url;
  const setup = postgres(url, { max: 1, onnotice: () => undefined });
  await setup.unsafe(CREATE);
  const pgbench = await findPgbench();
  const pairs: Record<'postgres' | 'pg', Pair[]> = { postgres: [], pg: [] };
  for (let round = 0; round < run.rounds; round += 1) {
    const limit = pgbench ? await limitOf(pgbench, url, run.seconds) : Number.NaN;
    pairs.postgres.push({ ours: await withPostgres(url, run.seconds), limit });
    pairs.pg.push({ ours: await withPg(url, run.seconds), limit });
  }
  await setup.unsafe('drop table bench_drivers');
  await setup.end();
  const limitName = 'pgbench, the same insert';
  return Object.entries(pairs)
    .map(([driver, measured]) =>
      describe(`Driver ${driver}, one insert, ${CLIENTS} in flight`, limitName, 0, summarize(measured)),
    )
    .join('\n\n');
}

function limitOf(pgbench: string, url: string, seconds: number): Promise<number> {
  const statement = `insert into bench_drivers (id, body, at) values ('p' || :client_id || '-' || :n, '${BODY}', now());`;
  return runPgbench({ pgbench, url, statements: [statement], clients: CLIENTS, seconds });
}

async function withPostgres(url: string, seconds: number): Promise<number> {
  const sql = postgres(url, { max: CLIENTS });
  const rate = await insertFor(seconds, (id) => sql.unsafe(STATEMENT, [id, BODY], { prepare: true }));
  await sql.end();
  return rate;
}

async function withPg(url: string, seconds: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: CLIENTS });
  const rate = await insertFor(seconds, (id) =>
    pool.query({ name: 'insert', text: STATEMENT, values: [id, BODY] }),
  );
  await pool.end();
  return rate;
}

async function insertFor(seconds: number, insert: Insert): Promise<number> {
  const started = performance.now();
  const until = started + seconds * 1000;
  const run = Math.random().toString(36).slice(2);
  let done = 0;
  const client = async () => {
    while (performance.now() < until) await insert(`${run}-${(done += 1)}`);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return done / ((performance.now() - started) / 1000);
}
