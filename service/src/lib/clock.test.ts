import { expect, test } from 'vitest';
import { type MovableClock, movableClock } from './clock.ts';

const NOON = Date.parse('2026-01-02T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A host whose time can be set, beside its steady clock, and a database whose clock is the truth. */
function machine(wallAheadMs = 0) {
  let [steady, wallAhead, database] = [5_000, wallAheadMs, NOON];
  const wallMs = () => database + wallAhead;
  const clock = movableClock(0, { wallMs, steadyMs: () => steady });
  return {
    clock,
    databaseMs: () => database,
    pass: (ms: number) => {
      steady += ms;
      database += ms;
    },
    setHost: (aheadMs: number) => (wallAhead = aheadMs),
    setDatabase: (byMs: number) => {
      database += byMs;
      wallAhead -= byMs;
    },
    /** Asks the database, which reads its clock `there` ms after the question and is heard `back` ms later. */
    read(clock: MovableClock, there = 0, back = 0): number {
      const askedMs = clock.steadyMs();
      this.pass(there);
      const databaseMs = database;
      this.pass(back);
      return clock.follow({ databaseMs, askedMs, answeredMs: clock.steadyMs() });
    },
  };
}

const shown = (clock: MovableClock) => clock.now().getTime();

test('it shows the host’s time until the database was asked, and the database’s from then on', () => {
  const it = machine(10 * MINUTE);
  expect([shown(it.clock), it.clock.skewSeconds]).toEqual([NOON + 10 * MINUTE, 0]);
  expect(it.read(it.clock)).toBe(-10 * MINUTE);
  expect([shown(it.clock), it.clock.skewSeconds]).toEqual([NOON, 600]);
  it.pass(HOUR);
  expect(shown(it.clock)).toBe(NOON + HOUR);
  expect(it.clock.wall().getTime()).toBe(NOON + HOUR + 10 * MINUTE);
});

test('two hosts a minute apart show the same time', () => {
  const [one, other] = [machine(-MINUTE), machine(MINUTE)];
  for (const it of [one, other]) {
    it.read(it.clock);
    it.pass(1_234);
  }
  expect(shown(one.clock)).toBe(shown(other.clock));
  expect([one.clock.skewSeconds, other.clock.skewSeconds]).toEqual([-60, 60]);
});

test('a host set back by an hour changes its skew and nothing else', () => {
  const it = machine();
  it.read(it.clock);
  it.pass(10);
  it.setHost(-HOUR);
  expect([shown(it.clock), it.clock.skewSeconds]).toEqual([NOON + 10, -3_600]);
  expect(it.read(it.clock)).toBe(0);
  expect(shown(it.clock)).toBe(NOON + 10);
});

test('a slow answer changes only what it proves wrong', () => {
  const it = machine();
  it.read(it.clock);
  for (const [there, back] of [
    [2_000, 0],
    [0, 2_000],
    [700, 900],
  ] as const) {
    expect(it.read(it.clock, there, back)).toBe(0);
    expect(shown(it.clock)).toBe(it.databaseMs());
  }
  it.setDatabase(5_000);
  // It may be the time of the question: that it is three seconds further is certain, and more is not.
  expect(it.read(it.clock, 0, 2_000)).toBe(3_000);
  expect(it.read(it.clock, 2_000, 0)).toBe(2_000);
  expect(shown(it.clock)).toBe(it.databaseMs());
});

test('the first reading takes the middle of its round trip', () => {
  const it = machine();
  it.read(it.clock, 0, 100);
  expect(shown(it.clock)).toBe(it.databaseMs() - 50);
});

test('a little ahead it goes slower until the database has caught up, and never back', () => {
  const it = machine();
  it.read(it.clock);
  it.setDatabase(-400);
  it.read(it.clock);
  const seen = [shown(it.clock)];
  for (let step = 0; step < 20; step += 1) {
    it.pass(50);
    if (step === 5) it.read(it.clock);
    seen.push(shown(it.clock));
  }
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen[0]).toBe(it.databaseMs() - 1_000 + 400);
  expect(seen.at(-1)).toBe(it.databaseMs());
});

test('a database set back by an hour is followed at once: what is due is its to say', () => {
  const it = machine();
  it.read(it.clock);
  it.setDatabase(-HOUR);
  expect(it.read(it.clock)).toBe(-HOUR);
  expect(shown(it.clock)).toBe(NOON - HOUR);
});

test('what a test deployment was moved by stays through all readings', () => {
  const it = machine(MINUTE);
  it.clock.move(86_400);
  it.read(it.clock);
  expect([shown(it.clock), it.clock.offsetSeconds]).toEqual([NOON + 86_400_000, 86_400]);
  it.clock.set(90_000);
  expect([shown(it.clock), it.clock.skewSeconds]).toEqual([NOON + 90_000_000, 60]);
});
