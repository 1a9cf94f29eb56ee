import { sql } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../service/src/db/open.ts';
import { type Db, inTransaction, type Tx } from '../../../service/src/db/tx.ts';
import { createDatabase, type TestDatabase } from '../../world/database.ts';
import { ask } from '../world/private-postgres.ts';
import { startTcpProxy, type TcpProxy } from '../world/tcp-proxy.ts';

// A transaction whose connection was lost never goes on on another, whatever the driver: what was done before is undone,
// what comes after is refused, and whoever asked hears of it at once.

const CONNECTIONS = 4;
// Only ends what hangs.
const HUNG_MS = 60_000;
const SETTLING_MS = 100;
const LOSSES = ['ended by the server', 'cut by an end', 'cut by a reset'] as const;
type Loss = (typeof LOSSES)[number];

let made: TestDatabase;
let door: TcpProxy;
let database: OpenDatabase;
beforeAll(async () => {
  made = await createDatabase();
  await ask(made.url, 'create table steps (step text primary key)');
  door = await startTcpProxy(Number(new URL(made.url).port));
});
afterAll(async () => {
  await door.close();
  await made.drop();
});
beforeEach(async () => {
  await ask(made.url, 'truncate steps');
  const url = new URL(made.url);
  url.port = String(door.port);
  database = openDatabase({ url: url.href, connectionsMax: CONNECTIONS, name: 'lost' });
});
afterEach(async () => database.close());

const insert = (db: Db | Tx, step: string) => sql`insert into steps (step) values (${step})`.execute(db);
const steps = async () =>
  (await ask(made.url, 'select step from steps order by step')).map(({ step }) => step);
const backendOf = async (db: Db | Tx) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid;
const lose = async (tx: Tx, loss: Loss) => {
  if (loss === 'ended by the server')
    await ask(made.url, `select pg_terminate_backend(${await backendOf(tx)})`);
  else door.cut(loss === 'cut by an end' ? 'fin' : 'rst');
};
/** How a promise settled; a hang is told apart from an error. */
const outcome = (work: Promise<unknown>, limitMs = HUNG_MS) =>
  Promise.race([
    work.then(
      () => 'done',
      () => 'failed',
    ),
    wait(limitMs, 'not settled', { ref: false }),
  ]);
/** As many callers at once as there are connections, on as many backends. */
const serving = async () => {
  const met = Promise.withResolvers<void>();
  let here = 0;
  const backends = Array.from({ length: CONNECTIONS }, () =>
    inTransaction(database.db, async (tx) => {
      const pid = await backendOf(tx);
      here += 1;
      if (here === CONNECTIONS) met.resolve();
      await met.promise;
      return pid;
    }).catch((error: unknown) => {
      met.reject(error);
      throw error;
    }),
  );
  return new Set(await Promise.all(backends)).size;
};

test.each(LOSSES)('a connection %s between two statements ends the transaction', async (loss) => {
  const work = inTransaction(database.db, async (tx) => {
    await insert(tx, 'before');
    await lose(tx, loss);
    await wait(SETTLING_MS);
    await insert(tx, 'after');
  });
  expect(await outcome(work)).toBe('failed');
  expect(await steps()).toEqual([]);
  expect(await outcome(serving())).toBe('done');
  expect(await serving()).toBe(CONNECTIONS);
});

test.each(LOSSES)('a connection %s under a statement ends the transaction', async (loss) => {
  const work = inTransaction(database.db, async (tx) => {
    await insert(tx, 'before');
    const slow = sql`select pg_sleep(1)`.execute(tx);
    slow.catch(() => undefined);
    if (loss === 'ended by the server') {
      await ask(
        made.url,
        `
        select pg_terminate_backend(pid) from pg_stat_activity
        where query like '%pg_sleep(1)%' and pid <> pg_backend_pid()`,
      );
    } else {
      await wait(SETTLING_MS);
      await lose(tx, loss);
    }
    await slow;
  });
  expect(await outcome(work)).toBe('failed');
  expect(await steps()).toEqual([]);
  expect(await serving()).toBe(CONNECTIONS);
});

test.each(LOSSES)('a connection %s is not made anew under a transaction by another caller', async (loss) => {
  const work = inTransaction(database.db, async (tx) => {
    await insert(tx, 'before');
    await lose(tx, loss);
    await wait(SETTLING_MS);
    // Whoever asks for a connection now gets one of those that are left or a new one.
    await Promise.all(Array.from({ length: 2 * CONNECTIONS }, () => backendOf(database.db)));
    await insert(tx, 'after');
  });
  expect(await outcome(work)).toBe('failed');
  expect(await steps()).toEqual([]);
});

test.each(LOSSES)(
  'a failure that the work swallows commits nothing when its connection was %s',
  async (loss) => {
    const work = inTransaction(database.db, async (tx) => {
      await insert(tx, 'before');
      await lose(tx, loss);
      await insert(tx, 'lost').catch(() => undefined);
      await wait(SETTLING_MS);
      await insert(tx, 'after').catch(() => undefined);
    });
    expect(await outcome(work)).toBe('failed');
    expect(await steps()).toEqual([]);
  },
);

test('connections that died idle serve nobody', async () => {
  expect(await serving()).toBe(CONNECTIONS);
  door.cut('rst');
  await wait(SETTLING_MS);
  const work = Array.from({ length: CONNECTIONS }, (_, index) =>
    inTransaction(database.db, (tx) => insert(tx, `step ${index}`)),
  );
  await Promise.all(work);
  expect(await steps()).toHaveLength(CONNECTIONS);
});

test('a connection that dies at the beginning of a transaction is not handed to the next', async () => {
  expect(await serving()).toBe(CONNECTIONS);
  door.freeze();
  const first = inTransaction(database.db, (tx) => insert(tx, 'first'));
  await wait(SETTLING_MS);
  door.cut('rst');
  await door.pass();
  // Nothing was done on it yet, so it may have begun again on another.
  const hasBegunAgain = (await outcome(first)) === 'done';
  await inTransaction(database.db, (tx) => insert(tx, 'second'));
  expect(await steps()).toEqual(hasBegunAgain ? ['first', 'second'] : ['second']);
  expect(await serving()).toBe(CONNECTIONS);
});

test('cut over and over, the pool is whole afterwards', async () => {
  for (let time = 0; time < 9; time += 1) {
    const work = Array.from({ length: CONNECTIONS }, () =>
      inTransaction(database.db, async (tx) => {
        await sql`select pg_sleep(0.05)`.execute(tx);
        await sql`select pg_sleep(0.05)`.execute(tx);
      }),
    );
    const settled = outcome(Promise.allSettled(work));
    await wait(10 * time);
    door.cut(time % 2 === 0 ? 'rst' : 'fin');
    expect(await settled).toBe('done');
  }
  expect(await serving()).toBe(CONNECTIONS);
});
