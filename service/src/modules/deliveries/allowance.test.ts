import { describe, expect, test } from 'vitest';
import { type Allowance, newAllowance, type Reach } from './allowance.ts';

const one = { endpoint_id: 'e1', tenant: 't1' };

function attempt(limits: Allowance, result: Reach, of = one): void {
  limits.begin(of);
  limits.end(of, result);
}

/** How much of the endpoint may begin. */
function roomOf(limits: Allowance, of = one): number {
  return limits.roomsAmong([of])[0]?.room ?? 0;
}

/** The same while one delivery of it is under way. */
function roomBesideOne(limits: Allowance): number {
  limits.begin(one);
  const room = roomOf(limits);
  limits.end(one, 'unknown');
  return room;
}

test('an endpoint gets two at first, and eight at once while it answers', () => {
  const limits = newAllowance();
  expect(roomOf(limits)).toBe(2);
  limits.begin(one);
  limits.begin(one);
  limits.end(one, 'reached');
  expect(roomOf(limits)).toBe(7);
  limits.end(one, 'reached');
  expect(roomOf(limits)).toBe(2);
});

test('an endpoint that answers quickly has more at hand, until it does not', () => {
  const limits = newAllowance();
  for (let n = 1; n <= 4; n += 1) limits.begin(one);
  limits.end(one, 'quick');
  expect(roomOf(limits)).toBe(32 - 3);
  limits.end(one, 'reached');
  expect(roomOf(limits)).toBe(8 - 2);
  limits.end(one, 'quick');
  limits.end(one, 'unreachable');
  expect(roomOf(limits)).toBe(2);
});

test('after five failures in a row an endpoint gets one at a time, until it answers', () => {
  const limits = newAllowance();
  for (let n = 1; n <= 4; n += 1) attempt(limits, 'unreachable');
  expect(roomBesideOne(limits)).toBe(1);
  attempt(limits, 'unreachable');
  expect(roomBesideOne(limits)).toBe(0);
  expect(roomOf(limits)).toBe(1);
  attempt(limits, 'reached');
  expect(roomOf(limits)).toBe(2);
});

test('what is under way is counted for the process and for the tenant', () => {
  const limits = newAllowance();
  const before = limits.room();
  for (let n = 0; n < 32; n += 1) limits.begin({ endpoint_id: `e${n}`, tenant: 't1' });
  expect(limits.room()).toBe(before - 32);
  expect(limits.roomsAmong([one])[0]!.tenant_room).toBe(0);
  expect(limits.end({ endpoint_id: 'e0', tenant: 't1' }, 'reached')).toBe(true);
  expect(limits.roomsAmong([one])[0]!.tenant_room).toBe(1);
});

test('who was never tried comes before those that failed', () => {
  const limits = newAllowance();
  const failed = Array.from({ length: 300 }, (_, n) => ({ endpoint_id: `failed${n}`, tenant: `t${n}` }));
  failed.forEach((of) => attempt(limits, 'unreachable', of));
  const rooms = limits.roomsAmong([...failed, one]);
  expect(rooms[0]!.endpoint_id).toBe(one.endpoint_id);
  expect(rooms.reduce((sum, { room }) => sum + room, 0)).toBe(250);
});

describe('endpoints that are not known to answer', () => {
  const crowd = Array.from({ length: 400 }, (_, n) => ({ endpoint_id: `dead${n}`, tenant: `t${n}` }));
  const begun = (limits: Allowance, due: readonly { endpoint_id: string; tenant: string }[]) =>
    limits
      .roomsAmong(due)
      .flatMap(({ endpoint_id, room }) =>
        Array.from({ length: room }, () => due.find((of) => of.endpoint_id === endpoint_id)!),
      );

  test('leave half of the process to those that are, however many they are', () => {
    const limits = newAllowance();
    attempt(limits, 'reached');
    const under = begun(limits, crowd);
    under.forEach((of) => limits.begin(of));
    expect(limits.inFlight).toBe(250);
    expect(begun(limits, crowd)).toEqual([]);
    expect(roomOf(limits)).toBe(2);
    expect(limits.end(under[0]!, 'unreachable')).toBe(true);
    expect(begun(limits, crowd)).toHaveLength(1);
  });

  test('take turns by chance, so that none is always the last', () => {
    const limits = newAllowance();
    const served = new Set<string>();
    for (let round = 0; round < 40; round += 1) {
      const some = begun(limits, crowd);
      some.forEach((of) => limits.begin(of));
      some.forEach((of) => limits.end(of, 'unreachable'));
      some.forEach((of) => served.add(of.endpoint_id));
    }
    expect(served.size).toBe(crowd.length);
  });

  test('come back to the others with their first answer', () => {
    const limits = newAllowance();
    const came = { endpoint_id: 'late', tenant: 't' };
    limits.begin(came);
    begun(limits, crowd).forEach((of) => limits.begin(of));
    limits.end(came, 'reached');
    expect(roomOf(limits, came)).toBe(2);
  });
});
