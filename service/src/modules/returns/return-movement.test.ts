import { expect, test } from 'vitest';
import { returnedAt } from './return-movement.ts';

const at = (time: string) => new Date(`2026-03-01T${time}Z`);
const CAPTURE = { captured_at: at('10:00:00.500') };
const NOW = at('12:00:00.400');

test.each([
  ['told to the millisecond is that millisecond', '11:00:00.250', '11:00:00.250'],
  ['told in a whole second is the last that can be meant', '11:00:00.000', '11:00:00.999'],
  ['told in the second that it is now is now', '12:00:00.000', '12:00:00.400'],
  ['told by a clock that is ahead stays as it is told', '12:00:01.000', '12:00:01.000'],
  ['told before its capture is at the capture', '09:00:00.000', '10:00:00.500'],
])('the time of a return that is %s', (_what, told, expected) => {
  const told_at = at(told).toISOString();
  expect(returnedAt(CAPTURE, { returned_at: told_at, now: NOW })).toEqual(at(expected));
});

test('a return whose time is not told is of now, and none lies before it was asked for', () => {
  expect(returnedAt(CAPTURE, { returned_at: undefined, now: NOW })).toEqual(NOW);
  const asked_at = at('11:30:00.100');
  expect(returnedAt(CAPTURE, { returned_at: at('11:00:00').toISOString(), now: NOW, asked_at })).toEqual(
    asked_at,
  );
});
