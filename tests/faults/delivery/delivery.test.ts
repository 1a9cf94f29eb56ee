import { expect, test } from 'vitest';
import { chanceOf } from '../world/chance.ts';
import { killDispatchers } from './kills.ts';
import { endlessAnswers, failCertificates } from './memory.ts';
import { burst, deadNames, manyDead, oneDead } from './neighbours.ts';
import { waitOutSlowness } from './slow.ts';
import { endUnderLoad, sleepThroughLeases } from './stops.ts';

// The short forms; the long ones run under `npm run faults -- --only delivery`.

const SLOW_MS = 600_000;

test(
  'dispatchers killed at random lose nothing, and what comes twice was under way',
  async () => {
    const report = await killDispatchers({ kills: 4, deliveries: 800 }, chanceOf(7));
    expect(report.breaches).toEqual([]);
  },
  SLOW_MS,
);

test(
  'a dispatcher that is told to end leaves no lease and sends nothing twice',
  async () => {
    const { breaches } = await endUnderLoad({ rounds: 1, events: 300, silenceMs: 1_000 });
    expect(breaches).toEqual([]);
  },
  SLOW_MS,
);

test(
  'a dispatcher that slept through its leases changes nothing when it wakes',
  async () => {
    const plan = { events: 20, leaseSeconds: 1, sleepSeconds: 3 };
    const { breaches, figures } = await sleepThroughLeases(plan);
    expect(breaches).toEqual([]);
    expect(figures).toMatchObject({ held: 20, changed: 0 });
  },
  SLOW_MS,
);

test(
  'certificates that do not hold, again and again, leave memory as it was',
  async () => {
    expect((await failCertificates({ attempts: 300 })).breaches).toEqual([]);
  },
  SLOW_MS,
);

test(
  'answers that never end are ended by the ceilings and leave memory as it was',
  async () => {
    expect((await endlessAnswers({ attempts: 60, totalMs: 2_000, mib: 64 })).breaches).toEqual([]);
  },
  SLOW_MS,
);

test(
  'receivers that are as slow as they are let have the time that is theirs, and no more',
  async () => {
    const plan = { silenceMs: 1_000, totalMs: 7_000, each: 2, lateMs: null };
    expect((await waitOutSlowness(plan)).breaches).toEqual([]);
  },
  SLOW_MS,
);

// Here only what arrives is looked at; the time it takes is asserted in the long form.
const few = { channels: 5, events: 20, p99Ms: null };

test(
  'a silent receiver with a long backlog holds eight sockets and nobody else up',
  async () => {
    expect((await oneDead({ ...few, backlog: 2_000 })).breaches).toEqual([]);
  },
  SLOW_MS,
);

test(
  'receivers that refuse or are silent, many at once, hold nobody else up',
  async () => {
    expect((await manyDead({ ...few, dead: 10, silent: 2 })).breaches).toEqual([]);
  },
  SLOW_MS,
);

test(
  'names that never resolve, more than there is room for, hold nobody else up',
  async () => {
    const { breaches, figures } = await deadNames({ ...few, names: 600 });
    expect(breaches).toEqual([]);
    // They stay in line, and are not all tried before the others had their turn.
    expect(figures['looked_up']).toBeLessThan(600);
  },
  SLOW_MS,
);

test(
  'a burst arrives whole and once',
  async () => {
    expect((await burst({ events: 2_000, drainedMs: null })).breaches).toEqual([]);
  },
  SLOW_MS,
);
