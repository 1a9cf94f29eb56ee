import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffMs } from './wait.ts';

describe('the time between questions', () => {
  it('grows to 15 seconds, give or take a fifth', () => {
    const middle = [0, 1, 2, 3, 4, 5, 6, 39].map((n) => backoffMs(n, 0.5));
    expect(middle).toEqual([1_000, 1_600, 2_560, 4_096, 6_554, 10_486, 15_000, 15_000]);
  });

  it('is spread and bounded', () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.double({ min: 0, max: 1, noNaN: true }), (n, random) => {
        expect(backoffMs(n, random)).toBeGreaterThanOrEqual(800);
        expect(backoffMs(n, random)).toBeLessThanOrEqual(18_000);
      }),
    );
  });
});
