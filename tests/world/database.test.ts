import { Client } from 'pg';
import { expect, test } from 'vitest';
import { withConnection } from '../../dev/connection.ts';
import { createDatabase, createServiceDatabase } from './database.ts';

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  return withConnection(url, async (client) => (await client.query<Record<string, unknown>>(text)).rows);
}

test('two databases know nothing of each other', async () => {
  const [one, other] = await Promise.all([createDatabase(), createDatabase()]);
  await query(one.url, 'create table mine (id int)');
  const [row] = await query(other.url, "select to_regclass('mine') as mine");
  expect(row?.mine).toBeNull();
  await Promise.all([one.drop(), other.drop()]);
});

test('a database is dropped although somebody is still connected to it', async () => {
  const database = await createDatabase();
  const client = new Client({ connectionString: database.url });
  const ended = new Promise((resolve) => client.on('error', resolve));
  await client.connect();
  try {
    await database.drop();
    await expect(ended).resolves.toMatchObject({ code: '57P01' });
    await expect(query(database.url, 'select 1')).rejects.toThrow(/does not exist/);
  } finally {
    await client.end();
  }
});

test('service databases made at the same time are all migrated, and separate', async () => {
  const made = await Promise.all([createServiceDatabase(), createServiceDatabase(), createServiceDatabase()]);
  const counts = await Promise.all(
    made.map(async ({ url }) => {
      const [row] = await query(
        url,
        "select count(*)::int as n from information_schema.tables where table_schema = 'public'",
      );
      return row?.n;
    }),
  );
  expect(counts[0]).toBeGreaterThan(0);
  expect(new Set(counts).size).toBe(1);
  await Promise.all(made.map((database) => database.drop()));
});
