import { Kysely, PostgresDialect, sql } from 'kysely';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTcpProxy, type TcpProxy } from '../tests/faults/world/tcp-proxy.ts';
import { createDatabase, type TestDatabase } from '../tests/world/database.ts';
import { grownOldPerCall } from '../tests/world/grown-old.ts';
import { asCaller } from './caller.ts';
import { DatabaseUnavailable, isUnavailable } from './failures.ts';
import { openPool, type Pool, type PoolOptions } from './pool.ts';

type Db = Kysely<{ notes: { id: number } }>;

let database: TestDatabase;
let admin: pg.Client;
let pool: Pool;
let db: Db;

beforeAll(async () => {
  database = await createDatabase();
  admin = new pg.Client(database.url);
  await admin.connect();
  await admin.query('create table notes (id bigint primary key)');
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

function open(options: Partial<PoolOptions> = {}): void {
  pool = openPool({ url: database.url, connectionsMax: 3, name: 'pool-test', ...options });
  db = new Kysely({ dialect: new PostgresDialect({ pool }) });
}
beforeEach(async () => {
  await admin.query('truncate notes');
  open();
});
afterEach(() => db.destroy());

function insert(on: Db, id: number): Promise<unknown> {
  return sql`insert into notes (id) values (${id})`.execute(on);
}

async function noted(): Promise<number[]> {
  const { rows } = await admin.query<{ id: string }>('select id from notes order by id');
  return rows.map(({ id }) => Number(id));
}

async function pidOf(on: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on);
  return rows[0]!.pid;
}

/** All connections at once, each with a statement of its own. */
async function connectionsThatServe(): Promise<number> {
  const asked = Array.from({ length: 3 }, () =>
    db.transaction().execute(async (tx) => {
      const pid = await pidOf(tx);
      await sql`select pg_sleep(0.05)`.execute(tx);
      return pid;
    }),
  );
  return new Set(await Promise.all(asked)).size;
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

describe('a connection that is lost', () => {
  test('inside a transaction ends the transaction, and none of it is kept', async () => {
    const failure = await failureOf(
      db.transaction().execute(async (tx) => {
        await insert(tx, 1);
        await admin.query('select pg_terminate_backend($1)', [await pidOf(tx)]);
        // Others find connections meanwhile; the transaction never goes on on one of theirs.
        await Promise.all([insert(db, 10), insert(db, 11), insert(db, 12)]);
        await insert(tx, 2);
      }),
    );
    expect(isUnavailable(failure)).toBe(true);
    expect(await noted()).toEqual([10, 11, 12]);
    expect(await connectionsThatServe()).toBe(3);
  });

  test('before the commit is no commit', async () => {
    const failure = await failureOf(
      db.transaction().execute(async (tx) => {
        await insert(tx, 1);
        await admin.query('select pg_terminate_backend($1)', [await pidOf(tx)]);
      }),
    );
    expect(isUnavailable(failure)).toBe(true);
    expect(await noted()).toEqual([]);
  });

  test('while it was idle costs nobody anything', async () => {
    expect(await connectionsThatServe()).toBe(3);
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pool-test'`,
    );
    await expect.poll(() => pool.figures().idle).toBe(0);
    expect(await connectionsThatServe()).toBe(3);
  });

  test('is never lent again, nor is one left in a transaction', async () => {
    const lease = await pool.connect();
    await lease.query('begin', []);
    lease.release();
    expect(pool.figures()).toMatchObject({ in_use: 0, idle: 0 });
    expect(await connectionsThatServe()).toBe(3);
  });
});

describe('a server that only reads', () => {
  const readOnly = async (isOn: boolean) => {
    const name = pg.escapeIdentifier(new URL(database.url).pathname.slice(1));
    await admin.query(`alter database ${name} set default_transaction_read_only = ${isOn ? 'on' : 'off'}`);
  };

  test('is left by every connection once one has heard of it', async () => {
    await readOnly(true);
    expect(await connectionsThatServe()).toBe(3);
    await readOnly(false);
    const failure = await failureOf(insert(db, 1));
    expect(failure).toMatchObject({ code: '25006' });
    expect(isUnavailable(failure)).toBe(true);
    await Promise.all([2, 3, 4].map((id) => db.transaction().execute((tx) => insert(tx, id))));
    expect(await noted()).toEqual([2, 3, 4]);
    expect(await connectionsThatServe()).toBe(3);
  });
});

describe('limits', () => {
  test('a statement that the server does not end in time is ended here, with its connection', async () => {
    await db.destroy();
    open({ limits: { statement: -400 }, settings: { statement_timeout: '0' } });
    expect(await failureOf(sql`select pg_sleep(20)`.execute(db))).toBeInstanceOf(DatabaseUnavailable);
    expect(pool.figures()).toMatchObject({ in_use: 0, idle: 0, abandoned: 1 });
  });

  test('the server ends a statement by itself, and the connection is whole', async () => {
    await db.destroy();
    open({ limits: { statement: 50 } });
    const failure = await failureOf(sql`select pg_sleep(20)`.execute(db));
    expect(failure).toMatchObject({ code: '57014' });
    expect(isUnavailable(failure)).toBe(true);
    expect(pool.figures()).toMatchObject({ in_use: 0, idle: 1, abandoned: 0 });
  });

  test('what arrived in time is heard, however busy the process was meanwhile', async () => {
    await db.destroy();
    open({ limits: { statement: 1_500 } });
    await insert(db, 1);
    const asked = failureOf(sql`select pg_sleep(0.5)`.execute(db));
    await pause(100);
    // What is due is looked at next, before what arrived.
    await new Promise(setImmediate);
    const busyUntilMs = performance.now() + 2_500;
    while (performance.now() < busyUntilMs);
    expect(await asked).toBeNull();
    expect(pool.figures()).toMatchObject({ idle: 1, abandoned: 0 });
  });

  test('a lock that is not granted in time is no fault of the caller', async () => {
    await db.destroy();
    open({ limits: { lock: 20 } });
    await admin.query('begin; lock table notes in access exclusive mode');
    const failure = await failureOf(insert(db, 1));
    await admin.query('rollback');
    expect(failure).toMatchObject({ code: '55P03' });
    expect(isUnavailable(failure)).toBe(true);
  });

  test('nobody waits for a connection without an end, and the line is left', async () => {
    const leases = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
    const caller = { lane: 'test', leftMs: 20 };
    expect(await asCaller(caller, () => failureOf(insert(db, 1)))).toBeInstanceOf(DatabaseUnavailable);
    expect(pool.figures()).toMatchObject({ in_use: 3, waiting: 0 });
    leases.forEach((lease) => lease.release());
    await insert(db, 1);
  });

  test('all statements of a caller together wait no longer than the caller does', async () => {
    const caller = { lane: 'test', leftMs: 40 };
    const failure = await asCaller(caller, () => failureOf(sql`select pg_sleep(20)`.execute(db)));
    expect(failure).toBeInstanceOf(DatabaseUnavailable);
    expect(caller.leftMs).toBeLessThan(1);
    expect(await asCaller(caller, () => failureOf(insert(db, 1)))).toBeInstanceOf(DatabaseUnavailable);
    expect(await noted()).toEqual([]);
  });

  test('what a caller waits for side by side is taken off its patience once', async () => {
    const caller = { lane: 'test', leftMs: 100_000 };
    const began = performance.now();
    await asCaller(caller, () => Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.3)`.execute(db))));
    expect(100_000 - caller.leftMs).toBeLessThanOrEqual(performance.now() - began);
    expect(100_000 - caller.leftMs).toBeGreaterThan(250);
  });
});

describe('values', () => {
  test('integers of eight bytes are exact or an error', async () => {
    const read = (text: string) => sql<{ n: number }>`select ${text}::bigint as n`.execute(db);
    expect((await read('9007199254740991')).rows[0]!.n).toBe(9007199254740991);
    expect(await failureOf(read('9007199254740993'))).toBeInstanceOf(RangeError);
    const { rows } = await sql<{ n: number[] }>`select array[1, 2]::bigint[] as n`.execute(db);
    expect(rows[0]!.n).toEqual([1, 2]);
  });

  test('a time comes back as it was sent, whatever the zone of the process', async () => {
    const at = new Date('2024-02-29T23:59:59.123Z');
    const { rows } = await sql<{ at: Date; all: Date[] }>`
      select ${at}::timestamptz as at, array[${at}::timestamptz] as all`.execute(db);
    expect(rows[0]!).toEqual({ at, all: [at] });
  });

  test('bytes, texts and JSON come back as they were sent', async () => {
    const sent = { bytes: Buffer.from([0, 255]), texts: ['a"b', '{}', ''], json: { a: [1, null] } };
    const { rows } = await sql<typeof sent>`
      select ${sent.bytes}::bytea as bytes, ${sent.texts}::text[] as texts,
        ${JSON.stringify(sent.json)}::jsonb as json`.execute(db);
    expect(rows[0]!).toEqual(sent);
  });
});

test('no statement is compiled, whatever the server does with those of others', async () => {
  const { rows } = await sql<{ jit: string }>`select current_setting('jit') as jit`.execute(db);
  expect(rows).toEqual([{ jit: 'off' }]);
});

test('a statement leaves nothing behind that grows old', async () => {
  // Compiled once: the tests' own ear at the compiler keeps more.
  const read = db.selectFrom('notes').select('id').where('id', '=', 1).compile();
  const asked = () => asCaller({ lane: 'read', leftMs: 60_000 }, () => db.executeQuery(read));
  expect(await grownOldPerCall(asked)).toBeLessThan(120);
});

test('a database that is away for a moment is waited for, and one that stays away is not', async () => {
  await db.destroy();
  open({ url: 'postgres://nobody@127.0.0.1:1/none', limits: { wait: 30 } });
  const began = performance.now();
  const failures = await Promise.all([1, 2, 3, 4, 5].map((id) => failureOf(insert(db, id))));
  expect(failures.every((failure) => failure instanceof DatabaseUnavailable)).toBe(true);
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(pool.figures()).toMatchObject({ in_use: 0, waiting: 0 });
});

test('a database whose name is gone for a while is unavailable, and serves again when it is back', async () => {
  const moved = await createDatabase();
  const name = new URL(moved.url).pathname.slice(1);
  const rename = (from: string, to: string) => admin.query(`alter database "${from}" rename to "${to}"`);
  await rename(name, `${name}_away`);
  await db.destroy();
  open({ url: moved.url, limits: { wait: 30 } });
  const failure = () => failureOf(sql`select 1`.execute(db));
  expect(await failure()).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  // On a busy machine a wait may be over before the server has said why.
  await expect.poll(failure).toMatchObject({ code: 'DATABASE_UNAVAILABLE', cause: { code: '3D000' } });
  await rename(`${name}_away`, name);
  await expect.poll(() => pool.figures().idle).toBe(1);
  await sql`select 1`.execute(db);
  await db.destroy();
  await moved.drop();
});

test('a server that takes connections and says nothing is not waited for longer than the caller waits', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  await db.destroy();
  const { port } = silent.address() as AddressInfo;
  open({ url: `postgres://nobody@127.0.0.1:${port}/none`, limits: { connect: 60_000 } });
  const caller = { lane: 'test', leftMs: 50 };
  const failure = await asCaller(caller, () => failureOf(insert(db, 1)));
  expect(failure).toBeInstanceOf(DatabaseUnavailable);
  expect(pool.figures()).toMatchObject({ in_use: 0, waiting: 0 });
  silent.close();
});

describe('a caller who does not wait long', () => {
  let door: TcpProxy;
  const openBehindDoor = async (limits: PoolOptions['limits'] = {}) => {
    await db.destroy();
    const url = new URL(database.url);
    url.hostname = '127.0.0.1';
    url.port = String(door.port);
    open({ url: url.href, limits });
  };
  // Longer than a busy machine keeps a caller from beginning, or there is nothing that it leaves behind.
  const askBriefly = () => asCaller({ lane: 'test', leftMs: 400 }, () => failureOf(insert(db, 1)));
  beforeEach(async () => {
    door = await startTcpProxy(Number(new URL(database.url).port));
    await openBehindDoor();
  });
  afterEach(() => door.close());

  test('leaves one connection to the next, and has no other knock', async () => {
    await openBehindDoor({ connect: 60_000 });
    door.delay(250);
    expect(await askBriefly()).toBeInstanceOf(DatabaseUnavailable);
    await expect.poll(() => pool.figures().idle).toBeGreaterThan(0);
    expect(pool.figures()).toMatchObject({ connections: 1, idle: 1 });
  });

  test('does not wait longer where another was quicker to take the idle connection', async () => {
    await insert(db, 2);
    door.freeze();
    const began = performance.now();
    const failures = await Promise.all([askBriefly(), askBriefly()]);
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(failures.every((failure) => failure instanceof DatabaseUnavailable)).toBe(true);
    await door.pass();
  });

  test('is followed by somebody who knocks, when the server proves to be away', async () => {
    await openBehindDoor({ connect: 800 });
    door.freeze();
    expect(await askBriefly()).toBeInstanceOf(DatabaseUnavailable);
    await expect.poll(() => pool.figures().connections).toBe(0);
    await door.pass();
    await expect.poll(() => pool.figures().idle).toBe(1);
  });
});
