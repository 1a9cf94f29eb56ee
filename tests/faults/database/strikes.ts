import { setTimeout as wait } from 'node:timers/promises';
import { withConnection } from '../../../dev/connection.ts';
import type { Strike } from './run.ts';
import type { DatabaseWorld } from './world.ts';

const SMALLEST_PAUSE_MS = 50;
const HEARD_WITHIN_MS = 60_000;
const TERMINATE = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

/** Every connection is ended by the server, again and again. */
export function terminated(plan: { everyMs: number; forMs: number }): Strike {
  return {
    name: 'backends terminated',
    strike: async (world) => {
      const until = performance.now() + plan.forMs;
      while (performance.now() < until) {
        await world.ask(TERMINATE);
        await wait(plan.everyMs);
      }
    },
  };
}

/** Every connection is cut on the way at moments of no meaning: by an orderly end or by a reset. */
export function cutAtRandom(plan: { mostMs: number; forMs: number }): Strike {
  return {
    name: 'connections cut',
    strike: async ({ door }, chance) => {
      const until = performance.now() + plan.forMs;
      while (performance.now() < until) {
        door.cut(chance.pick(['fin', 'rst']));
        await wait(chance.between(SMALLEST_PAUSE_MS, plan.mostMs));
      }
    },
  };
}

/** Nothing comes through and nothing is closed, as when a network drops what it carries. */
export function frozen(plan: { forMs: number }): Strike {
  return {
    name: 'connections frozen',
    isOutage: true,
    strike: async ({ door }) => {
      door.freeze();
      await wait(plan.forMs);
      await door.pass();
    },
  };
}

/** Nobody listens where the database was. */
export function refused(plan: { forMs: number }): Strike {
  return {
    name: 'connections refused',
    isOutage: true,
    strike: async ({ door }) => {
      await door.refuse();
      await wait(plan.forMs);
      await door.pass();
    },
  };
}

/** A server that only reads has taken over; when another takes over from it, nobody closes what is connected to it. */
export function readOnly(plan: { forMs: number }): Strike {
  return {
    name: 'a server that only reads',
    strike: async (world) => {
      const database = await nameOf(world);
      await world.ask(`alter database ${database} set default_transaction_read_only = on`);
      await world.ask(TERMINATE);
      await wait(plan.forMs);
      await writable(world, `alter database ${database} reset default_transaction_read_only`);
    },
  };
}

/** Somebody holds a snapshot, so that no dead row goes away. */
export function snapshotHeld(plan: { forMs: number }): Strike {
  return {
    name: 'a snapshot held',
    strike: (world) =>
      withConnection(world.database_url, async (client) => {
        await client.query('begin isolation level repeatable read; select count(*) from transactions');
        await wait(plan.forMs);
      }),
  };
}

/** The server is stopped without warning and started again. */
export function restarted(plan: { times: number; betweenMs: number }): Strike {
  return {
    name: 'the server restarted',
    strike: async (world) => {
      for (let time = 0; time < plan.times; time += 1) {
        if (time > 0) await wait(plan.betweenMs);
        await world.restartServer();
      }
    },
  };
}

/** Nothing more can be written where the tables are, at least until a caller has heard of it: what a table has room for
 *  is written all the same. */
export function diskFull(plan: { forMs: number }): Strike {
  return {
    name: 'the disk full',
    strike: async (world, _chance, heard) => {
      const { fill, free } = world.server?.disk ?? ruleInstead(world);
      const before = heard.unavailable;
      await fill();
      const filledAt = performance.now();
      await wait(plan.forMs);
      while (heard.unavailable === before && performance.now() - filledAt < HEARD_WITHIN_MS)
        await wait(SMALLEST_PAUSE_MS);
      await free();
    },
  };
}

// Where no disk can be made small, a rule of the database refuses each write with the same code.
function ruleInstead(world: DatabaseWorld) {
  const tables = (statement: string) => `
    do $$ declare name text; begin
      for name in select relname from pg_class where relkind in ('r', 'p') and not relispartition
          and relnamespace = 'public'::regnamespace loop
        execute format('${statement}', name);
      end loop;
    end $$`;
  return {
    fill: async () => {
      await world.ask(`
        create function refuse_for_space() returns trigger language plpgsql as
        $$ begin raise 'no space left on device' using errcode = 'disk_full'; end $$`);
      await world.ask(
        tables('create trigger full_disk before insert or update on %I execute function refuse_for_space()'),
      );
    },
    free: async () => {
      await world.ask(tables('drop trigger full_disk on %I'));
      await world.ask('drop function refuse_for_space()');
    },
  };
}

async function nameOf(world: DatabaseWorld): Promise<string> {
  const [row] = await world.ask('select current_database() as name');
  return `"${String(row!['name'])}"`;
}

function writable(world: DatabaseWorld, statement: string): Promise<unknown> {
  return world.ask(`begin read write; ${statement}; commit`);
}
