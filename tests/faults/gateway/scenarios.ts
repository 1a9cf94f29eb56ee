import { makeChannel, makeReceiver } from '../../world/actors.ts';
import { GR4VY, makeGatewayMerchant, NMI } from '../../world/gateways.ts';
import { startWorld } from '../../world/world.ts';
import { TOKENLESS_POINTS } from '../kills/crash-points.ts';
import { crashAt } from '../kills/crash-run.ts';
import { type CrashWorld, startCrashWorld } from '../world/crash-world.ts';
import { atGateway, crashSaving, SAVING_POINTS, type Stage, STAGES } from './crash.ts';
import { runGatewayKills } from './kills.ts';
import { CALL_TIMEOUT_MS, GATEWAY_FAULTS, REMEMBERED_FAULTS, runGatewayFault } from './rounds.ts';
import type { Scenario } from '../world/scenario.ts';

const MINUTE_MS = 60_000;
const HELD_AT_ONCE = 2;

/** Gateways, one of which remembers no call: what may have reached that is looked up, and never sent again. */
export function gatewayScenarios(plan: { isQuick: boolean; minutes: number; clients: number }): Scenario[] {
  const { isQuick, minutes, clients } = plan;
  return [
    ...[NMI, GR4VY].map((gateway): Scenario => {
      const kills = isQuick ? 6 : 200;
      return {
        name: `processes killed at random, ${gateway.rail}`,
        run: (chance) => runGatewayKills({ gateway, kills, clients, limitMs: minutes * MINUTE_MS }, chance),
      };
    }),
    ...STAGES.map((stage): Scenario => {
      const name = `processes killed at named points, ${stage.name}`;
      return { name, run: () => killAtPoints(stage, isQuick ? 1 : 20) };
    }),
    {
      name: 'processes killed while a card is saved',
      run: () => killSaving(isQuick ? 1 : 20),
    },
    {
      name: 'each call failed in every way',
      run: () => failEach(isQuick ? 1 : 50),
    },
  ];
}

async function failEach(rounds: number) {
  const world = await startWorld({ providerLimits: { callTimeoutMs: CALL_TIMEOUT_MS } });
  const breaches: string[] = [];
  try {
    const channel = await makeChannel(world);
    const forgetful = await makeGatewayMerchant(world, channel, NMI);
    const remembering = await makeGatewayMerchant(world, channel, GR4VY);
    const all = [
      ...GATEWAY_FAULTS.map((kind) => ({ kind, merchant: forgetful })),
      ...REMEMBERED_FAULTS.map((kind) => ({ kind, merchant: remembering })),
    ];
    for (const { kind, merchant } of all) {
      const found = await runGatewayFault(world, merchant, { kind, rounds });
      breaches.push(...found.map((breach) => `${Object.values(kind).join(' ')}: ${breach}`));
    }
  } finally {
    await world.close();
  }
  return { figures: { kinds: GATEWAY_FAULTS.length + REMEMBERED_FAULTS.length, rounds }, breaches };
}

async function killAtPoints(stage: Stage, rounds: number) {
  const points = TOKENLESS_POINTS.flatMap((point) => Array.from({ length: rounds }, () => point));
  const breaches = await inCrashWorld(async (world) => {
    const channel = await makeChannel(world.through(0));
    await makeReceiver(world.through(0), channel);
    const stopped = await atGateway(world, channel, stage);
    const found: string[] = [];
    for (const point of points) {
      const broken = await crashAt(world, stopped, { point, held: HELD_AT_ONCE });
      found.push(...broken.map((breach) => `${point.name}: ${breach}`));
    }
    return found;
  });
  return { figures: { points: TOKENLESS_POINTS.length, rounds }, breaches };
}

async function killSaving(rounds: number) {
  const points = SAVING_POINTS.flatMap((point) => Array.from({ length: rounds }, () => point));
  const breaches = await inCrashWorld(async (world) => {
    const view = world.through(0);
    const merchant = await makeGatewayMerchant(view, await makeChannel(view), NMI);
    const found: string[] = [];
    for (const point of points) {
      const broken = await crashSaving(world, merchant, point);
      found.push(...broken.map((breach) => `${point.name}: ${breach}`));
    }
    return found;
  });
  return { figures: { points: SAVING_POINTS.length, rounds }, breaches };
}

async function inCrashWorld(work: (world: CrashWorld) => Promise<string[]>): Promise<string[]> {
  const world = await startCrashWorld();
  try {
    return await work(world);
  } finally {
    await world.close();
  }
}
