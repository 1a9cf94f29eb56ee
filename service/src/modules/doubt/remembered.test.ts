import { expect, test } from 'vitest';
import { isRemembered } from './remembered.ts';

const traits = { repeat_hours: { take: 6, refund: 0, charge: 5 } };
const since = new Date('2026-01-02T03:00:00Z');
const after = (hours: number) => new Date(since.getTime() + hours * 3_600_000);

test.each([
  ['take', 0, true],
  ['take', 5.999, true],
  ['take', 6, false],
  ['charge', 5, false],
  // Nothing is promised, so not even at once.
  ['refund', 0, false],
] as const)('a %s is remembered after %d hours: %s', (what, hours, expected) => {
  expect(isRemembered(traits, { since, for: what }, after(hours))).toBe(expected);
});

test('a provider that remembers nothing does not, however far apart the clocks of two processes are', () => {
  const since = new Date('2030-01-01T00:00:01Z');
  const repeat_hours = { take: 0, refund: 0, charge: 0 };
  expect(isRemembered({ repeat_hours }, { since, for: 'take' }, new Date('2030-01-01T00:00:00Z'))).toBe(
    false,
  );
});
