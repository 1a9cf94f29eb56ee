import { expect, test } from 'vitest';
import { newAllowance } from '../deliveries/index.ts';
import { followRounds } from './rounds.ts';

const one = { endpoint_id: 'one', tenant: 'channel' };
const NOTHING = { cursor: null, left: [], hasParked: false };

// An endpoint that nobody tried yet has room for two.
const full = () => {
  const allowance = newAllowance();
  allowance.begin(one);
  allowance.begin(one);
  return allowance;
};

test('a round that began all that it found waits for what comes next, and for no room', () => {
  const rounds = followRounds(newAllowance());
  expect(rounds.isRoomWanted).toBe(true);
  expect([rounds.saw(NOTHING), rounds.isRoomWanted]).toEqual([false, false]);
});

test('what was left without room is looked for when there is some, and not before', () => {
  const allowance = full();
  const rounds = followRounds(allowance);
  expect([rounds.saw({ ...NOTHING, left: [one] }), rounds.isRoomWanted]).toEqual([false, true]);
  allowance.end(one, 'quick');
  expect(rounds.saw({ ...NOTHING, left: [one] })).toBe(true);
});

test('what was parked stood in the room of what may be sent', () => {
  expect(followRounds(full()).saw({ ...NOTHING, hasParked: true })).toBe(true);
});

test('a round goes on to its end, and what its first part left counts at its end', () => {
  const rounds = followRounds(full());
  rounds.saw(NOTHING);
  expect([rounds.saw({ ...NOTHING, cursor: 'two', left: [one] }), rounds.isRoomWanted]).toEqual([true, true]);
  expect([rounds.saw(NOTHING), rounds.isRoomWanted]).toEqual([false, true]);
  expect([rounds.saw(NOTHING), rounds.isRoomWanted]).toEqual([false, false]);
});

test('without any room nothing was looked at, and something may wait', () => {
  const rounds = followRounds(newAllowance());
  rounds.saw(NOTHING);
  rounds.hadNoRoom();
  expect(rounds.isRoomWanted).toBe(true);
});
