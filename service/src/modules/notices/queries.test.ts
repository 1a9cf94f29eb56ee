import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServiceDatabase, type TestDatabase } from '../../../../tests/world/database.ts';
import { claimAt } from '../../db/due.ts';
import { type OpenDatabase, openDatabase } from '../../db/open.ts';
import { type Db, inTransaction } from '../../db/tx.ts';
import { uuidAt } from '../../lib/ids.ts';
import {
  claimDueNotices,
  eraseBodies,
  finishNotices,
  giveNoticesBack,
  holdNotices,
  insertNotices,
  listAbandoned,
  renewNotice,
} from './queries.ts';

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

test('who took a notice that is another’s by now neither holds it nor gives it back', async () => {
  await come('WH-3', NOW);
  const [first, second] = [claimAt(NOW, 10), claimAt(new Date(NOW.getTime() + 120_000), 10)];
  const id = (await claimDueNotices(db, first))[0]!.id;
  await claimDueNotices(db, second);
  const late = { id, claimed_at: first.now, held_until: first.held_until };
  await giveNoticesBack(db, [late], NOW);
  await holdNotices(db, [{ ...late, ...HELD }], LATER);
  expect(await stored('WH-3')).toEqual([{ id, state: 'received', due_at: second.held_until, attempts: 2 }]);
  await giveNoticesBack(db, [{ id, held_until: second.held_until }], NOW);
  expect(await stored('WH-3')).toEqual([{ id, state: 'received', due_at: NOW, attempts: 1 }]);
});

// What a worker knows of a notice besides.
const HELD = { rail: 'ppcp', rail_account_id: null, notice_type: '', body: null, attempts: 1 };

test('a notice that was given up is due again when somebody asks, unless nothing is left of its words', async () => {
  const renew = (id: string) => inTransaction(db, (tx) => renewNotice(tx, id, LATER));
  await come('WH-4', NOW);
  const id = (await stored('WH-4'))[0]!.id;
  expect(await renew(id)).toBe(false);
  await finishNotices(db, [id], { state: 'abandoned', now: NOW });
  expect(await renew(id)).toBe(true);
  await finishNotices(db, [id], { state: 'abandoned', now: NOW });
  await eraseBodies(db, { before: LATER, limit: 10 });
  expect(await renew(id)).toBe(false);
  expect(await stored('WH-4')).toEqual([{ id, state: 'abandoned', due_at: null, attempts: 0 }]);
});
