import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SUBSCRIPTION_INTERVALS } from '../../../../wire/subscriptions/schemas.ts';
import { DAY_MS } from '../../lib/time.ts';
import { periodStart, type Rhythm } from './periods.ts';

const days = (rhythm: Rhythm, count: number) =>
  Array.from({ length: count }, (_, nth) => periodStart(rhythm, nth).toISOString().slice(0, 10));
const from = (day: string, interval: Rhythm['interval'], interval_count = 1): Rhythm => ({
  ...{ starts_at: new Date(`${day}T09:30:15.250Z`), interval, interval_count },
});

test('what began on a 31st is due on the last day of shorter months, and on the 31st again', () => {
  expect(days(from('2027-12-31', 'month'), 6)).toEqual([
    ...['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31'],
  ]);
});

test('a leap day comes back every fourth year, and is the 28th between', () => {
  expect(days(from('2028-02-29', 'year'), 5)).toEqual([
    ...['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
  ]);
});

test('quarters, fortnights and days go over the ends of years', () => {
  expect(days(from('2026-11-30', 'month', 3), 3)).toEqual(['2026-11-30', '2027-02-28', '2027-05-30']);
  expect(days(from('2026-12-25', 'week', 2), 3)).toEqual(['2026-12-25', '2027-01-08', '2027-01-22']);
  expect(days(from('2026-12-30', 'day'), 4)).toEqual([
    ...['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'],
  ]);
});

test('each period begins at the same time of day, behind the one before and by no more than its length', () => {
  const rhythms = fc.record({
    starts_at: fc.date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
    interval: fc.constantFrom(...SUBSCRIPTION_INTERVALS),
    interval_count: fc.integer({ min: 1, max: 365 }),
  });
  const LONGEST = { day: 1, week: 7, month: 31, year: 366 };
  fc.assert(
    fc.property(rhythms, fc.nat(500), (rhythm, nth) => {
      const [one, next] = [periodStart(rhythm, nth), periodStart(rhythm, nth + 1)];
      const gapDays = (next.getTime() - one.getTime()) / DAY_MS;
      expect(gapDays).toBeGreaterThan(0);
      expect(gapDays).toBeLessThanOrEqual(LONGEST[rhythm.interval] * rhythm.interval_count);
      expect(next.getTime() % DAY_MS).toBe(rhythm.starts_at.getTime() % DAY_MS);
    }),
  );
});
