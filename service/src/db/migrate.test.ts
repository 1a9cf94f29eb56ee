import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTcpProxy } from '../../../tests/faults/world/tcp-proxy.ts';
import { type Ground, openGround, untilWaiting, withMigrations } from './migrate.fixture.ts';
import { migrate } from './migrate.ts';

const HURRY = { tries: 1, pauseMs: 0, pauseMaxMs: 0 };
const STEADY = { tries: 20, pauseMs: 50, pauseMaxMs: 50 };
// The server looks every second; what it does not see to be gone would stay for as long as the test lets it.
const GONE_SEEN_WITHIN_MS = 60_000;
const IDLE_MS = 250;

let ground: Ground;
let client: Client;
beforeEach(async () => {
  ground = await openGround();
  client = await ground.connect();
});
afterEach(async () => ground.close());

const THINGS = { '0001_things.sql': 'create table things (id integer primary key, name text);' };
const apply = (files: Readonly<Record<string, string>>, options: Parameters<typeof migrate>[1] = {}) =>
  withMigrations(files, (folder) => migrate(ground.url, { ...options, folder }));
const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const indexStates = async () =>
  (
    await client.query(
      `select indexrelid::regclass::text as name, indisvalid as is_valid from pg_index
       where indrelid::regclass::text like 'things%' and not indisprimary order by 1`,
    )
  ).rows as { name: string; is_valid: boolean }[];

describe('migrations', () => {
  test('are applied in order, and nothing twice', async () => {
    const more = { ...THINGS, '0016_colors.sql': "alter table things add column color text default ';red';" };
    expect(await apply(THINGS)).toEqual({ applied: ['0001_things.sql'] });
    expect(await apply(more)).toEqual({ applied: ['0016_colors.sql'] });
    expect(await apply(more)).toEqual({ applied: [] });
    await client.query('insert into things (id) values (1)');
    expect((await client.query('select color from things')).rows).toEqual([{ color: ';red' }]);
  });

  test('are refused when one of them is not named so that it would be found', async () => {
    await expect(apply({ ...THINGS, '0016_v2.sql': 'select 1;' })).rejects.toThrow(
      '0016_v2.sql is not named like a migration: 0042_some_words.sql',
    );
  });

  test('leave nothing behind when one of their statements fails', async () => {
    const files = { ...THINGS, '0016_two.sql': 'create table others (id integer); select nothing;' };
    await expect(apply(files)).rejects.toThrow('column "nothing" does not exist');
    expect((await client.query("select to_regclass('others') as found")).rows).toEqual([{ found: null }]);
    expect((await client.query('select name from expansions')).rows).toEqual([]);
  });

  test('are refused by a database that cannot hold every name, with a sentence that says what to do', async () => {
    const name = `latin_${randomBytes(6).toString('hex')}`;
    const client = await ground.connect();
    await client.query(`create database ${name} encoding 'LATIN1' locale 'C' template template0`);
    const url = new URL(ground.url);
    url.pathname = `/${name}`;
    await expect(migrate(url.href)).rejects.toThrow(
      "The database keeps its text as LATIN1. Make one with encoding 'UTF8' and start there.",
    );
    await client.query(`drop database ${name}`);
  });

  test('need neither the lock nor the right to write where nothing is missing', async () => {
    await apply(THINGS);
    await client.query('begin');
    await client.query('select pg_advisory_lock(7013204118)');
    await client.query('lock table migrations in exclusive mode');
    expect(await apply(THINGS, { otherMigratorMs: 0 })).toEqual({ applied: [] });
    await client.query('rollback');
  });

  test('are applied by one process at a time; another waits for a while and says so', async () => {
    await client.query('select pg_advisory_lock(7013204118)');
    await expect(apply(THINGS, { otherMigratorMs: 300 })).rejects.toThrow(
      'Another process has been migrating this database',
    );
    await client.query('select pg_advisory_unlock(7013204118)');
    const both = await Promise.all([apply(THINGS), apply(THINGS)]);
    expect(both.map(({ applied }) => applied.length).sort()).toEqual([0, 1]);
  });

  test('end with an error, and the process goes on, when the connection is cut', async () => {
    await apply(THINGS);
    await client.query('begin; lock table things');
    const change = { ...THINGS, '0016_change.sql': 'alter table things add column note text;' };
    const cut = expect(apply(change, { retries: STEADY })).rejects.toThrow(/terminat/);
    await untilWaiting(await ground.connect(), 'alter table things');
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'fairway-migrate'`,
    );
    await cut;
    await client.query('rollback');
    expect(await apply(change)).toEqual({ applied: ['0016_change.sql'] });
  });

  test('go on from what stands when the process stood still for longer than the server waits for it', async () => {
    await apply(THINGS);
    await client.query('begin; lock table things');
    const change = { ...THINGS, '0016_change.sql': 'alter table things add column note text;' };
    const applied = apply(change, { retries: STEADY, idleInTransactionMs: IDLE_MS });
    await untilWaiting(await ground.connect(), 'alter table things');
    // The server goes on with the migration, and hears nothing of the next statement for so long.
    const released = client.query('rollback');
    standStill(4 * IDLE_MS);
    await released;
    expect(await applied).toEqual({ applied: ['0016_change.sql'] });
    expect((await client.query('select note from things')).rows).toEqual([]);
  });
});

describe('a server', () => {
  test('that takes a connection and never answers is given up', async () => {
    const held: Socket[] = [];
    const silent = createServer((socket) => void held.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const url = `postgres://a:b@127.0.0.1:${(silent.address() as AddressInfo).port}/c`;
    await expect(migrate(url, { connectTimeoutMs: 100 })).rejects.toThrow('timeout');
    for (const socket of held) socket.destroy();
    silent.close();
  });

  test('that cannot be reached under any address of its name is told in words', async () => {
    await expect(migrate('postgres://a:b@localhost:1/c')).rejects.toThrow('ECONNREFUSED');
  });
});

describe('a table that is held', () => {
  const CHANGE = { ...THINGS, '0016_change.sql': 'alter table things add column note text;' };
  let holder: Client;
  beforeEach(async () => {
    await apply(THINGS);
    await client.query("insert into things values (1, 'one')");
    holder = await ground.connect();
    await holder.query('begin');
    await holder.query('select id from things');
  });

  test('makes the migrator give way, so that who stands behind it does not wait for the holder', async () => {
    const changed = apply(CHANGE, { retries: STEADY });
    await untilWaiting(client, 'alter table things');
    // The holder goes only after this was answered.
    await client.query('select name from things');
    // A second time behind it, then the holder goes.
    await untilWaiting(client, 'alter table things');
    await holder.query('commit');
    expect(await changed).toEqual({ applied: ['0016_change.sql'] });
  });

  test('is left as it is when it is never given, with a sentence that names who holds it', async () => {
    await expect(apply(CHANGE, { retries: HURRY })).rejects.toThrow(
      /^0016_change\.sql was not applied, since others were in the way .* The oldest open transaction is /,
    );
    await holder.query('rollback');
    expect(await apply(CHANGE)).toEqual({ applied: ['0016_change.sql'] });
  });

  test('is not held for longer by what a migration does under its lock', async () => {
    await holder.query('rollback');
    // Each of its statements would have its second; together they have one.
    const slow = {
      ...THINGS,
      '0016_slow.sql': 'alter table things add column note text; select pg_sleep(0.7); select pg_sleep(0.7);',
    };
    await expect(apply(slow, { retries: HURRY })).rejects.toThrow('0016_slow.sql was not applied');
    await client.query('select name from things');
  });
});

describe('an index of a table in use', () => {
  const index = (table: string) => ({
    '0001_things.sql': THINGS['0001_things.sql'],
    '0016_by_name.sql': `-- migration: concurrent
      create index concurrently if not exists things_by_name on ${table} (name) where name is not null;`,
  });

  test('is built while rows are written', async () => {
    await apply(THINGS);
    const writer = await ground.connect();
    await writer.query('begin');
    await writer.query("insert into things values (1, 'one')");
    const built = apply(index('things'));
    await untilWaiting(client, 'create index concurrently');
    await client.query("insert into things values (2, 'two')");
    await writer.query('commit');
    expect(await built).toEqual({ applied: ['0016_by_name.sql'] });
    expect(await indexStates()).toEqual([{ name: 'things_by_name', is_valid: true }]);
  });

  test('is dropped and built again when a killed migrator left it unfinished', async () => {
    await apply(THINGS);
    const writer = await ground.connect();
    await writer.query('begin');
    await writer.query("insert into things values (1, 'one')");
    const killed = expect(apply(index('things'))).rejects.toThrow();
    await untilWaiting(client, 'create index concurrently');
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'fairway-migrate'`,
    );
    await killed;
    await writer.query('commit');
    expect(await indexStates()).toEqual([{ name: 'things_by_name', is_valid: false }]);
    expect(await apply(index('things'))).toEqual({ applied: ['0016_by_name.sql'] });
    expect(await indexStates()).toEqual([{ name: 'things_by_name', is_valid: true }]);
  });

  test('is let go of by the server when the host of its migrator is gone, though the build still waits', async () => {
    await apply(THINGS);
    const writer = await ground.connect();
    await writer.query('begin');
    await writer.query("insert into things values (1, 'one')");
    const door = await startTcpProxy(Number(new URL(ground.url).port));
    const through = ground.url.replace(/@[^/]*/, `@127.0.0.1:${door.port}`);
    const gone = expect(withMigrations(index('things'), (folder) => migrate(through, { folder }))).rejects;
    const killed = gone.toThrow('Connection terminated');
    await untilWaiting(client, 'create index concurrently');
    door.cut('fin');
    await killed;
    const later = apply(index('things'), { otherMigratorMs: GONE_SEEN_WITHIN_MS });
    await untilWaiting(client, 'drop index concurrently');
    await writer.query('commit');
    expect(await later).toEqual({ applied: ['0016_by_name.sql'] });
    await door.close();
  });

  test('is built in each partition of a partitioned one, and taken together', async () => {
    const parted = {
      ...index('things'),
      '0001_things.sql': `create table things (id integer, name text) partition by range (id);
        create table things_default partition of things default;
        create table things_first partition of things for values from (0) to (10);`,
    };
    await apply({ '0001_things.sql': parted['0001_things.sql'] });
    // As a migrator leaves it that was killed after the first of them.
    await client.query('create index things_by_name on only things (name) where name is not null');
    await client.query('create index things_by_name_default on things_default (name) where name is not null');
    expect(await apply(parted)).toEqual({ applied: ['0016_by_name.sql'] });
    await client.query('create table things_later partition of things for values from (10) to (20)');
    expect(await indexStates()).toEqual(
      ['things_by_name', 'things_by_name_default', 'things_by_name_first', 'things_later_name_idx'].map(
        (name) => ({ name, is_valid: true }),
      ),
    );
  });
});

describe('a release before the newest', () => {
  const EXPANDED = { ...THINGS, '0016_more.sql': 'alter table things add column more text;' };
  const UNUSED = { ...EXPANDED, '0017_name_is_unused.sql': '-- From here on nothing reads the name.' };
  const CONTRACTED = {
    ...UNUSED,
    '0018_without_name.sql':
      '-- migration: contracts after 0017_name_is_unused.sql\nalter table things drop column name;',
  };

  test('starts again after a newer one has added to the database', async () => {
    await apply(UNUSED);
    expect(await apply(THINGS)).toEqual({ applied: [] });
    expect(await apply(EXPANDED)).toEqual({ applied: [] });
    // What releases without the table of expansions read, which refuse every name that they do not know.
    expect((await client.query('select name from migrations')).rows).toEqual([{ name: '0001_things.sql' }]);
  });

  test('starts after something was taken away that it does not use, and not where it does', async () => {
    await apply(CONTRACTED);
    expect(await apply(UNUSED)).toEqual({ applied: [] });
    await expect(apply(EXPANDED)).rejects.toThrow(
      'The database is newer than this release: it holds 0018_without_name.sql, which releases before ' +
        '0017_name_is_unused.sql cannot serve. Start a newer one.',
    );
    expect((await client.query('select name from migrations order by name')).rows).toHaveLength(2);
  });
});
