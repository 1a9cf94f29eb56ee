import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../dev/postgres/embedded.ts';

/** A durable PostgreSQL of the bench's own. */
export interface Cluster {
  /** Makes a database and returns its address. */
  createDatabase(name: string): Promise<string>;
  /** The address of the database that every cluster has. */
  url: string;
  close(): Promise<void>;
}

/** `preload` names a library of the server that is loaded at its start. */
export async function openCluster(options: { preload?: string } = {}): Promise<Cluster> {
  const home = await mkdtemp(path.join(tmpdir(), 'fairway-bench-'));
  const start = () => startEmbeddedPostgres({ home, log: () => undefined });
  let postgres = await start();
  if (options.preload) {
    await askOnce(postgres.url('postgres'), `alter system set shared_preload_libraries = ${options.preload}`);
    await postgres.stop();
    postgres = await start();
  }
  return {
    url: postgres.url('postgres'),
    createDatabase: async (name) => {
      await postgres.createDatabaseIfMissing(name);
      return postgres.url(name);
    },
    close: async () => {
      await postgres.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Runs one statement on a connection of its own. */
export async function askOnce(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
