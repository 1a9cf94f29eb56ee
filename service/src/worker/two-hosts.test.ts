import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServiceDatabase, type TestDatabase } from '../../../tests/world/database.ts';
import { claimAt } from '../db/due.ts';
import { type FollowedClock, followClock } from '../db/follow-clock.ts';
import { type OpenDatabase, openDatabase } from '../db/open.ts';
import { type MovableClock, movableClock } from '../lib/clock.ts';
import { uuidAt } from '../lib/ids.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../lib/time.ts';
import { claimDueNotices, insertNotices } from '../modules/notices/queries.ts';

const BATCH = 100;

interface Host {
  open: OpenDatabase;
  clock: MovableClock;
  followed: FollowedClock;
  setAhead(ms: number): void;
}

let database: TestDatabase;
const hosts: Host[] = [];
// From then on time passes only where a test moves it, however long a busy machine takes.
let stoppedAtMs: number | null = null;
beforeAll(async () => {
  database = await createServiceDatabase();
  hosts.push(await openHost(-30 * SECOND_MS), await openHost(30 * SECOND_MS));
  stoppedAtMs = performance.now();
});
afterAll(async () => {
  for (const { open, followed } of hosts) {
    await followed.stop();
    await open.close();
  }
  await database.drop();
});

async function openHost(aheadMs: number): Promise<Host> {
  const open = openDatabase({ url: database.url, connectionsMax: 2, name: 'two-hosts' });
  let ahead = aheadMs;
  const clock = movableClock(0, {
    wallMs: () => Date.now() + ahead,
    steadyMs: () => stoppedAtMs ?? performance.now(),
  });
  const log = pino({ level: 'silent' });
  const follow = { clock, log, onOffset: null, readEveryMs: HOUR_MS };
  const followed = await followClock({ db: open.db, url: database.url }, follow);
  return { open, clock, followed, setAhead: (ms) => (ahead = ms) };
}

/** Stores a notice that the first host has due in so many milliseconds of its time. */
async function storeNotice(inMs: number): Promise<string> {
  const { open, clock } = hosts[0]!;
  const received_at = clock.now();
  const id = uuidAt(received_at);
  const due_at = new Date(received_at.getTime() + inMs);
  const about = { rail: 'ppcp', rail_account_id: null, provider_notice_id: id };
  const notice = { ...about, notice_type: 'TEST', body: '{}' };
  await insertNotices(open.db, [{ id, ...notice, received_at, due_at }]);
  return id;
}

async function claim({ open, clock }: Host): Promise<string[]> {
  return (await claimDueNotices(open.db, claimAt(clock.now(), BATCH))).map(({ id }) => id);
}

test('of two hosts a minute apart neither takes anything early, and one of them takes it when it is due', async () => {
  const [slow, fast] = hosts as [Host, Host];
  expect(fast.clock.wall().getTime() - slow.clock.wall().getTime()).toBeGreaterThan(MINUTE_MS - SECOND_MS);
  const soon = await storeNotice(10 * SECOND_MS);
  await storeNotice(40 * SECOND_MS);
  expect([...(await claim(fast)), ...(await claim(slow))]).toEqual([]);
  for (const { clock } of hosts) clock.move(11);
  expect([...(await claim(fast)), ...(await claim(slow))]).toEqual([soon]);
});

test('what one host holds the other leaves alone, also when a clock is set back by an hour meanwhile', async () => {
  const [slow, fast] = hosts as [Host, Host];
  // Past every hold of the test before, which was taken by another clock than may be asked first.
  for (const { clock } of hosts) clock.move(120);
  const held = await storeNotice(0);
  expect(await claim(slow)).toContain(held);
  slow.setAhead(-HOUR_MS);
  expect([...(await claim(fast)), ...(await claim(slow))]).toEqual([]);
  const after = await storeNotice(0);
  expect(await claim(slow)).toEqual([after]);
});
