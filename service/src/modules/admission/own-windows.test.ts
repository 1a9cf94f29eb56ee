import { expect, test } from 'vitest';
import { ownWindows } from './own-windows.ts';

test('a minute counts from the first call of each subject, whatever the others do', () => {
  let nowMs = 5_000;
  const windows = ownWindows(() => nowMs);
  expect([windows.spend('a'), windows.spend('a')]).toEqual([1, 2]);
  nowMs += 30_000;
  expect([windows.spend('a'), windows.spend('b')]).toEqual([3, 1]);
  nowMs += 29_999;
  expect([windows.spend('a'), windows.spend('b')]).toEqual([4, 2]);
  nowMs += 1;
  expect([windows.spend('a'), windows.spend('b')]).toEqual([1, 3]);
});

test('what it remembers is bounded: the longest ago is forgotten first', () => {
  const windows = ownWindows(() => 0);
  windows.spend('first');
  for (let nth = 1; nth < 10_000; nth += 1) windows.spend(`subject ${nth}`);
  expect(windows.spend('first')).toBe(2);
  windows.spend('one more');
  expect([windows.spend('subject 9999'), windows.spend('first')]).toEqual([2, 1]);
});
