import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { newAuthority } from '../../../service/src/poster/fixtures/certificate.ts';
import { makeChannel, makeConnectedMerchant, makeOrder, type TestMerchant } from '../../world/actors.ts';
import { freePort } from '../../world/free-port.ts';
import { type CrashWorld, startCrashWorld } from '../world/crash-world.ts';
import type { Attack, Attacker } from './attacker.ts';
import type { Report, Scenario } from '../world/scenario.ts';

const RECEIVER = 'endless.faults.test';
const CALM_MS = 2_000;
const MEDIAN_MS_MAX = 50;
const GROWTH_MIB_MAX = 100;
const MIB = 1024 * 1024;
const TRIES = 3;
const ENDLESS_DELIVERIES = 16;

const ATTACKS: Readonly<Record<Attack, string>> = {
  anonymous_json: 'bodies of 26,000 fields from nobody',
  deaf_readers: 'readers that never read',
  many_items: '80,000 items with one key',
  endless_interim: 'a receiver that answers 100 without end',
  certificates: 'notices that each name a certificate',
};

/** What strangers, and one tenant of many, try at a service that others use meanwhile. */
export function doorScenarios({ isQuick }: { isQuick: boolean }): Scenario[] {
  const forMs = isQuick ? 3_000 : 30_000;
  return (Object.keys(ATTACKS) as Attack[]).map((attack) => ({
    name: ATTACKS[attack],
    run: async () => {
      const held = await holdDoor(attack, { calmMs: CALM_MS, forMs });
      const { failed, ...rest } = held;
      const breaches = [
        ...breachesOf(held),
        ...(rest.asked_again > 0 ? [`a valid caller asked again ${rest.asked_again} times`] : []),
        ...(rest.growth_mib > GROWTH_MIB_MAX ? [`the process grew by ${rest.growth_mib} MiB`] : []),
        ...(rest.median_ms > MEDIAN_MS_MAX ? [`a valid caller waits ${rest.median_ms} ms`] : []),
      ];
      return { figures: { failed: failed.length, ...rest }, breaches } satisfies Report;
    },
  }));
}

export interface Held {
  /** How often the attacker began something, and how often the service refused or ended it. */
  began: number;
  ended: number;
  /** What a valid caller was told instead of an answer, also when it asked again. */
  failed: string[];
  /** How often a valid caller had to ask again: whatever has a deadline, a busy machine may let pass. */
  asked_again: number;
  calls: number;
  calm_median_ms: number;
  median_ms: number;
  growth_mib: number;
  /** Sockets and files that the process holds in the end; 0 where the machine does not tell. */
  held_open: number;
  /** Certificates that were asked for at the provider. */
  fetches: number;
}

/** What may not be, however slow the machine is. */
export function breachesOf({ began, failed }: Held): string[] {
  return [
    ...(began === 0 ? ['the attack did not begin'] : []),
    ...failed.slice(0, 1).map((what) => `${failed.length} calls of a valid caller failed: ${what}`),
  ];
}

/** Attacks a service in a process of its own while a valid caller goes on calling it. */
export async function holdDoor(
  attack: Attack,
  times: { calmMs: number; forMs: number; beginsMin?: number },
): Promise<Held> {
  const port = await freePort();
  const authority = newAuthority();
  const connectTo = { WEBHOOK_CONNECT_TO: `${RECEIVER}:443:127.0.0.1:${port}`, WEBHOOK_CA: authority.ca };
  const world = await startCrashWorld({ env: () => connectTo });
  try {
    const merchant = await makeConnectedMerchant(world.through(0), await makeChannel(world.through(0)));
    const calm = await callFor(world, merchant, times.calmMs);
    const before = await residentMib(world);
    const counts = new SharedArrayBuffer(8);
    const { base_url, sandbox_url: provider_url } = world;
    const receiver = { port, ...authority.issue([RECEIVER]) };
    const { key, merchant_id } = merchant;
    const workerData: Attacker = { attack, base_url, provider_url, key, merchant_id, receiver, counts };
    const worker = new Worker(new URL('./attacker.ts', import.meta.url), { workerData });
    try {
      if (attack === 'endless_interim') await deliverTo(world, merchant);
      const begins = new Int32Array(counts);
      // However long the attacker takes to begin.
      const isEnough = () => (begins[0] ?? 0) > (times.beginsMin ?? 0);
      const during = await callFor(world, merchant, times.forMs, isEnough);
      const growth_mib = Math.round((await residentMib(world)) - before);
      const [began = 0, ended = 0] = begins;
      return {
        ...{ began, ended, failed: [...calm.failed, ...during.failed] },
        asked_again: calm.asked_again + during.asked_again,
        ...{ calls: during.ms.length, calm_median_ms: medianOf(calm.ms), median_ms: medianOf(during.ms) },
        ...{ growth_mib, held_open: await figureOf(world, 'open_fds'), fetches: await countFetches(world) },
      };
    } finally {
      await worker.terminate();
    }
  } finally {
    await world.close();
  }
}

// Each of these orders is told to the receiver that never ends.
async function deliverTo(world: CrashWorld, merchant: TestMerchant): Promise<void> {
  const body = { url: `https://${RECEIVER}/endless`, event_types: null };
  await world.call('POST', '/api/channel/webhook-endpoints', { key: merchant.key, body });
  for (let n = 0; n < ENDLESS_DELIVERIES; n += 1) await makeOrder(world.through(0), merchant);
}

async function callFor(world: CrashWorld, merchant: TestMerchant, forMs: number, isEnough = () => true) {
  const ms: number[] = [];
  const failed: string[] = [];
  let asked_again = 0;
  let inARow = 0;
  for (const until = performance.now() + forMs; performance.now() < until || !isEnough(); await pause(5)) {
    const from = performance.now();
    try {
      const { status } = await world.call('GET', '/api/channel/merchants?limit=1', { key: merchant.key });
      inARow = status === 503 ? inARow + 1 : 0;
      if (inARow > 0 && inARow < TRIES) asked_again += 1;
      else if (status !== 200) failed.push(String(status));
    } catch (error) {
      failed.push(String((error as Error).cause ?? error));
    }
    ms.push(performance.now() - from);
  }
  return { ms, failed, asked_again };
}

const residentMib = async (world: CrashWorld) => (await figureOf(world, 'resident_memory_bytes')) / MIB;

// 0 where the machine does not tell.
async function figureOf({ base_url }: CrashWorld, name: string): Promise<number> {
  const text = await (await fetch(`${base_url}/metrics`)).text();
  return Number(new RegExp(`^fairway_process_${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
}

async function countFetches(world: CrashWorld): Promise<number> {
  const { body } = await world.control('GET', 'requests?limit=200');
  const items = body.items as { path: string }[];
  return items.filter(({ path }) => path.includes('/notifications/certs/')).length;
}

function medianOf(ms: readonly number[]): number {
  const sorted = ms.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)]! * 10) / 10;
}
