import { expect, test } from 'vitest';
import { allowance, type Allowance } from './breaker.ts';

const one = { endpoint_id: 'e1', tenant: 't1' };

function attempt(limits: Allowance, result: 'reached' | 'unreachable' | 'unknown'): void {
  limits.begin(one);
  limits.end(one, result);
}

/** The room of the endpoint while one delivery of it is under way. */
function roomBesideOne(limits: Allowance): number | undefined {
  limits.begin(one);
  const room = limits.endpointRooms().find(({ endpoint_id }) => endpoint_id === one.endpoint_id)?.room;
  limits.end(one, 'unknown');
  return room;
}

test('an endpoint that answers gets eight at once', () => {
  const limits = allowance();
  limits.begin(one);
  limits.begin(one);
  limits.end(one, 'reached');
  expect(limits.endpointRooms()).toEqual([{ endpoint_id: 'e1', room: 7 }]);
});

test('after five failures in a row an endpoint gets one at a time, until it answers', () => {
  const limits = allowance();
  for (let n = 1; n <= 4; n += 1) attempt(limits, 'unreachable');
  expect(roomBesideOne(limits)).toBe(1);
  attempt(limits, 'unreachable');
  expect(roomBesideOne(limits)).toBe(0);
  expect(limits.endpointRooms()).toEqual([{ endpoint_id: 'e1', room: 1 }]);
  attempt(limits, 'reached');
  expect(limits.endpointRooms()).toEqual([]);
});

test('what is under way is counted for the process and for the tenant', () => {
  const limits = allowance();
  const before = limits.room();
  for (let n = 0; n < 32; n += 1) limits.begin({ endpoint_id: `e${n}`, tenant: 't1' });
  expect(limits.room()).toBe(before - 32);
  expect(limits.tenantRooms()).toEqual([{ tenant: 't1', room: 0 }]);
  expect(limits.end({ endpoint_id: 'e0', tenant: 't1' }, 'reached')).toBe(true);
  expect(limits.tenantRooms()).toEqual([{ tenant: 't1', room: 1 }]);
});
