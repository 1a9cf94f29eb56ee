import { flipOnRetry, flipUnderKeepAlive, reboundNames } from './egress.ts';
import { killDispatchers } from './kills.ts';
import { endlessAnswers, failCertificates } from './memory.ts';
import { burst, deadNames, manyDead, oneDead } from './neighbours.ts';
import { flipBeforeConnect } from './rebinding.ts';
import { runSchedule, waitOutSilence } from './silence.ts';
import { waitOutSlowness } from './slow.ts';
import { endUnderLoad, sleepThroughLeases } from './stops.ts';
import type { Scenario } from '../world/scenario.ts';

/** What can go wrong with deliveries, each with its figures: as long as specified, or the quick form. */
export function deliveryScenarios({ isQuick }: { isQuick: boolean }): Scenario[] {
  const neighbours = { channels: isQuick ? 10 : 100, events: isQuick ? 60 : 600 };
  const of = <T>(full: T, quick: T): T => (isQuick ? quick : full);
  return [
    {
      name: 'dispatchers killed at random',
      run: (chance) =>
        killDispatchers(of({ kills: 200, deliveries: 20_000 }, { kills: 12, deliveries: 1_200 }), chance),
    },
    {
      name: 'dispatchers ended under load',
      run: () => endUnderLoad({ rounds: of(10, 2), events: of(2_000, 500) }),
    },
    {
      name: 'a dispatcher asleep past its leases',
      run: () =>
        sleepThroughLeases(
          of(
            { events: 100, leaseSeconds: 30, sleepSeconds: 120 },
            { events: 30, leaseSeconds: 1, sleepSeconds: 4 },
          ),
        ),
    },
    { name: 'certificates that do not hold', run: () => failCertificates({ attempts: of(10_000, 600) }) },
    {
      name: 'answers that never end',
      // The allocator takes what it will ever need within some hundred attempts; a short run sees it doing so.
      run: () =>
        endlessAnswers(
          of({ attempts: 4_000, totalMs: 300_000, mib: 32 }, { attempts: 100, totalMs: 3_000, mib: 64 }),
        ),
    },
    { name: 'slow and silent receivers', run: () => waitOutSilence() },
    {
      name: 'receivers as slow as they are let',
      run: () =>
        waitOutSlowness(
          of(
            { silenceMs: 10_000, totalMs: 300_000, each: 16, lateMs: 1_000 },
            { silenceMs: 1_000, totalMs: 7_000, each: 4, lateMs: 1_000 },
          ),
        ),
    },
    { name: 'the schedule, by the clock', run: () => runSchedule({ scale: of(0.000_1, 0.000_02) }) },
    {
      name: 'one dead receiver',
      run: () => oneDead({ ...neighbours, p99Ms: 1_000, backlog: of(200_000, 5_000) }),
    },
    {
      name: 'many dead receivers',
      run: () => manyDead({ ...neighbours, p99Ms: 2_000, dead: of(100, 20), silent: 5 }),
    },
    { name: 'dead names', run: () => deadNames({ ...neighbours, p99Ms: 1_000, names: of(10_000, 1_000) }) },
    {
      name: 'a burst',
      run: () => burst(of({ events: 100_000, drainedMs: 60_000 }, { events: 5_000, drainedMs: null })),
    },
    ...nameScenarios({ isQuick }),
  ];
}

function nameScenarios({ isQuick }: { isQuick: boolean }): Scenario[] {
  const of = <T>(full: T, quick: T): T => (isQuick ? quick : full);
  return [
    { name: 'names rebound', run: () => reboundNames({ tries: of(1_000, 140) }) },
    { name: 'a name rebound before the connection', run: () => flipBeforeConnect({ tries: of(200, 20) }) },
    { name: 'a name rebound between retries', run: () => flipOnRetry() },
    { name: 'a name rebound under a kept connection', run: () => flipUnderKeepAlive({ scale: of(1, 0.05) }) },
  ];
}
