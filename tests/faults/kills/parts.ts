import { makeChannel, makeConnectedMerchant, makeReceiver } from '../../world/actors.ts';
import { chanceOf } from '../world/chance.ts';
import { startCrashWorld } from '../world/crash-world.ts';
import { row, say, showBreaches } from '../world/shown.ts';
import { CRASH_POINTS, type CrashPoint } from './crash-points.ts';
import { atWallet, crashAt } from './crash-run.ts';
import { type KillReport, runRandomKills } from './random-kills.ts';

const HELD_AT_ONCE = 2;
// Captures, refunds and charges.
const OPERATIONS = 3;
const MINUTE_MS = 60_000;

interface KillPlan {
  seed: number;
  kills: number;
  clients: number;
  minutes: number;
}

/** Kills processes at random under clients. True when everything held. */
export async function runKills(plan: KillPlan): Promise<boolean> {
  const { seed, kills, clients, minutes } = plan;
  if (kills === 0) return true;
  const report = await runRandomKills({ kills, clients, limitMs: minutes * MINUTE_MS }, chanceOf(seed));
  showKills(report, plan);
  return report.breaches.length === 0;
}

/** Kills processes at each named point, for its share of the minutes. True when everything held. */
export async function runPoints({ rounds, minutes }: { rounds: number; minutes: number }): Promise<boolean> {
  if (rounds === 0) return true;
  let isSound = true;
  const until = performance.now() + minutes * MINUTE_MS;
  say(`\n${row('killed at', 'rounds', 'operations', 'breaches')}`);
  for (const [index, point] of CRASH_POINTS.entries()) {
    // Every point has its share of the time that is left.
    const share = (until - performance.now()) / (CRASH_POINTS.length - index);
    isSound = (await runPoint(point, rounds, share)) && isSound;
  }
  return isSound;
}

function showKills(report: KillReport, plan: KillPlan): void {
  const { breaches, settledMs, ...counts } = report;
  say(`\nKilled at random: ${report.kills} of ${plan.kills} kills within the time, ${plan.clients} clients`);
  for (const [name, count] of Object.entries(counts)) say(`  ${name.padEnd(12)}${String(count).padStart(8)}`);
  say(`  ${'settled'.padEnd(12)}${(settledMs / 1000).toFixed(1).padStart(8)} s after the last`);
  say(`  ${'breaches'.padEnd(12)}${String(breaches.length).padStart(8)}`);
  showBreaches(breaches);
}

async function runPoint(point: CrashPoint, rounds: number, limitMs: number): Promise<boolean> {
  const until = performance.now() + limitMs;
  const breaches: string[] = [];
  let done = 0;
  const world = await startCrashWorld();
  try {
    const view = world.through(0);
    const channel = await makeChannel(view);
    const merchant = await makeConnectedMerchant(view, channel);
    await makeReceiver(view, channel);
    for (; done < rounds && (done === 0 || performance.now() < until); done += 1) {
      breaches.push(...(await crashAt(world, atWallet(merchant), { point, held: HELD_AT_ONCE })));
    }
  } catch (error) {
    breaches.push(error instanceof Error ? error.message : String(error));
  } finally {
    await world.close();
  }
  const operations = done * HELD_AT_ONCE * OPERATIONS;
  say(row(point.name, `${done} of ${rounds}`, String(operations), String(breaches.length)));
  showBreaches(breaches);
  return breaches.length === 0;
}
