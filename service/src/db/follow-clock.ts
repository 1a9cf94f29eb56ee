import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { MovableClock } from '../lib/clock.ts';
import { within } from '../lib/within.ts';
import { listenAloud } from './listen-aloud.ts';
import type { Db } from './tx.ts';

/** The channel on which processes of a test deployment hear that its clock was moved. */
export const CLOCK_CHANNEL = 'fairway_clock';

const READ_EVERY_MS = 5_000;
/** A host that differs from its database by more is somebody's to mend. */
const SKEW_ALARM_SECONDS = 1;
// A step of the database's own clock; what a slow round trip leaves open is less.
const STEP_LOGGED_MS = 1_000;

export interface FollowedClock {
  /** How long ago the database's clock was read last. */
  sinceReadSeconds(): number;
  stop(): Promise<void>;
}

/** Has the clock of this process go by the database's, read now and every few seconds: hosts whose clocks differ then
 *  agree on what is due. A database that is away leaves the clock to go on by itself. `onOffset` is told how far the clock
 *  of a test deployment was moved, by whichever process, also when its announcement was lost. */
export async function followClock(
  database: { db: Db; url: string },
  options: {
    clock: MovableClock;
    log: Logger;
    onOffset: ((seconds: number) => void) | null;
    /** Fixed in service; tests scale it down. */
    readEveryMs?: number;
  },
): Promise<FollowedClock> {
  const { clock, log, onOffset } = options;
  const watch = watchSkew(clock, log);
  let readAtMs = clock.steadyMs();
  const read = async () => {
    const { reading, offset_seconds } = await readClock(database.db, clock);
    readAtMs = Math.max(readAtMs, reading.answeredMs);
    watch(clock.follow(reading));
    onOffset?.(offset_seconds);
  };
  const readAgain = () =>
    read().catch((error: unknown) => log.warn({ event: 'clock.unread', err: error }, 'clock not read'));
  await read();
  const timer = startReading(readAgain, options.readEveryMs ?? READ_EVERY_MS);
  // What was announced while the listening connection was broken is read when it stands again.
  const listening =
    onOffset &&
    listenAloud(
      {
        ...{ url: database.url, name: 'fairway-clock', channel: CLOCK_CHANNEL },
        onNotice: (seconds) => onOffset(Number(seconds)),
        onListening: () => void readAgain(),
      },
      log,
    );
  await listening?.begun;
  return {
    sinceReadSeconds: () => (clock.steadyMs() - readAtMs) / 1000,
    stop: async () => {
      timer.stop();
      await listening?.close();
    },
  };
}

// One reading after the other. One that never ends is not waited for longer than until the next is due.
function startReading(read: () => Promise<void>, everyMs: number): { stop(): void } {
  let timer: NodeJS.Timeout;
  let isStopped = false;
  const plan = () => {
    if (!isStopped) timer = setTimeout(() => void within(everyMs, read()).then(plan), everyMs);
  };
  plan();
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

async function readClock(db: Db, clock: MovableClock) {
  const askedMs = clock.steadyMs();
  const { rows } = await sql<{ database_ms: number; offset_seconds: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::double precision as database_ms,
      coalesce((select offset_seconds from clock_offset where only_row), 0)::double precision as offset_seconds`.execute(
    db,
  );
  const { database_ms, offset_seconds } = rows[0]!;
  return { reading: { databaseMs: database_ms, askedMs, answeredMs: clock.steadyMs() }, offset_seconds };
}

// Told when it begins and when it ends; the figures say how it is meanwhile.
function watchSkew(clock: MovableClock, log: Logger): (correctionMs: number) => void {
  let isSkewed = false;
  let isFirst = true;
  return (correctionMs) => {
    if (!isFirst && Math.abs(correctionMs) > STEP_LOGGED_MS)
      log.warn({ event: 'clock.stepped', ms: Math.round(correctionMs) }, 'the clock of the database was set');
    isFirst = false;
    const { skewSeconds } = clock;
    if (isSkewed === Math.abs(skewSeconds) > SKEW_ALARM_SECONDS) return;
    isSkewed = !isSkewed;
    const line = { skew_seconds: Math.round(skewSeconds * 1000) / 1000 };
    if (isSkewed) log.error({ event: 'clock.skewed', ...line }, 'host and database differ in time');
    else log.info({ event: 'clock.agrees', ...line }, 'host and database agree in time again');
  };
}
