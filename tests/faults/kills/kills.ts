import { setTimeout as wait } from 'node:timers/promises';
import type { Answer, World } from '../../world/world.ts';
import type { Chance } from '../world/chance.ts';
import type { CrashWorld } from '../world/crash-world.ts';

const TRIES_MAX = 4;
const CUT_PAUSE_MS = 150;
const UP_MIN_MS = 100;
const DOWN_MAX_MS = 300;
const PASSING_FAULTS = ['error', 'error_after_commit', 'reset', 'reset_after_commit', 'garbage'] as const;

export interface Kills {
  kills: number;
  limitMs: number;
  /** A process is up for no longer than this. */
  upMaxMs: number;
  /** Operations of the provider, one of which fails before this share of the kills. */
  wire: readonly string[];
  failing: number;
}

/** Kills each process at random moments, one killer for each, so that all may be down at a time. Returns how often. */
export async function killAtRandom(world: CrashWorld, plan: Kills, chance: Chance): Promise<number> {
  const until = performance.now() + plan.limitMs;
  const turns = Array.from({ length: world.processes }, async (_, index) => {
    const own = chance.fork(index);
    let killed = 0;
    while (killed < plan.kills / world.processes && performance.now() < until) {
      await wait(own.between(UP_MIN_MS, plan.upMaxMs));
      if (own.is(plan.failing)) await failOnce(world, plan.wire, own);
      await world.kill(index);
      killed += 1;
      await wait(own.between(0, DOWN_MAX_MS));
      await world.revive(index);
    }
    return killed;
  });
  return (await Promise.all(turns)).reduce((sum, killed) => sum + killed, 0);
}

async function failOnce(world: CrashWorld, wire: readonly string[], chance: Chance): Promise<void> {
  const [operation, mode] = [chance.pick(wire), chance.pick(PASSING_FAULTS)];
  await world.control('POST', 'faults', { operation, mode, times: chance.between(1, 4) });
}

/** What became of the calls of clients while processes were killed. */
export interface Calls {
  calls: number;
  cut: number;
  unclear: number;
  unexpected: string[];
}

export function noCalls(): Calls {
  return { calls: 0, cut: 0, unclear: 0, unexpected: [] };
}

/** A call that was cut or answered 503 is asked again, of any process, as a careful client would; no other failure of ours
 *  is allowed. Null when it was never answered. */
export async function insist(
  world: CrashWorld,
  run: { chance: Chance; counts: Calls },
  call: (view: World) => Promise<Answer>,
): Promise<Answer | null> {
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    run.counts.calls += 1;
    const answer = await call(world.through(run.chance.between(0, world.processes))).catch(() => null);
    if (answer && answer.status < 500) return answer;
    if (answer && answer.status !== 503) run.counts.unexpected.push(`answered ${answer.status}`);
    if (answer) run.counts.unclear += 1;
    else run.counts.cut += 1;
    await wait(CUT_PAUSE_MS * (attempt + 1));
  }
  return null;
}
