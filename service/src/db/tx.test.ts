import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../tests/world/database.ts';
import { openDatabase, type OpenDatabase } from './open.ts';
import { afterCommit, inTransaction, inTransactionIf } from './tx.ts';

const ROUNDS = 40;

let server: TestDatabase;
let admin: pg.Client;
let database: OpenDatabase;
beforeAll(async () => {
  server = await createDatabase();
  admin = new pg.Client(server.url);
  await admin.connect();
  database = openDatabase({ url: server.url, connectionsMax: 2, name: 'tx-test' });
});
afterAll(async () => {
  await database.close();
  await admin.end();
  await server.drop();
});

const endAll = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fairway-tx-test'`;

test('a transaction that has not begun when its connection ends begins on another', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    // The end of the connection may arrive before the transaction begins, while it does, or after.
    await admin.query(endAll);
    const ended = await inTransaction(database.db, (tx) =>
      sql<{ n: number }>`select ${round}::integer as n`.execute(tx),
    );
    expect(ended.rows[0]!.n).toBe(round);
  }
});

test('one that has begun is not run a second time', async () => {
  let runs = 0;
  const failing = inTransaction(database.db, async (tx) => {
    runs += 1;
    await sql`select 1`.execute(tx);
    await admin.query(endAll);
    await sql`select 1`.execute(tx);
  });
  await expect(failing).rejects.toThrow();
  expect(runs).toBe(1);
});

test('what is asked for behind a commit is done once for each name, and only when it was committed', async () => {
  const done: string[] = [];
  await inTransaction(database.db, async (tx) => {
    for (const name of ['a', 'b', 'a']) afterCommit(tx, name, () => done.push(name));
    await sql`select 1`.execute(tx);
    expect(done).toEqual([]);
  });
  expect(done.toSorted()).toEqual(['a', 'b']);
});

test('what is asked for behind a commit is not done when it is not committed', async () => {
  const done: string[] = [];
  const failing = inTransaction(database.db, async (tx) => {
    afterCommit(tx, 'a', () => done.push('a'));
    await sql`select 1`.execute(tx);
    throw new Error('not committed');
  });
  await expect(failing).rejects.toThrow('not committed');
  expect(done).toEqual([]);
});

test('of what does not stand nothing is committed, and it is answered all the same', async () => {
  const { db } = database;
  await sql`create table kept (n integer)`.execute(db);
  const done: number[] = [];
  const keep = (n: number) =>
    inTransactionIf(
      db,
      async (tx) => {
        afterCommit(tx, 'told', () => done.push(n));
        await sql`insert into kept values (${n})`.execute(tx);
        return { n };
      },
      (result) => result.n > 1,
    );
  expect([await keep(1), await keep(2)]).toEqual([{ n: 1 }, { n: 2 }]);
  const { rows } = await sql`select n from kept`.execute(db);
  expect([rows, done]).toEqual([[{ n: 2 }], [2]]);
});
