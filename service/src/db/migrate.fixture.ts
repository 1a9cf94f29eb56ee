import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { createDatabase } from '../../../tests/world/database.ts';

/** A database of its own and the connections that a test of migrations opens to it. */
export interface Ground {
  url: string;
  /** Another connection, closed with the ground. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
}

export async function openGround(): Promise<Ground> {
  const database = await createDatabase();
  const clients: pg.Client[] = [];
  return {
    url: database.url,
    connect: async () => {
      const client = new pg.Client({ connectionString: database.url });
      client.on('error', () => undefined);
      clients.push(client);
      await client.connect();
      return client;
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.end()));
      await database.drop();
    },
  };
}

/** Runs `work` over a folder that holds these migrations. */
export async function withMigrations<T>(
  files: Readonly<Record<string, string>>,
  work: (folder: URL) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fairway-migrations-'));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
    return await work(pathToFileURL(`${folder}/`));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Waits, within the test's own time limit, until a statement of the database waits for a lock. */
export async function untilWaiting(client: pg.Client, statement: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      `select pid from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
      [`${statement}%`],
    );
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
