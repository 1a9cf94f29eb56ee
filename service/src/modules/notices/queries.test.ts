import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServiceDatabase, type TestDatabase } from '../../../../tests/world/database.ts';
import { type OpenDatabase, openDatabase } from '../../db/open.ts';
import type { Db } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import { finishNotices, insertNotices, listAbandoned } from './queries.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const LATER = new Date('2026-05-01T12:00:00.000Z');

let home: TestDatabase;
let opened: OpenDatabase;
let db: Db;
beforeAll(async () => {
  home = await createServiceDatabase();
  opened = openDatabase({ url: home.url, connectionsMax: 2, name: 'notices-test' });
  db = opened.db;
});
afterAll(async () => {
  await opened.close();
  await home.drop();
});

const come = (provider_notice_id: string, at: Date) =>
  insertNotices(db, [
    {
      id: uuidAt(at),
      rail: 'ppcp',
      rail_account_id: null,
      provider_notice_id,
      notice_type: 'PAYMENT.CAPTURE.REFUNDED',
      body: '{"n":1}',
      received_at: at,
      due_at: at,
    },
  ]);
const stored = (provider_notice_id: string) =>
  db
    .selectFrom('notices')
    .select(['id', 'state', 'due_at', 'attempts'])
    .where('provider_notice_id', '=', provider_notice_id)
    .execute();

test('a notice that was given up and comes again is due again, once', async () => {
  await come('WH-1', NOW);
  const [first] = await stored('WH-1');
  await finishNotices(db, [first!.id], { state: 'abandoned', now: NOW });
  expect((await listAbandoned(db, { limit: 10, offset: 0 })).items.map(({ id }) => id)).toEqual([first!.id]);
  await come('WH-1', LATER);
  expect(await stored('WH-1')).toEqual([{ id: first!.id, state: 'received', due_at: LATER, attempts: 0 }]);
  expect(await listAbandoned(db, { limit: 10, offset: 0 })).toEqual({ items: [], total: 0 });
});

test('a notice that was acted on and comes again stays done', async () => {
  await come('WH-2', NOW);
  const [first] = await stored('WH-2');
  await finishNotices(db, [first!.id], { state: 'done', now: NOW });
  await come('WH-2', LATER);
  expect(await stored('WH-2')).toEqual([{ id: first!.id, state: 'done', due_at: null, attempts: 0 }]);
});
