import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../../postgres/failures.ts';
import { createServiceDatabase, type TestDatabase } from '../../../tests/world/database.ts';
import { uuidAt } from '../lib/ids.ts';
import { UNTIL_DONE } from '../lib/sweep-run.ts';
import { claimAt, dueRows, heldWork, holdRows } from './due.ts';
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

/** One row that fails when it is dealt with; how often the database takes nothing before it takes when the row is due. */
const failingWork = (failure: Error, untaken = 0) => {
  const times: Date[] = [];
  let left = untaken;
  const work = heldWork<{ id: string }>(
    { now: () => NOW },
    {
      claim: async () => [{ id: 'one' }],
      act: () => Promise.reject(failure),
      hold: async (_held, until) => {
        times.push(until);
        if ((left -= 1) >= 0) throw new DatabaseUnavailable('away');
      },
    },
  );
  const deal = async () => work.act((await work.claim(1))[0]!, UNTIL_DONE);
  return { deal, times };
};

test('what the database kept a worker from is due again in two seconds, as soon as the database takes that', async () => {
  const { deal, times } = failingWork(new DatabaseUnavailable('away'), 2);
  await deal();
  const soon = new Date(NOW.getTime() + 2_000);
  expect(times).toEqual([soon, soon, soon]);
});

test('what fails by itself stays held', async () => {
  const { deal, times } = failingWork(new Error('a fault'));
  await expect(deal()).rejects.toThrow('a fault');
  expect(times).toEqual([]);
});
