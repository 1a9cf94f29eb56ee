import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../tests/world/database.ts';
import { listen } from './listen.ts';

let database: TestDatabase;
let admin: pg.Client;
beforeAll(async () => {
  database = await createDatabase();
  admin = new pg.Client(database.url);
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

test('what is announced is heard, also after the connection broke, and the break is told', async () => {
  const heard: string[] = [];
  const broken: unknown[] = [];
  let begun = 0;
  const listening = listen({
    url: database.url,
    name: 'listen-test',
    channel: 'news',
    onNotice: (payload) => heard.push(payload),
    onListening: () => (begun += 1),
    onBroken: (why) => broken.push(why),
  });
  await listening.begun;
  await admin.query(`select pg_notify('news', 'one')`);
  await expect.poll(() => heard).toHaveLength(1);
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listen-test'`,
  );
  await expect.poll(() => begun).toBe(2);
  await admin.query(`select pg_notify('news', 'two')`);
  await expect.poll(() => heard).toHaveLength(2);
  expect(heard).toEqual(['one', 'two']);
  expect(broken).toEqual([expect.any(Error)]);
  await listening.close();
  expect(broken).toHaveLength(1);
});

test('it can be closed while the database is away, which was told once', async () => {
  const broken: unknown[] = [];
  const listening = listen({
    url: 'postgres://nobody@127.0.0.1:1/none',
    name: 'listen-test',
    channel: 'news',
    onNotice: () => undefined,
    onListening: () => undefined,
    onBroken: (why) => broken.push(why),
  });
  await expect.poll(() => broken).toHaveLength(1);
  await listening.close();
  expect(String(broken)).toContain('ECONNREFUSED');
  await expect(listening.begun).rejects.toThrow('stopped listening');
});
