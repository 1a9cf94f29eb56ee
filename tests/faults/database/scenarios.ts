import type { Chance } from '../world/chance.ts';
import { hostsApart } from './hosts.ts';
import { type BlockPlan, standInTheWay, stormOfDeadlocks } from './locks.ts';
import { problemsInTheEnd, type Strike, strikeUnderLoad, type Told } from './run.ts';
import { holdSnapshot } from './snapshot.ts';
import {
  cutAtRandom,
  diskFull,
  frozen,
  readOnly,
  refused,
  restarted,
  snapshotHeld,
  terminated,
} from './strikes.ts';
import { type DatabaseWorld, type DatabaseWorldOptions, startDatabaseWorld } from './world.ts';
import type { Report, Scenario } from '../world/scenario.ts';

/** What can go wrong with the database, each with its figures: as long as specified, or the quick form. */
export function databaseScenarios({ isQuick }: { isQuick: boolean }): Scenario[] {
  const of = <T>(full: T, quick: T): T => (isQuick ? quick : full);
  const load = of({ clients: 8, afterMs: 6_000 }, { clients: 4, afterMs: 500 });
  const struck = (strike: Strike, options: DatabaseWorldOptions = {}): Scenario => ({
    name: options.isSandboxBehind ? `${strike.name}, the provider's too` : strike.name,
    run: (chance) => strikeAlone(options, { ...strike, ...load }, chance),
  });
  const within = (
    name: string,
    run: (world: DatabaseWorld) => Promise<Report & { told: Told }>,
  ): Scenario => ({
    name,
    run: () =>
      inWorld({}, async (world) => {
        const { figures, breaches, told } = await run(world);
        return { figures, breaches: [...breaches, ...(await problemsInTheEnd(world, [told]))] };
      }),
  });
  const blocked = (name: string, plan: Omit<BlockPlan, 'callers'>): Scenario =>
    within(name, (world) => standInTheWay(world, { ...plan, callers: 200 }));
  const ahead = of(600, 59);
  return [
    struck(terminated(of({ everyMs: 1_000, forMs: 60_000 }, { everyMs: 500, forMs: 1_500 }))),
    struck(cutAtRandom(of({ mostMs: 1_000, forMs: 60_000 }, { mostMs: 400, forMs: 2_000 }))),
    struck(frozen({ forMs: of(300_000, 6_500) })),
    struck(refused({ forMs: of(60_000, 2_500) })),
    struck(readOnly({ forMs: of(30_000, 1_500) })),
    struck(restarted(of({ times: 20, betweenMs: 3_000 }, { times: 2, betweenMs: 700 })), { on: 'private' }),
    struck(restarted(of({ times: 20, betweenMs: 3_000 }, { times: 2, betweenMs: 700 })), {
      on: 'private',
      isSandboxBehind: true,
    }),
    struck(snapshotHeld({ forMs: of(600_000, 3_000) })),
    struck(diskFull({ forMs: of(30_000, 2_500) }), { on: 'small' }),
    blocked('a table locked', { how: 'locked', operations: 1, forMs: of(30_000, 3_500) }),
    blocked('a table slow', { how: 'slow', operations: 1, forMs: of(30_000, 5_500) }),
    blocked('a table slow for many operations', { how: 'slow', operations: 5, forMs: of(30_000, 5_500) }),
    within('a storm of deadlocks', (world) => stormOfDeadlocks(world, { refunds: of(12, 4) })),
    {
      name: 'a snapshot held beside deliveries',
      run: () =>
        holdSnapshot(
          of(
            { burst: 10_000, perSecond: 500, heldMs: 1_800_000, share: 0.6 },
            { burst: 500, perSecond: 200, heldMs: 3_000, share: null },
          ),
        ),
    },
    {
      name: 'two hosts apart',
      run: (chance) =>
        hostsApart({ aheadSeconds: ahead, thenAheadSeconds: -ahead, forMs: of(60_000, 5_000) }, chance),
    },
  ];
}

async function strikeAlone(
  options: DatabaseWorldOptions,
  plan: Strike & { clients: number; afterMs: number },
  chance: Chance,
): Promise<Report> {
  return inWorld(options, async (world) => {
    const { figures, breaches, counts } = await strikeUnderLoad(world, plan, chance);
    return { figures, breaches: [...breaches, ...(await problemsInTheEnd(world, [counts]))] };
  });
}

async function inWorld(
  options: DatabaseWorldOptions,
  run: (world: DatabaseWorld) => Promise<Report>,
): Promise<Report> {
  const world = await startDatabaseWorld(options);
  try {
    return await run(world);
  } finally {
    await world.close();
  }
}
