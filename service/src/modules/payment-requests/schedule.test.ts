import { expect, test } from 'vitest';
import { firstPollAt, isGivenUp, nextPollAt } from './schedule.ts';

const created_at = new Date('2026-01-01T00:00:00Z');
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = (seconds: number) => new Date(created_at.getTime() + seconds * 1000);
const expires_at = at(7 * DAY);

test('an invoice is looked at a minute after it was texted', () => {
  expect(firstPollAt(created_at)).toEqual(at(MINUTE));
});

test.each([
  [MINUTE, MINUTE],
  [10 * MINUTE, 5 * MINUTE],
  [HOUR, 30 * MINUTE],
  [DAY, 3 * HOUR],
  // Never past its end, and often then until it is withdrawn.
  [7 * DAY - MINUTE, MINUTE],
  [7 * DAY, MINUTE],
  [7 * DAY + HOUR, 30 * MINUTE],
  [9 * DAY, 3 * HOUR],
])('%d s after its creation it is looked at again %d s later', (age, later) => {
  expect(nextPollAt({ created_at, expires_at, now: at(age) })).toEqual(at(age + later));
});

test('it is tried to be withdrawn for thirty days', () => {
  expect(isGivenUp({ expires_at, now: at(37 * DAY - 1) })).toBe(false);
  expect(isGivenUp({ expires_at, now: at(37 * DAY) })).toBe(true);
});
