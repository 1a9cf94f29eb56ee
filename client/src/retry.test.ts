import { expect, test } from 'vitest';
import { waitMs } from './retry.ts';

test('the pauses grow, to eight seconds at most', () => {
  expect([1, 2, 3, 4, 5, 20].map((made) => waitMs(made, null, 1))).toEqual([
    500, 1_000, 2_000, 4_000, 8_000, 8_000,
  ]);
});

test('two that failed together do not come back together', () => {
  expect(waitMs(1, null, 0)).toBe(250);
  expect(waitMs(1, null, 1)).toBe(500);
});

test('what the service asks for is kept, for up to thirty seconds, when it is a number of seconds', () => {
  expect(waitMs(1, '7', 0)).toBe(7_000);
  expect(waitMs(1, '3600', 0)).toBe(30_000);
  expect(waitMs(4, '1', 1)).toBe(4_000);
  expect(waitMs(1, 'Wed, 21 Oct 2026 07:28:00 GMT', 0)).toBe(250);
});
