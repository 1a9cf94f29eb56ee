import { expect, test } from 'vitest';
import { ATTEMPTS_MAX, retryDelaySeconds } from './schedule.ts';

const plain = { scale: 1, random: 0.5, retryAfterSeconds: null };

test('eight attempts have seven delays between them', () => {
  const delays = Array.from({ length: ATTEMPTS_MAX - 1 }, (_, index) =>
    retryDelaySeconds({ ...plain, attempt: index + 1 }),
  );
  expect(delays).toEqual([5, 60, 300, 1_800, 7_200, 28_800, 57_600]);
});

test('jitter stays within a fifth of the delay, and the scale multiplies it', () => {
  expect(retryDelaySeconds({ ...plain, attempt: 2, random: 0 })).toBeCloseTo(48);
  expect(retryDelaySeconds({ ...plain, attempt: 2, random: 1 })).toBeCloseTo(72);
  expect(retryDelaySeconds({ ...plain, attempt: 2, scale: 0.01 })).toBeCloseTo(0.6);
});

test('Retry-After lengthens a delay to twice at most, and never shortens it', () => {
  expect(retryDelaySeconds({ ...plain, attempt: 2, retryAfterSeconds: 90 })).toBe(90);
  expect(retryDelaySeconds({ ...plain, attempt: 2, retryAfterSeconds: 9_000 })).toBe(120);
  expect(retryDelaySeconds({ ...plain, attempt: 2, retryAfterSeconds: 1 })).toBe(60);
});
