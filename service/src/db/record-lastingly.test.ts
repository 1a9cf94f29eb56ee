import pino from 'pino';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asCaller } from '../../../postgres/caller.ts';
import { DatabaseUnavailable } from '../../../postgres/failures.ts';
import type { Listening } from '../../../postgres/listen.ts';
import { createDatabase, type TestDatabase } from '../../../tests/world/database.ts';
import { type OpenDatabase, openDatabase } from './open.ts';
import { keepAsOverdue, listenForOverdue, refuseOverdue } from './overdue.ts';
import { commitOrDoubt, recordAwaited, recordLastingly } from './record-lastingly.ts';
import type { Tx } from './tx.ts';

const LIMITS = { tried: 60_000, waited: 200, pause: 10 };

let made: TestDatabase;
let admin: pg.Client;
let database: OpenDatabase;
beforeAll(async () => {
  made = await createDatabase();
  admin = new pg.Client(made.url);
  await admin.connect();
  await admin.query('create table outcomes (outcome text primary key)');
  database = openDatabase({ url: made.url, connectionsMax: 2, name: 'record' });
});
afterAll(async () => {
  await database.close();
  await admin.end();
  await made.drop();
});
beforeEach(async () => {
  await admin.query('truncate outcomes');
});

const insert = (tx: Tx) => sql`insert into outcomes values ('taken') on conflict do nothing`.execute(tx);
const outcomes = async () => (await admin.query('select outcome from outcomes')).rows;

test('what was lost with its connection is recorded all the same', async () => {
  let runs = 0;
  const work = async (tx: Tx) => {
    runs += 1;
    await insert(tx);
    if (runs > 2) return 'recorded';
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await admin.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
    return 'not yet';
  };
  expect(await recordLastingly(database.db, work, { ...LIMITS, waited: 60_000 })).toBe('recorded');
  expect([runs, await outcomes()]).toEqual([3, [{ outcome: 'taken' }]]);
});

test('a caller waits for it no longer than it may, and it is recorded without the caller', async () => {
  await admin.query('begin; lock table outcomes in access exclusive mode');
  const caller = { lane: 'captures', leftMs: 100 };
  const work = asCaller(caller, () => recordAwaited(database.db, ['one'], insert, LIMITS));
  await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(() => refuseOverdue('one')).toThrow(DatabaseUnavailable);
  await admin.query('rollback');
  await expect.poll(outcomes).toHaveLength(1);
  await expect.poll(() => refuseOverdue('one')).toBeUndefined();
});

test('what was given up is waited for by nobody until somebody else may look', async () => {
  const givenUp = Promise.reject(new DatabaseUnavailable('not recorded'));
  keepAsOverdue(database.db, ['given up'], givenUp, 500);
  await givenUp.catch(() => undefined);
  await sql`select 1`.execute(database.db);
  expect(() => refuseOverdue('given up')).toThrow(DatabaseUnavailable);
  await expect.poll(() => refuseOverdue('given up')).toBeUndefined();
});

test('what a caller waited for it is not waited again for what is asked behind it', async () => {
  await admin.query('begin; lock table outcomes in access exclusive mode');
  const caller = { lane: 'cancels', leftMs: 60_000 };
  const limits = { ...LIMITS, waited: 60_000 };
  const work = asCaller(caller, () => recordLastingly(database.db, insert, limits));
  const blocked = `select from pg_locks where not granted and relation = 'outcomes'::regclass`;
  await expect.poll(async () => (await admin.query(blocked)).rowCount).toBe(1);
  await admin.query('rollback');
  await work;
  expect(caller.leftMs).toBeLessThan(60_000);
});

test('other processes hear of it, and of its end', async () => {
  // A connection inside a transaction hears nothing until its end, and the lock is held by one.
  const other = new pg.Client(made.url);
  await other.connect();
  const heard: string[] = [];
  other.on('notification', ({ payload }) => heard.push(payload!));
  await other.query('listen fairway_overdue');
  // The end of what was overdue before may come late.
  const ofThese = () => heard.filter((said) => !said.endsWith('one'));
  await admin.query('begin; lock table outcomes in access exclusive mode');
  const work = recordAwaited(database.db, ['three', 'four'], insert, { ...LIMITS, waited: 0 });
  await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect.poll(ofThese).toEqual(['+three', '+four']);
  await admin.query('rollback');
  await expect.poll(ofThese).toEqual(['+three', '+four', '-three', '-four']);
  await other.end();
});

describe('what another process cannot record is not waited for here', () => {
  const say = (payload: string) => admin.query('select pg_notify($1, $2)', ['fairway_overdue', payload]);
  const isRefused = (id: string) => {
    try {
      refuseOverdue(id);
      return false;
    } catch (error) {
      return error instanceof DatabaseUnavailable;
    }
  };
  let listening: Listening;
  beforeEach(async () => {
    listening = listenForOverdue(made.url, pino({ level: 'silent' }));
    await listening.begun;
  });
  afterEach(() => listening.close());

  test('until it has ended', async () => {
    await say('+another');
    await expect.poll(() => isRefused('another')).toBe(true);
    await say('-another');
    await expect.poll(() => isRefused('another')).toBe(false);
  });

  test('nor until it may have ended unheard', async () => {
    await say('+another');
    await expect.poll(() => isRefused('another')).toBe(true);
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'fairway-overdue' and datname = current_database()`,
    );
    const listensAgain = async () => {
      await say('+later');
      return isRefused('later');
    };
    await expect.poll(listensAgain).toBe(true);
    expect(isRefused('another')).toBe(false);
  });
});

test('what the database refuses is not asked of it again, and said to be overdue by nobody', async () => {
  const heard: string[] = [];
  admin.on('notification', ({ payload }) => heard.push(payload!));
  await admin.query('listen fairway_overdue');
  let runs = 0;
  const work = async (tx: Tx) => {
    runs += 1;
    await sql`insert into outcomes values (null)`.execute(tx);
  };
  await expect(recordAwaited(database.db, ['refused'], work, LIMITS)).rejects.toMatchObject({
    code: '23502',
  });
  expect(runs).toBe(1);
  await admin.query('begin; lock table outcomes in access exclusive mode');
  const late = recordAwaited(database.db, ['late'], insert, { ...LIMITS, waited: 0 });
  await expect(late).rejects.toBeInstanceOf(DatabaseUnavailable);
  await admin.query('rollback');
  await expect.poll(async () => (await admin.query('select'), heard)).toContain('-late');
  expect(heard.filter((said) => said.endsWith('refused'))).toEqual([]);
  await admin.query('unlisten *');
});

test('a commit in doubt is told with what it would have decided, a failure before it is not', async () => {
  const doubted: string[] = [];
  const inDoubt = async (decided: string) => void doubted.push(decided);
  const stands = () => true;
  const commit = (work: (tx: Tx) => Promise<string>) => commitOrDoubt(database.db, work, { stands, inDoubt });
  const lose = async (tx: Tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await admin.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
  };
  await expect(
    commit(async (tx) => {
      await lose(tx);
      return 'lost at the commit';
    }),
  ).rejects.toThrow();
  await expect(
    commit(async (tx) => {
      await lose(tx);
      await insert(tx);
      return 'lost before';
    }),
  ).rejects.toThrow();
  expect(await commit(async () => 'committed')).toBe('committed');
  expect(doubted).toEqual(['lost at the commit']);
});
