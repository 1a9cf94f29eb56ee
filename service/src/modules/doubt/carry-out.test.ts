import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseUnavailable } from '../../../../postgres/failures.ts';
import { createDatabase, type TestDatabase } from '../../../../tests/world/database.ts';
import { type OpenDatabase, openDatabase } from '../../db/open.ts';
import { inTransaction, isUnavailable, type Tx } from '../../db/tx.ts';
import { movableClock, type MovableClock } from '../../lib/clock.ts';
import { isInTime, noteSending } from '../../lib/send-in-time.ts';
import type { Unknown, Unreachable } from '../../rails/rail.ts';
import { askAndRecord, type Begun, carryOut, type Intent } from './carry-out.ts';
import { heldUntil } from './schedule.ts';

interface Plan extends Intent {
  id: number;
}
type Outcome = { kind: 'done' } | Unknown | Unreachable;

let made: TestDatabase;
let admin: pg.Client;
let database: OpenDatabase;
let clock: MovableClock;
beforeAll(async () => {
  made = await createDatabase();
  admin = new pg.Client(made.url);
  await admin.connect();
  await admin.query('create table intents (id integer primary key, outcome text)');
  database = openDatabase({ url: made.url, connectionsMax: 3, name: 'doubt' });
});
afterAll(async () => {
  await database.close();
  await admin.end();
  await made.drop();
});
beforeEach(async () => {
  clock = movableClock();
  await admin.query('truncate intents');
});

const context = () => ({ db: database.db, clock, log: pino({ level: 'silent' }) });
const outcomes = async () => (await admin.query('select outcome from intents order by id')).rows;

async function intend(tx: Tx): Promise<Begun<Plan, string>> {
  await sql`insert into intents values (1, 'sending')`.execute(tx);
  return { kind: 'ask', intent: { id: 1, held_until: heldUntil(clock.now()) } };
}

function undertaking() {
  return {
    begin: intend,
    ask: async (_plan: Plan): Promise<Outcome> => ({ kind: 'done' }),
    record: async ({ id }: Plan, outcome: Outcome): Promise<string> => {
      const told = 'problem' in outcome ? `${outcome.kind}: ${outcome.problem}` : outcome.kind;
      await inTransaction(database.db, async (tx) => {
        await sql`update intents set outcome = ${told} where id = ${id}`.execute(tx);
      });
      return told;
    },
    answerOfOther: async (id: string) => `of ${id}`,
  };
}

test('what is intended is committed before it is asked for, and recorded afterwards', async () => {
  const seen: unknown[] = [];
  const ask = async (): Promise<Outcome> => {
    seen.push(await outcomes());
    return { kind: 'done' };
  };
  expect(await carryOut(context(), { ...undertaking(), ask })).toBe('done');
  expect([seen, await outcomes()]).toEqual([[[{ outcome: 'sending' }]], [{ outcome: 'done' }]]);
});

test('what another is asking, or has done, is not asked for', async () => {
  const ask = vi.fn<() => Promise<Outcome>>();
  const waits = { ...undertaking(), ask, begin: async () => ({ kind: 'wait', id: 'x' }) as const };
  const was = { ...undertaking(), ask, begin: async () => ({ kind: 'done', answer: 'before' }) as const };
  expect([await carryOut(context(), waits), await carryOut(context(), was)]).toEqual(['of x', 'before']);
  expect(ask).not.toHaveBeenCalled();
});

test('of what turns out not to be asked for nothing is committed', async () => {
  const begin = async (tx: Tx) => {
    await intend(tx);
    return { kind: 'done', answer: 'refused' } as const;
  };
  expect(await carryOut(context(), { ...undertaking(), begin })).toBe('refused');
  expect(await outcomes()).toEqual([]);
});

test('a call that fails on our side is known as unknown at once', async () => {
  const ask = () => Promise.reject(new Error('a fault of ours'));
  await expect(carryOut(context(), { ...undertaking(), ask })).rejects.toThrow('a fault of ours');
  await expect.poll(outcomes).toEqual([{ outcome: 'unknown: the call failed on our side' }]);
});

test.each([
  {
    when: 'before anything is sent',
    sent: false,
    told: 'unreachable: the database failed before it was sent',
  },
  { when: 'behind something that was sent', sent: true, told: 'unknown: the call failed on our side' },
])('a call that the database fails $when is known as such', async ({ sent, told }) => {
  const ask = async (): Promise<Outcome> => {
    if (sent) noteSending();
    throw new DatabaseUnavailable('not now');
  };
  await expect(carryOut(context(), { ...undertaking(), ask })).rejects.toSatisfy(isUnavailable);
  await expect.poll(outcomes).toEqual([{ outcome: told }]);
});

test('an answer that cannot be recorded is known as unknown at once', async () => {
  const { record: right, ...rest } = undertaking();
  const record = (plan: Plan, outcome: Outcome) =>
    outcome.kind === 'done' ? Promise.reject(new Error('a fault of ours')) : right(plan, outcome);
  await expect(carryOut(context(), { ...rest, record })).rejects.toThrow('a fault of ours');
  await expect.poll(outcomes).toEqual([{ outcome: 'unknown: the call failed on our side' }]);
});

test('an intent whose commit is in doubt is known as not sent', async () => {
  const ask = vi.fn<() => Promise<Outcome>>();
  // The connection ends behind the statements of the intent, before anybody has heard of its commit.
  const begin = async (tx: Tx) => {
    const begun = await intend(tx);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await inTransaction(database.db, async (other) => {
      await sql`insert into intents values (2, 'as committed')`.execute(other);
    });
    await admin.query('select pg_terminate_backend($1, 5000)', [rows[0]!.pid]);
    return { ...begun, intent: { id: 2, held_until: heldUntil(clock.now()) } } as Begun<Plan, string>;
  };
  await expect(carryOut(context(), { ...undertaking(), begin, ask })).rejects.toSatisfy(isUnavailable);
  await expect.poll(outcomes).toEqual([{ outcome: 'unreachable: the intent was in doubt' }]);
  expect(ask).not.toHaveBeenCalled();
});

test.each([
  { asleep: 30, sent: false },
  // Its answer could come after others have taken it for abandoned.
  { asleep: 15, sent: false },
  { asleep: 7, sent: true },
])('of what a process slept over for $asleep s it is sent: $sent', async ({ asleep, sent }) => {
  const ask = vi.fn<() => Promise<Outcome>>(async () => ({ kind: 'done' }));
  await inTransaction(database.db, intend);
  const intent = { id: 1, held_until: heldUntil(clock.now()) };
  clock.move(asleep);
  const outcome = sent ? 'done' : 'unreachable: it was not sent in its time';
  expect(await askAndRecord(context(), intent, { ...undertaking(), ask })).toBe(outcome);
  expect(await outcomes()).toEqual([{ outcome }]);
  expect(ask).toHaveBeenCalledTimes(sent ? 1 : 0);
});

test.each([
  { asleep: 15, inTime: false },
  { asleep: 7, inTime: true },
])('what is held up for $asleep s on its way may still leave: $inTime', async ({ asleep, inTime }) => {
  const seen: boolean[] = [];
  const ask = async (): Promise<Outcome> => {
    clock.move(asleep);
    seen.push(isInTime());
    return { kind: 'done' };
  };
  await carryOut(context(), { ...undertaking(), ask });
  expect([seen, isInTime()]).toEqual([[inTime], true]);
});
