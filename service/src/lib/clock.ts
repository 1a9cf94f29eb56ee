/** The one source of time. Everything that stamps, expires or schedules asks a Clock; nothing else reads the host's. */
export interface Clock {
  /** The service's time: the database's, moved by `offsetSeconds` in a test environment. */
  now(): Date;
  /** The host's own time, for what outsiders compare with theirs: signature timestamps. */
  wall(): Date;
  /** How far `now` was moved ahead. Always 0 in a live environment. */
  readonly offsetSeconds: number;
  /** How far the host's time is ahead of the database's, negative when behind it; 0 while there is no reading. */
  readonly skewSeconds: number;
}

/** What the database's clock showed, between two readings of the process's own steady one. */
export interface Reading {
  databaseMs: number;
  askedMs: number;
  answeredMs: number;
}

/** A clock that follows the database's, and that can be moved forward; the test environment's `clock/advance` is the
 *  only one to do so. */
export interface MovableClock extends Clock {
  move(seconds: number): void;
  set(offsetSeconds: number): void;
  /** Goes by the database's time from now on, and tells by how many milliseconds that changed what it took for it. */
  follow(reading: Reading): number;
  /** A reading of the steady clock that `follow` goes by, in milliseconds. */
  steadyMs(): number;
}

/** What a process has by itself: a time that anybody may set, and a steady one that only counts. */
export interface HostClock {
  wallMs(): number;
  steadyMs(): number;
}

const HOST: HostClock = { wallMs: () => Date.now(), steadyMs: () => performance.now() };
// Ahead by no more than this it runs at half its pace until the database has caught up, so that nothing is stamped
// before what was stamped earlier. A database that was set back further is followed at once: what is due is its to say.
const SLOWED_MS_MAX = 1_000;
const SLOW_PACE = 0.5;

/** Makes the clock of a process. `offsetSeconds` is what an earlier process of this deployment had reached. Until the
 *  first reading of the database's time it shows the host's; afterwards a step of the host's changes nothing. */
export function movableClock(offsetSeconds = 0, host: HostClock = HOST): MovableClock {
  let offset = offsetSeconds;
  let anchor: { steadyMs: number; databaseMs: number } | null = null;
  let ahead = { ms: 0, sinceMs: 0 };
  const databaseAt = (steadyMs: number) =>
    anchor === null ? host.wallMs() : anchor.databaseMs + (steadyMs - anchor.steadyMs);
  const shownAt = (steadyMs: number) =>
    databaseAt(steadyMs) + Math.max(0, ahead.ms - (steadyMs - ahead.sinceMs) * SLOW_PACE);
  return {
    now: () => new Date(shownAt(host.steadyMs()) + offset * 1000),
    wall: () => new Date(host.wallMs()),
    steadyMs: () => host.steadyMs(),
    get offsetSeconds() {
      return offset;
    },
    get skewSeconds() {
      return anchor === null ? 0 : (host.wallMs() - databaseAt(host.steadyMs())) / 1000;
    },
    move: (seconds) => {
      offset += seconds;
    },
    set: (seconds) => {
      offset = seconds;
    },
    follow: (reading) => {
      const steadyMs = reading.answeredMs;
      const believed = databaseAt(steadyMs);
      const isFirst = anchor === null;
      const databaseMs = isFirst ? middleOf(reading) : nearestWithin(reading, believed);
      const leadMs = shownAt(steadyMs) - databaseMs;
      anchor = { steadyMs, databaseMs };
      ahead = { ms: !isFirst && leadMs > 0 && leadMs <= SLOWED_MS_MAX ? leadMs : 0, sinceMs: steadyMs };
      return databaseMs - believed;
    },
  };
}

// The database read its clock at some moment between the question and the answer: the longer that took, the less is
// known. What is believed already is changed only as far as it is certainly wrong.
function nearestWithin({ databaseMs, askedMs, answeredMs }: Reading, believed: number): number {
  return Math.min(Math.max(believed, databaseMs), databaseMs + (answeredMs - askedMs));
}

function middleOf({ databaseMs, askedMs, answeredMs }: Reading): number {
  return databaseMs + (answeredMs - askedMs) / 2;
}
