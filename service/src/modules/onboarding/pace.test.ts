import { expect, test } from 'vitest';
import { createPace, goesOn } from './pace.ts';

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
  ['one at the end of the world', [300, 310, 290], 900],
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
  expect(pace.waitMs()).toBe(900);
});

const oneStep = () => 0;

test('work that ends is in time, also when it fails; work that does not is given up', async () => {
  expect(await goesOn(Promise.resolve(1), oneStep, 35)).toBe(true);
  expect(await goesOn(Promise.reject(new Error('no')), oneStep, 35)).toBe(true);
  expect(await goesOn(new Promise(() => undefined), oneStep, 10)).toBe(false);
});

test('each step of the work has the whole time, and the last one too', async () => {
  let steps = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const going = goesOn(promise, () => steps, 30);
  for (const ms of [15, 30, 45, 60]) setTimeout(() => (steps += 1), ms);
  setTimeout(resolve, 75);
  expect(await going).toBe(true);
});

test('a process that was held up does not take its own delay for the provider’s', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const inTime = goesOn(promise, oneStep, 35);
  setTimeout(resolve, 8);
  // Longer than is waited, with nothing else able to run: the answer lies ready behind it.
  const until = performance.now() + 120;
  while (performance.now() < until);
  expect(await inTime).toBe(true);
});
