import { expect, test } from 'vitest';
import { standingOf } from './message-status.ts';

test('a message comes to its statuses one after the other, and to one end', () => {
  const steps = ['accepted', 'queued', 'sending', 'sent', 'delivered', 'read'].map((s) => standingOf(s).step);
  expect(steps).toEqual(steps.toSorted((one, other) => one - other));
  expect(new Set(steps).size).toBe(steps.length);
  const ends = ['delivered', 'undelivered', 'failed', 'canceled'].map((s) => standingOf(s).step);
  expect(new Set(ends).size).toBe(1);
});

test.each(['undelivered', 'failed'])('%s is that it did not reach its phone', (status) => {
  expect(standingOf(status).is_undelivered).toBe(true);
});

test.each(['accepted', 'sent', 'delivered', 'read', 'canceled'])('%s is not', (status) => {
  expect(standingOf(status).is_undelivered).toBe(false);
});

test.each(['partially-delivered', 'constructor'])(
  '%s, which the carrier is not known to say, is of the first step',
  (status) => {
    expect(standingOf(status)).toEqual({ step: 0, is_undelivered: false });
  },
);
