import { expect, test } from 'vitest';
import { breachesOf, holdDoor } from './doors.ts';

// The short form: what is counted, and nothing that a busy machine decides. Times and memory are measured by
// `npm run faults -- --only doors`.

const SLOW_MS = 600_000;
const SHORT = { calmMs: 300, forMs: 1_500 };
const FETCHES_PER_ADDRESS = 10;
const SOCKETS_PER_ADDRESS = 500;
// Of the process itself: its database, its listener, its programs.
const OWN_FILES_MAX = 150;
const CONNECTIONS = 16;

test.each(['anonymous_json', 'many_items'] as const)(
  'a valid caller is answered through %s, all of which is refused',
  async (attack) => {
    const held = await holdDoor(attack, SHORT);
    expect(breachesOf(held)).toEqual([]);
    expect(held.began - held.ended).toBeLessThanOrEqual(CONNECTIONS);
  },
  SLOW_MS,
);

test(
  'a valid caller is answered while a thousand readers never read, half of whom are let in',
  async () => {
    const held = await holdDoor('deaf_readers', { ...SHORT, beginsMin: SOCKETS_PER_ADDRESS });
    expect(breachesOf(held)).toEqual([]);
    expect(held.began).toBeGreaterThan(SOCKETS_PER_ADDRESS);
    expect(held.held_open).toBeLessThan(SOCKETS_PER_ADDRESS + OWN_FILES_MAX);
  },
  SLOW_MS,
);

test(
  'a receiver that answers 100 without end is left, every time',
  async () => {
    const held = await holdDoor('endless_interim', SHORT);
    expect(breachesOf(held)).toEqual([]);
    expect(held.began - held.ended).toBeLessThanOrEqual(CONNECTIONS);
  },
  SLOW_MS,
);

test(
  'hundreds of notices from one address that each name another certificate cause ten fetches',
  async () => {
    const held = await holdDoor('certificates', { ...SHORT, beginsMin: FETCHES_PER_ADDRESS });
    expect(breachesOf(held)).toEqual([]);
    expect(held.began).toBeGreaterThan(FETCHES_PER_ADDRESS);
    expect(held.fetches).toBeLessThanOrEqual(FETCHES_PER_ADDRESS + 1);
  },
  SLOW_MS,
);
