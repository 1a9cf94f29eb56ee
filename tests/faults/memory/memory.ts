import { setTimeout as pause } from 'node:timers/promises';
import {
  charge,
  makeChannel,
  makeConnectedMerchant,
  makeCapture,
  makeInstrument,
  makeReceiver,
  refund,
  type TestMerchant,
} from '../../world/actors.ts';
import { findBreaches, settle } from '../books/books.ts';
import { type CrashWorld, startCrashWorld } from '../world/crash-world.ts';
import type { Report, Scenario } from '../world/scenario.ts';

const MIB = 2 ** 20;
const COLLECTED_WITHIN_MS = 500;
const HOUR_SECONDS = 3_600;
const AT_ONCE = 4;
const ROUNDS_MIN = 6;
// What caches take until they are full, what Node compiles late, and what a collection leaves to the next one.
const GROWTH_MIB_MAX = 8;

export interface MemoryPlan {
  /** Rounds go on until they took this long, and are six at least. */
  forMs: number;
  /** How many payments each of four callers makes in a round. */
  payments: number;
}

/** Hours of what a service does all day, told by a clock that is moved on by one after each round. */
export function memoryScenarios({ isQuick, minutes }: { isQuick: boolean; minutes: number }): Scenario[] {
  const plan = { forMs: minutes * 60_000, payments: isQuick ? 5 : 25 };
  return [{ name: 'hours of payments, notices and deliveries', run: () => growOverHours(plan) }];
}

/** Payments, refunds, charges, the provider's notices of them and their deliveries, round after round: what is in use
 *  after a collection levels off. */
export async function growOverHours(plan: MemoryPlan): Promise<Report> {
  const NODE_OPTIONS = `--expose-gc --import ${new URL('./collecting.ts', import.meta.url).href}`;
  const world = await startCrashWorld({ env: () => ({ NODE_OPTIONS }) });
  try {
    const channel = await makeChannel(world.through(0));
    const merchant = await makeConnectedMerchant(world.through(0), channel);
    const receiver = await makeReceiver(world.through(0), channel);
    const { customer_ref } = await makeInstrument(world.through(0), merchant);
    const heapMib: number[] = [];
    let failed = 0;
    const until = performance.now() + plan.forMs;
    while (heapMib.length < ROUNDS_MIN || performance.now() < until) {
      failed += await work(world, merchant, { customer_ref, payments: plan.payments });
      await world.drain();
      await world.advance(HOUR_SECONDS);
      await world.drain();
      heapMib.push(await inUseMib(world));
    }
    const open = await settle(world);
    const deliveries = await receiver.deliveries();
    return {
      figures: { ...figuresOf(heapMib), payments: heapMib.length * plan.payments * AT_ONCE, failed },
      breaches: [
        ...(failed === 0 ? [] : [`${failed} calls failed`]),
        ...(open === 0 ? [] : [`${open} not settled`]),
        ...(deliveries.some(({ signature_valid }) => signature_valid !== true)
          ? ['a delivery does not verify']
          : []),
        ...(deliveries.length > 0 ? [] : ['nothing was delivered']),
        ...growthOf(heapMib),
        ...(await findBreaches(world)),
      ],
    };
  } finally {
    await world.close();
  }
}

async function work(
  world: CrashWorld,
  merchant: TestMerchant,
  { customer_ref, payments }: { customer_ref: string; payments: number },
): Promise<number> {
  const view = world.through(0);
  let failed = 0;
  const count = ({ status }: { status: number }): void => void (failed += Number(status !== 200));
  const caller = async (): Promise<void> => {
    for (let n = 0; n < payments; n += 1) {
      const { capture_id, captured } = await makeCapture(view, merchant);
      count(captured);
      count(await refund(view, merchant, capture_id, { amount: '5.00', key: capture_id }));
      count(await charge(view, merchant, { customer_ref }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  return failed;
}

async function inUseMib(world: CrashWorld): Promise<number> {
  process.kill(world.pid(0), 'SIGUSR2');
  await pause(COLLECTED_WITHIN_MS);
  const text = await (await fetch(`${world.base_url}/metrics`)).text();
  const used = /^fairway_nodejs_heap_size_used_bytes (\S+)$/m.exec(text)![1];
  return Number(used) / MIB;
}

/** The least that was in use in a quarter of the rounds is what was not given back in it: the last against the second, by
 *  which everything was done often. */
export function growthOf(heapMib: readonly number[]): string[] {
  const quarter = Math.ceil(heapMib.length / 4);
  const grown = Math.min(...heapMib.slice(-quarter)) - Math.min(...heapMib.slice(quarter, 2 * quarter));
  return grown > GROWTH_MIB_MAX ? [`what is in use grew by ${grown.toFixed(1)} MiB`] : [];
}

function figuresOf(heapMib: readonly number[]): Record<string, number> {
  const round = (mib: number): number => Math.round(mib * 10) / 10;
  const half = Math.floor(heapMib.length / 2);
  return {
    hours: heapMib.length,
    heap_first_mib: round(heapMib[0]!),
    heap_half_mib: round(heapMib[half]!),
    heap_last_mib: round(heapMib.at(-1)!),
  };
}
