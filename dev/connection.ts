import { Client } from 'pg';

// While `npm start` loads its programs its own process may not look at an answer for many seconds.
const CONNECT_LIMIT_MS = 60_000;

/** Runs `work` on a connection of its own to the database at `url`, which ends with it. */
export async function withConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_LIMIT_MS });
  // Whoever has a statement under way hears of a lost connection from that statement; without a listener it would
  // end the process as well.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}
