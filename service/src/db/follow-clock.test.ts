import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServiceDatabase, type TestDatabase } from '../../../tests/world/database.ts';
import { type HostClock, movableClock } from '../lib/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../lib/time.ts';
import { CLOCK_CHANNEL, type FollowedClock, followClock } from './follow-clock.ts';
import { type OpenDatabase, openDatabase } from './open.ts';

const SOON = { interval: 50 };

let database: TestDatabase;
let open: OpenDatabase;
const followed: FollowedClock[] = [];
beforeAll(async () => {
  database = await createServiceDatabase();
  open = openDatabase({ url: database.url, connectionsMax: 2, name: 'clock-test' });
});
afterAll(async () => {
  await Promise.all(followed.map((one) => one.stop()));
  await open.close();
  await database.drop();
});

interface Line {
  event: string;
  skew_seconds?: number;
}

/** A clock of a host that is so far ahead of this one, following the database. */
async function follow(
  aheadMs: () => number,
  options: { onOffset?: (seconds: number) => void; readEveryMs?: number } = {},
) {
  const host: HostClock = {
    wallMs: () => Date.now() + aheadMs(),
    steadyMs: () => performance.now(),
  };
  const clock = movableClock(0, host);
  const lines: Line[] = [];
  const log = pino({ level: 'info' }, { write: (text) => void lines.push(JSON.parse(text) as Line) });
  followed.push(
    await followClock({ db: open.db, url: database.url }, { clock, log, onOffset: null, ...options }),
  );
  return { clock, lines };
}

async function databaseMs(): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms`.execute(open.db);
  return rows[0]!.ms;
}

test('hosts minutes apart show the time of the database, and each says how far its own is from it', async () => {
  for (const aheadMs of [-MINUTE_MS, 10 * MINUTE_MS]) {
    const before = performance.now();
    const { clock, lines } = await follow(() => aheadMs);
    // What it read lies somewhere within the reading.
    const readMs = performance.now() - before;
    const earliest = await databaseMs();
    const shown = clock.now().getTime();
    expect(shown).toBeGreaterThan(earliest - readMs - 1);
    expect(shown).toBeLessThan((await databaseMs()) + readMs + 1);
    expect(Math.abs(clock.skewSeconds - aheadMs / 1_000)).toBeLessThan((readMs + 1) / 1_000);
    expect(lines.slice(0, 1)).toMatchObject([{ event: 'clock.skewed' }]);
  }
});

test('a host that is set while it runs is told of, and again when it was mended', async () => {
  let aheadMs = 0;
  const { clock, lines } = await follow(() => aheadMs, { readEveryMs: 50 });
  const before = clock.now().getTime();
  aheadMs = -60 * MINUTE_MS;
  expect(clock.now().getTime()).toBeGreaterThanOrEqual(before);
  await expect.poll(() => lines.map(({ event }) => event), SOON).toEqual(['clock.skewed']);
  expect(lines[0]!.skew_seconds).toBeCloseTo(-3_600, -2);
  aheadMs = 0;
  await expect.poll(() => lines.map(({ event }) => event), SOON).toEqual(['clock.skewed', 'clock.agrees']);
});

test('how far the clock was moved is read again after the listening connection broke', async () => {
  const heard: number[] = [];
  await follow(() => 0, { onOffset: (seconds) => void heard.push(seconds), readEveryMs: HOUR_MS });
  expect(new Set(heard)).toEqual(new Set([0]));
  // Moved by another process at a moment at which this one does not listen.
  await sql`insert into clock_offset (offset_seconds) values (3600)`.execute(open.db);
  const ended = await sql<{ ended: boolean }>`
    select pg_terminate_backend(pid) as ended from pg_stat_activity
    where datname = current_database() and lower(query) like ${`listen%${CLOCK_CHANNEL}%`}`.execute(open.db);
  expect(ended.rows).toContainEqual({ ended: true });
  await expect.poll(() => heard, { interval: 20 }).toContain(3600);
});
