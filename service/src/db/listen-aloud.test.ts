import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../tests/world/database.ts';
import { listenAloud } from './listen-aloud.ts';

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

test('the log says once that listening broke, and that it came back', async () => {
  const lines: { event: string; channel: string }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) });
  let begun = 0;
  const listening = listenAloud(
    {
      ...{ url: database.url, name: 'listen-aloud-test', channel: 'news' },
      onNotice: () => undefined,
      onListening: () => (begun += 1),
    },
    log,
  );
  await listening.begun;
  expect(lines).toEqual([]);
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listen-aloud-test'`,
  );
  await expect.poll(() => begun).toBe(2);
  await listening.close();
  expect(lines.map(({ event, channel }) => [event, channel])).toEqual([
    ['listening.broken', 'news'],
    ['listening.came_back', 'news'],
  ]);
});
