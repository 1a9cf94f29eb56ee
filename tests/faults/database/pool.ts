import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { withConnection } from '../../../dev/connection.ts';
import type { World } from '../../world/world.ts';
import type { DatabaseWorld } from './world.ts';
import { asksOfTransactions, type TableAsk } from './table-asks.ts';

// With that many of each kind every connection is asked for that callers may have.
const ASKED_AT_ONCE = 16;
// On a busy machine the callers do not all arrive at once; a connection that is gone is missed however often one looks.
const LOOKS_MAX = 12;
// Of each of its pools.
const IN_USE = /^fairway_database_connections\{[^}]*state="in_use"[^}]*\} (\d+)$/gm;
const KEPT_LOOKS = 8;
const GIVEN_BACK_WITHIN_MS = 60_000;
// Which of the callers' lanes come first decides who takes the last place, or that nobody may.
const LAST_PLACE = 1;
const LOOK_MS = 25;
// Together less than a lock is waited for.
const ALONE_LOOKED_FOR_MS = 500;
const LOOKED_FOR_MS = 1_400;
const STILL_MS = 400;

/** How many connections of the service serve at the same time: more callers than it has connections ask, in several
 *  ways, for what somebody else has locked, and the server tells how many of them wait there. One way comes first and
 *  takes all that one may have, so that how many are left does not depend on who comes when. */
export async function countServing(world: DatabaseWorld): Promise<number> {
  const [first, ...others] = await asksOfTransactions(world);
  const askAll = (asks: readonly TableAsk[]) =>
    Array.from({ length: ASKED_AT_ONCE * world.processes }, (_, index) =>
      asks.map(({ ask }) => ask(world.through(index % world.processes))),
    ).flat();
  // What a process does for the first time comes too late to be counted.
  await Promise.allSettled(askAll([first!, ...others]));
  return withConnection(world.database_url, async (client) => {
    await client.query('begin; lock table transactions in access exclusive mode');
    const asked = Promise.allSettled(askAll([first!]));
    const alone = await mostStuck(client, { forMs: ALONE_LOOKED_FOR_MS, above: 0 });
    const askedBeside = Promise.allSettled(askAll(others));
    const most = await mostStuck(client, { forMs: LOOKED_FOR_MS, above: alone });
    await client.query('rollback');
    await Promise.all([asked, askedBeside]);
    return most;
  });
}

/** Whether as many serve as before. */
export function areWhole(before: number, after: number): boolean {
  return after >= before - LAST_PLACE;
}

/** The same until it is as many as before, a few times at most: a connection that was lost is made anew when it is asked
 *  for, and not all of them at once. */
export async function untilServing(world: DatabaseWorld, before: number): Promise<number> {
  let most = 0;
  for (let look = 0; look < LOOKS_MAX && most < before - LAST_PLACE; look += 1)
    most = Math.max(most, await countServing(world));
  return most;
}

/** How many connections the service says are in use when nobody asks it anything: the least of several looks, since sweeps
 *  come and go. */
export async function countKept(world: DatabaseWorld): Promise<number> {
  let least = Infinity;
  for (let look = 0; look < KEPT_LOOKS; look += 1) {
    const kept = Array.from({ length: world.processes }, (_, index) => keptBy(world.through(index)));
    least = Math.min(
      least,
      (await Promise.all(kept)).reduce((sum, one) => sum + one, 0),
    );
    await wait(LOOK_MS);
  }
  return least;
}

/** The same until it is no more than before, for so long that whatever still works through what was left comes to an end:
 *  a connection that nobody gives back is in use for ever. */
export async function untilGivenBack(world: DatabaseWorld, before: number): Promise<number> {
  const until = performance.now() + GIVEN_BACK_WITHIN_MS;
  for (;;) {
    const kept = await countKept(world).catch(() => Infinity);
    if (kept <= before || performance.now() > until) return kept;
    await wait(LOOK_MS);
  }
}

async function keptBy(view: World): Promise<number> {
  const { body } = await view.call('GET', '/metrics');
  const counts = Array.from(String(body).matchAll(IN_USE), ([, count]) => Number(count));
  if (counts.length === 0) throw new Error('the service does not say how many connections are in use');
  return counts.reduce((sum, count) => sum + count, 0);
}

/** How many statements wait for a lock or sleep: the most there are until that has grown above what is given and grows no
 *  more. */
export async function mostStuck(
  client: Client,
  { forMs, above, stillMs = STILL_MS }: { forMs: number; above: number; stillMs?: number },
): Promise<number> {
  const from = performance.now();
  let [most, grownAt] = [above, from];
  for (;;) {
    const { rows } = await client.query<{ stuck: number }>(`
      select count(*)::int as stuck from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'
        and (wait_event_type = 'Lock' or wait_event = 'PgSleep')`);
    const now = performance.now();
    if (rows[0]!.stuck > most) [most, grownAt] = [rows[0]!.stuck, now];
    if (now - from > forMs || (most > above && now - grownAt > stillMs)) return most;
    await wait(LOOK_MS);
  }
}
