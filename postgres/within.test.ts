import { expect, test } from 'vitest';
import { within } from './within.ts';

const TRIES = 200;

test('is never over before its time, by the clock that its callers read', async () => {
  const early: number[] = [];
  for (let n = 0; n < TRIES; n += 1) {
    const ms = 1 + (n % 10) / 10;
    const untilMs = performance.now() + ms;
    expect(await within(ms, null)).toBe(false);
    const left = untilMs - performance.now();
    if (left > 0) early.push(left);
  }
  expect(early).toEqual([]);
});

test('is over as soon as what is waited for has come, or has failed', async () => {
  expect(await within(60_000, Promise.resolve('came'))).toBe(true);
  expect(await within(60_000, Promise.reject(new Error('failed')))).toBe(true);
});
