import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createServiceDatabase, type TestDatabase } from '../../../tests/world/database.ts';
import { uuidAt } from '../lib/ids.ts';
import { claimAt, dueRows, holdRows } from './due.ts';
import { type OpenDatabase, openDatabase } from './open.ts';
import { type Db, inTransaction } from './tx.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const COLUMNS = { key: 'id', at: 'due_at' };

let home: TestDatabase;
let opened: OpenDatabase;
let db: Db;
let ids: string[];
beforeAll(async () => {
  home = await createServiceDatabase();
  opened = openDatabase({ url: home.url, connectionsMax: 3, name: 'due-test' });
  db = opened.db;
});
afterAll(async () => {
  await opened.close();
  await home.drop();
});
// Notices stand for whatever waits for its time: the second is due before the first.
beforeEach(async () => {
  await sql`delete from notices`.execute(db);
  ids = [uuidAt(NOW), uuidAt(NOW), uuidAt(NOW)];
  for (const [nth, id] of ids.entries()) {
    const due_at = new Date(NOW.getTime() + [-1_000, -2_000, 1][nth]!);
    await sql`
      insert into notices (id, rail, provider_notice_id, notice_type, body, received_at, due_at)
      values (${id}, 'ppcp', ${id}, 'A', '{}', ${NOW}, ${due_at})`.execute(db);
  }
});

const due = async (from: Db, limit = 10) =>
  (await sql<{ id: string }>`${dueRows('notices', COLUMNS, claimAt(NOW, limit))}`.execute(from)).rows.map(
    ({ id }) => id,
  );
const dueAt = async (id: string) =>
  (await db.selectFrom('notices').select('due_at').where('id', '=', id).executeTakeFirstOrThrow()).due_at;

test('what has been due for longest is taken first, no more than there is room for, and nothing early', async () => {
  expect([await due(db), await due(db, 1)]).toEqual([[ids[1], ids[0]], [ids[1]]]);
});

test('what another worker is taking is passed over, and not waited for', async () => {
  await inTransaction(db, async (tx) => {
    expect(await due(tx, 1)).toEqual([ids[1]]);
    expect(await due(db)).toEqual([ids[0]]);
  });
});

test('what is held is held on by whoever holds it, and by nobody whose hold has passed on', async () => {
  const { held_until } = claimAt(NOW, 1);
  const [own, others] = [ids[0]!, ids[1]!];
  const until = new Date(NOW.getTime() + 3_600_000);
  await db.updateTable('notices').set({ due_at: held_until }).where('id', '=', own).execute();
  const before = await dueAt(others);
  const held = [own, others].map((key) => ({ key, held_until }));
  await holdRows(db, { table: 'notices', columns: COLUMNS, held, until });
  expect([await dueAt(own), await dueAt(others)]).toEqual([until, before]);
});
