import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { endOf, startOf } from './filter-dates.ts';

// A host somewhere else than at Greenwich: what a filter means must not depend on where it is read.
beforeAll(() => vi.stubEnv('TZ', 'America/New_York'));
afterAll(() => vi.unstubAllEnvs());

test('the host of this test is in a zone of its own', () => {
  expect(new Date('2026-01-10T12:00').toISOString()).toBe('2026-01-10T17:00:00.000Z');
});

test.each([
  ['2026-01-10', '2026-01-10T00:00:00.000Z', '2026-01-10T23:59:59.999Z'],
  ['2026-01-10T12:00', '2026-01-10T12:00:00.000Z', '2026-01-10T12:00:00.000Z'],
  ['2026-01-10 12:00:30', '2026-01-10T12:00:30.000Z', '2026-01-10T12:00:30.000Z'],
  ['2026-01-10T12:00:30.123456', '2026-01-10T12:00:30.124Z', '2026-01-10T12:00:30.123Z'],
  ['2026-01-10T12:00:30.123000Z', '2026-01-10T12:00:30.123Z', '2026-01-10T12:00:30.123Z'],
  ['2026-01-10T12:00:30.99900001Z', '2026-01-10T12:00:31.000Z', '2026-01-10T12:00:30.999Z'],
  ['2026-01-10T12:00Z', '2026-01-10T12:00:00.000Z', '2026-01-10T12:00:00.000Z'],
  ['2026-01-10T12:00:00+02:00', '2026-01-10T10:00:00.000Z', '2026-01-10T10:00:00.000Z'],
  ['2026-01-10 12:00:00-0330', '2026-01-10T15:30:00.000Z', '2026-01-10T15:30:00.000Z'],
])('%s begins at %s and ends at %s', (text, first, last) => {
  expect(startOf(text)?.toISOString()).toBe(first);
  expect(endOf(text)?.toISOString()).toBe(last);
});

test('what is not asked for bounds nothing', () => {
  expect([startOf(undefined), endOf(undefined)]).toEqual([undefined, undefined]);
});
