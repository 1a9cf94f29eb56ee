import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { withConnection } from '../../../dev/connection.ts';
import { makeCapture, makeSession, refund } from '../../world/actors.ts';
import type { Answer } from '../../world/world.ts';
import { ANSWERED_WITHIN_MS } from './load.ts';
import { areWhole, countKept, countServing, mostStuck, untilGivenBack, untilServing } from './pool.ts';
import { endings, pidsOf, type Told } from './run.ts';
import type { DatabaseWorld } from './world.ts';
import { asksOfTransactions, type TableAsk } from './table-asks.ts';
import { isLate } from '../world/times.ts';
import type { Report } from '../world/scenario.ts';

// What nobody stands in front of is answered as fast as ever; seen was 8 s.
const OTHERS_WITHIN_MS = 1_000;
const OTHERS_PAUSE_MS = 50;
// For each of five, less than a lock is waited for.
const STUCK_ALONE = { forMs: 300, stillMs: 100 };
const LOOK_MS = 20;
const WAITING_LIMIT_MS = 90_000;
const TOLD_WITHIN_MS = 30_000;

export interface BlockPlan {
  /** One table is locked, or every statement that reads it takes longer than any may. */
  how: 'locked' | 'slow';
  callers: number;
  /** In how many ways they ask for it: each is an operation of its own. */
  operations: number;
  forMs: number;
}

interface Timed {
  what: string;
  ms: number;
  status: number;
  /** Of a session that was made. */
  session_id?: string;
}

/** More callers than there are connections ask for what is in a table that does not answer, while others ask for what has
 *  nothing to do with it. */
export async function standInTheWay(world: DatabaseWorld, plan: BlockPlan): Promise<Report & { told: Told }> {
  const pids = pidsOf(world);
  const serving = await countServing(world);
  const asks = (await asksOfTransactions(world)).slice(0, plan.operations);
  const askOne = ({ what, ask }: TableAsk) => timed(what, ask(world.through(0)));
  const kept = await countKept(world);
  const { stuck, others } = await withConnection(world.database_url, async (client) => {
    const release = await block(client, plan.how);
    const until = performance.now() + plan.forMs;
    const asked: Promise<Timed>[] = [];
    let above = 0;
    for (const one of asks) {
      asked.push(...Array.from({ length: plan.callers / asks.length }, () => askOne(one)));
      // Each takes as many connections as it may before the next comes.
      above = await mostStuck(client, { ...STUCK_ALONE, above });
    }
    const beside = await askOthers(world, until);
    await release();
    return { stuck: await Promise.all(asked), others: beside };
  });
  const again = await Promise.all(asks.map(askOne));
  const servingAfter = await untilServing(world, serving);
  const keptAfter = await untilGivenBack(world, kept);
  const slowest = (of: readonly Timed[]) => Math.round(Math.max(...of.map(({ ms }) => ms)));
  const late = [
    ...stuck.filter(({ ms }) => isLate(ms, ANSWERED_WITHIN_MS)),
    ...others.filter(({ ms }) => isLate(ms, OTHERS_WITHIN_MS)),
  ];
  const refused = [...others, ...again].filter(({ status }) => status >= 300);
  const wrong = stuck.filter(({ status }) => status !== 200 && status !== 503);
  return {
    figures: {
      stuck: stuck.length,
      unavailable: stuck.filter(({ status }) => status === 503).length,
      slowest_ms: slowest(stuck),
      others: others.length,
      others_slowest_ms: slowest(others),
      connections: servingAfter,
    },
    breaches: [
      ...endings(world, pids),
      ...late.map(({ what, ms }) => `${what} was answered after ${Math.round(ms)} ms`),
      ...[...refused, ...wrong].map(({ what, status }) => `${what} was answered ${status}`),
      ...(areWhole(serving, servingAfter) ? [] : [`${servingAfter} of ${serving} connections serve`]),
      ...(keptAfter > kept ? [`${keptAfter} connections are in use by nobody`] : []),
    ],
    told: { sessions: others.flatMap(({ session_id }) => session_id ?? []), orders: [] },
  };
}

// Returns what undoes it.
async function block(client: Client, how: BlockPlan['how']): Promise<() => Promise<unknown>> {
  if (how === 'locked') {
    await client.query('begin; lock table transactions in access exclusive mode');
    return () => client.query('rollback');
  }
  // Prepared statements are planned anew, over a view that sleeps before it gives its first row.
  await client.query(`
    begin;
    alter table transactions rename to transactions_behind;
    create view transactions as select t.* from transactions_behind t, (select pg_sleep(60)) slow;
    commit`);
  return () =>
    client.query(
      'begin; drop view transactions; alter table transactions_behind rename to transactions; commit',
    );
}

async function askOthers(world: DatabaseWorld, until: number): Promise<Timed[]> {
  const { merchant } = world;
  const kinds: Record<string, () => Promise<Answer>> = {
    'a new session': () => makeSession(world.through(0), merchant),
    'the keys': () => world.call('GET', '/api/channel/api-keys', { key: merchant.key }),
    'the merchants': () => world.call('GET', '/api/channel/merchants', { key: merchant.key }),
  };
  const runs = Object.entries(kinds).map(async ([what, ask]) => {
    const answers: Timed[] = [];
    while (performance.now() < until) {
      answers.push(await timed(what, ask()));
      await wait(OTHERS_PAUSE_MS);
    }
    return answers;
  });
  return (await Promise.all(runs)).flat();
}

async function timed(what: string, answer: Promise<Answer>): Promise<Timed> {
  const from = performance.now();
  const { status, body } = await answer.catch(() => ({ status: 0, body: null }));
  const ms = performance.now() - from;
  return { what, status, ms, ...(status === 201 && { session_id: body.id as string }) };
}

/** Refunds whose record, one after another, meets somebody who has locked the two things it needs the other way round.
 *  The service's transaction is the one that the server ends, and it is tried again. On a busy machine the two may come
 *  together too late for that: the lock is then not given in time, which is answered 503. */
export async function stormOfDeadlocks(
  world: DatabaseWorld,
  plan: { refunds: number },
): Promise<Report & { told: Told }> {
  const before = await countDeadlocks(world);
  const view = world.through(0);
  const taken = await Promise.all(
    Array.from({ length: plan.refunds }, () => makeCapture(view, world.merchant)),
  );
  await view.drain();
  const answers: Timed[] = [];
  for (const { transaction_id, capture_id } of taken) {
    const ask = () => timed('a refund', refund(view, world.merchant, capture_id, { amount: '5.00' }));
    answers.push(await meetCrosswise(world, transaction_id, ask));
  }
  const done = answers.filter(({ status }) => status === 200).length;
  const unavailable = answers.filter(({ status }) => status === 503).length;
  const deadlocks = (await untilDeadlocks(world, before + done)) - before;
  return {
    figures: {
      refunds: answers.length,
      deadlocks,
      unavailable,
      slowest_ms: Math.round(Math.max(...answers.map(({ ms }) => ms))),
    },
    breaches: [
      // None is made but by trying again: nobody else gives way.
      ...(done > 0 && deadlocks >= done ? [] : [`${done} refunds were made after ${deadlocks} deadlocks`]),
      ...answers
        .filter(({ status }) => status !== 200 && status !== 503)
        .map(({ status }) => `a refund was answered ${status}`),
      ...answers
        .filter(({ ms }) => isLate(ms, ANSWERED_WITHIN_MS))
        .map(({ ms }) => `a refund took ${Math.round(ms)} ms`),
    ],
    told: { sessions: [], orders: taken.map(({ order_id }) => order_id) },
  };
}

// Holds what every change ends with, lets a change begin, and then asks for what it began with.
async function meetCrosswise(
  world: DatabaseWorld,
  transaction_id: string,
  change: () => Promise<Timed>,
): Promise<Timed> {
  return withConnection(world.database_url, async (client) => {
    // The server ends whoever looks first whether it waits in a circle: not this connection.
    await client.query(`begin; set local deadlock_timeout = '60s'; lock table events in share mode`);
    const changed = change();
    await untilHeld(client, transaction_id);
    await client.query('select from transactions where id = $1 for update', [transaction_id]);
    await client.query('commit');
    return changed;
  });
}

// Who holds the row is about to wait for the table.
async function untilHeld(client: Client, transaction_id: string): Promise<void> {
  const until = performance.now() + WAITING_LIMIT_MS;
  const look = 'select from transactions where id = $1 for update skip locked';
  const isFree = async () => {
    await client.query('savepoint look');
    const { rowCount } = await client.query(look, [transaction_id]);
    await client.query('rollback to savepoint look');
    return rowCount === 1;
  };
  const isWaited = async () => {
    const { rows } = await client.query<{ waiting: number }>(`
      select count(*)::int as waiting from pg_locks
      where not granted and locktype = 'relation' and relation = 'events'::regclass`);
    return rows[0]!.waiting > 0;
  };
  while ((await isFree()) || !(await isWaited())) {
    if (performance.now() > until) throw new Error('nobody came to wait');
    await wait(LOOK_MS);
  }
}

// A backend tells of what it did a moment later, and at once when it ends or is asked to.
async function untilDeadlocks(world: DatabaseWorld, expected: number): Promise<number> {
  const until = performance.now() + TOLD_WITHIN_MS;
  for (;;) {
    const count = await countDeadlocks(world);
    if (count >= expected || performance.now() > until) return count;
    await wait(LOOK_MS);
  }
}

async function countDeadlocks(world: DatabaseWorld): Promise<number> {
  const [row] = await world.ask(`
    select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`);
  return Number(row!['deadlocks']);
}
