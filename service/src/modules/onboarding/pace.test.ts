import { expect, test } from 'vitest';
import { createPace, endsWithin } from './pace.ts';

const paceOf = (...answers: number[]) => {
  const pace = createPace();
  for (const ms of answers) pace.answered(ms);
  return pace;
};

test.each([
  ['nothing known', [], 1_000],
  ['a quick provider', [2, 3, 2], 35],
  ['one that was cold at first', [400, 3], 35],
  ['one that hung now and then', [3, 9_000, 3, 9_000], 35],
  ['one at the end of the world', [300, 310, 290], 1_200],
  ['one that is always slow', [1_500, 1_600], 2_000],
  ['what is long ago is forgotten', [900, ...Array<number>(8).fill(4)], 35],
])('%s: %j lead to a wait of %i ms', (_case, answers, waitMs) => {
  expect(paceOf(...answers).waitMs()).toBe(waitMs);
});

test('after a wait in vain the least is waited, until an answer came in time again', () => {
  const pace = paceOf(300, 300);
  pace.missed();
  expect(pace.waitMs()).toBe(35);
  pace.answered(5_000);
  expect(pace.waitMs()).toBe(35);
  pace.answered(280);
  expect(pace.waitMs()).toBe(1_200);
});

test('work that ends is in time, also when it fails; work that does not is given up', async () => {
  expect(await endsWithin(35, Promise.resolve(1))).toBe(true);
  expect(await endsWithin(35, Promise.reject(new Error('no')))).toBe(true);
  expect(await endsWithin(10, new Promise(() => undefined))).toBe(false);
});

test('a process that was held up does not take its own delay for the provider’s', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const inTime = endsWithin(35, promise);
  setTimeout(resolve, 8);
  // Longer than is waited, with nothing else able to run: the answer lies ready behind it.
  const until = performance.now() + 120;
  while (performance.now() < until);
  expect(await inTime).toBe(true);
});
