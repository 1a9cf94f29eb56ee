import { capture, makeOrder, refund, type TestMerchant } from '../../world/actors.ts';
import type { Answer, World } from '../../world/world.ts';
import type { CrashWorld } from '../world/crash-world.ts';

/** Buyers and a merchant who notice nothing of an upgrade: payments without a pause, each step through any process. */
export interface Traffic {
  /** What was answered otherwise than a caller may expect, as sentences. */
  readonly problems: readonly string[];
  /** Payments that were made and refunded so far. */
  payments(): number;
  /** The longest that a call has waited since this was last asked. */
  slowestMs(): number;
  /** Begins to use a process. */
  join(index: number): void;
  /** Uses a process no more; resolves when what was under way there has ended. */
  leave(index: number): Promise<void>;
  stop(): Promise<void>;
}

const CLIENTS = 4;
const LOOK_MS = 10;
const AMOUNT = '20.00';

export function startTraffic(world: CrashWorld, merchant: TestMerchant): Traffic {
  const serving = new Set<number>();
  const underWay = new Map<number, number>();
  const problems: string[] = [];
  let [turn, payments, slowest, isOver] = [0, 0, 0, false];
  const change = (index: number, by: number) => underWay.set(index, (underWay.get(index) ?? 0) + by);

  // The next process in turn, for one step of a payment.
  const step = async <T>(name: string, work: (view: World) => Promise<T>): Promise<T> => {
    const indexes = [...serving];
    const index = indexes[(turn += 1) % indexes.length]!;
    change(index, 1);
    try {
      return await work(timed(world.through(index), (ms) => (slowest = Math.max(slowest, ms))));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`${name} through process ${index}: ${why}`, { cause: error });
    } finally {
      change(index, -1);
    }
  };
  const pay = async () => {
    const order = await step('order', (view) => makeOrder(view, merchant));
    const captured = await step('capture', async (view) => ok(await capture(view, merchant, order.order_id)));
    const { provider_capture_id: taken } = captured.body as { provider_capture_id: string };
    await step('refund', async (view) => ok(await refund(view, merchant, taken, { amount: AMOUNT })));
    payments += 1;
  };
  const client = async () => {
    while (!isOver) {
      if (serving.size === 0) await pause();
      else await pay().catch((error: Error) => problems.push(error.message));
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  return {
    problems,
    payments: () => payments,
    slowestMs: () => {
      const was = slowest;
      slowest = 0;
      return was;
    },
    join: (index) => void serving.add(index),
    leave: async (index) => {
      serving.delete(index);
      while ((underWay.get(index) ?? 0) > 0) await pause();
    },
    stop: async () => {
      isOver = true;
      await Promise.all(clients);
    },
  };
}

function timed(view: World, took: (ms: number) => void): World {
  const call: World['call'] = async (method, to, options) => {
    const began = performance.now();
    try {
      return await view.call(method, to, options);
    } finally {
      took(performance.now() - began);
    }
  };
  return { ...view, call };
}

function ok(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
