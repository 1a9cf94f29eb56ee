import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServiceDatabase, type TestDatabase } from '../../../../tests/world/database.ts';
import { type OpenDatabase, openDatabase } from '../../db/open.ts';
import { uuidAt } from '../../lib/ids.ts';
import type { NewNotice } from './queries.ts';
import { noticeStore } from './store-notice.ts';

const NOW = new Date('2026-03-01T00:00:00Z');

let made: TestDatabase;
let database: OpenDatabase;
beforeAll(async () => {
  made = await createServiceDatabase();
  database = openDatabase({ url: made.url, connectionsMax: 2, name: 'notices' });
});
afterAll(async () => {
  await database.close();
  await made.drop();
});

const noticeOf = (provider_notice_id: string, body = '{"a": 1}'): NewNotice => ({
  id: uuidAt(NOW),
  rail: 'ppcp',
  rail_account_id: null,
  provider_notice_id,
  notice_type: 'TEST',
  body,
  received_at: NOW,
  due_at: NOW,
});

async function stored(prefix: string): Promise<string[]> {
  const { rows } = await sql<{ provider_notice_id: string }>`
    select provider_notice_id from notices where provider_notice_id like ${`${prefix}%`}
    order by provider_notice_id`.execute(database.db);
  return rows.map((row) => row.provider_notice_id);
}

test('notices that come together are stored together, each once', async () => {
  const store = noticeStore(database.db);
  const ids = ['t3', 't1', 't2', 't1', 't3', 't1'];
  await Promise.all(ids.map((id) => store(noticeOf(id))));
  expect(await stored('t')).toEqual(['t1', 't2', 't3']);
});

test('one that cannot be stored keeps no other from being', async () => {
  const store = noticeStore(database.db);
  const calls = [store(noticeOf('u1')), store(noticeOf('u2', 'not JSON')), store(noticeOf('u3'))];
  const ends = await Promise.allSettled(calls);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await stored('u')).toEqual(['u1', 'u3']);
});
