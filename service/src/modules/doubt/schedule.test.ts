import { expect, test } from 'vitest';
import { NMI } from '../../rails/nmi/index.ts';
import { PPCP } from '../../rails/ppcp/index.ts';
import { keepAsOverdue } from '../../db/overdue.ts';
import type { Db } from '../../db/tx.ts';
import { isQuiet, needsPerson, nextCheckAt, unrecordedForMs } from './schedule.ts';

const since = new Date('2026-01-01T00:00:00Z');
const after = (seconds: number) => new Date(since.getTime() + seconds * 1000);
const DAY = 86_400;

test.each([
  [0, 5],
  [5, 30],
  [29.9, 30],
  [30, 120],
  [120, 600],
  [600, 3_600],
  [3_600, 21_600],
  [21_600, DAY],
  [DAY, 2 * DAY],
  [7 * DAY, 8 * DAY],
  [400.5 * DAY, 401 * DAY],
])('%d s into the doubt the next answer is asked for at %d s', (elapsed, next) => {
  expect(nextCheckAt({ since, now: after(elapsed), isAnswered: true })).toEqual(after(next));
});

test.each([
  [0, 5],
  [30, 75],
  [600, 645],
  [7_199, 7_244],
  [7_200, 21_600],
  [DAY, 2 * DAY],
])('%d s into the doubt an unanswered question is repeated at %d s', (elapsed, next) => {
  expect(nextCheckAt({ since, now: after(elapsed), isAnswered: false })).toEqual(after(next));
});

test('after seven days a person is needed', () => {
  expect(needsPerson(since, after(7 * DAY - 1))).toBe(false);
  expect(needsPerson(since, after(7 * DAY))).toBe(true);
});

test.each([
  [PPCP, 29, false],
  [PPCP, 30, true],
  [NMI, 119, false],
  [NMI, 120, true],
])('a call is over after as long as its provider may hide what it did', ({ traits }, seconds, isOver) => {
  expect(isQuiet(since, traits, after(seconds))).toBe(isOver);
});

test('a call is over for nobody while it is held', () => {
  expect(isQuiet(since, { quiet_seconds: 0 }, after(29))).toBe(false);
});

test('what the database failed is looked at again at once, but what is being recorded and would be asked for again', async () => {
  const recorded = Promise.withResolvers<void>();
  const unheard = {} as Db;
  keepAsOverdue(unheard, ['recorded'], recorded.promise);
  const soon = [true, false].map((isReadOnly) => unrecordedForMs({ isReadOnly }, 'another'));
  const beside = [true, false].map((isReadOnly) => unrecordedForMs({ isReadOnly }, 'recorded'));
  recorded.resolve();
  await recorded.promise;
  expect([soon, beside]).toEqual([
    [2_000, 2_000],
    [2_000, 25_000],
  ]);
  expect(unrecordedForMs({ isReadOnly: false }, 'recorded')).toBe(2_000);
});
