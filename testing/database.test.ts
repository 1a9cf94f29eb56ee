import postgres from 'postgres';
import { expect, test } from 'vitest';
import { createDatabase, createServiceDatabase } from './database.ts';

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await sql.unsafe(text);
  } finally {
    await sql.end();
  }
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
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  await sql`select 1`;
  await database.drop();
  await expect(query(database.url, 'select 1')).rejects.toThrow(/does not exist/);
  await sql.end();
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
