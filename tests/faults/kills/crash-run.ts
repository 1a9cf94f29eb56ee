import { randomUUID } from 'node:crypto';
import {
  capture,
  charge,
  makeCapture,
  makeInstrument,
  makeOrder,
  refund,
  type TestMerchant,
} from '../../world/actors.ts';
import type { World } from '../../world/world.ts';
import { findBreaches, type ProviderBooks, readProviderBooks, settle } from '../books/books.ts';
import type { CrashPoint, Target } from './crash-points.ts';
import type { CrashWorld } from '../world/crash-world.ts';
import { untilServed } from '../world/served.ts';

const REACHED_LIMIT_MS = 90_000;
const LOOK_MS = 20;
const ENDED: ReadonlySet<number> = new Set([400, 409]);
/** Less than is ever paid. */
export const REFUND_AMOUNT = '5.00';

/** What is stopped at a point, and what may become of it. */
export interface Stopped {
  /** So many of each operation, each ready to be asked for. */
  makeTargets(view: World, held: number): Promise<Target[]>;
  /** Whether the provider remembers what it was asked for. What may have reached one that does not is looked up and not sent
   *  again: where it did not arrive, it has ended. */
  remembers: boolean;
  settledWithin?: { rounds: number; seconds: number };
}

/** Brings what is to be stopped to the point, `held` of each operation, kills the process there, starts it again, lets it settle
 *  and asks for everything once more. Returns what was not as it must be, as sentences. */
export async function crashAt(
  world: CrashWorld,
  stopped: Stopped,
  run: { point: CrashPoint; held: number },
): Promise<string[]> {
  const { point, held } = run;
  const view = world.through(0);
  const targets = await stopped.makeTargets(view, held);
  // What the buyers' approvals left to do would stand in the way of the point.
  await view.drain();
  if (point.needsFreshProcess) await view.restart();
  const hold = await point.arm(view, targets);
  const asked = targets.map((target) => ask(view, target));
  let early: string[];
  try {
    await until(async () => (await hold.reached()) && (await isDone(world, point, targets)), point.name);
    early = problemsAtKill(point, targets, await readProviderBooks(world));
  } finally {
    await world.kill(0);
    await Promise.all(asked);
    await hold.release();
    await world.revive(0);
  }
  const { settledWithin } = stopped;
  const settled = await problemsOf(world, 'after the crash', settledWithin);
  const again = await Promise.all(
    targets.map(async (target) => {
      const { status } = await untilServed(() => target.ask(view));
      return { target, status };
    }),
  );
  const mayHaveEnded = !stopped.remembers && point.isCarriedOut !== true;
  const twice = problemsOfEffects(again, { mayHaveEnded, books: await readProviderBooks(world) });
  return [...early, ...settled, ...twice, ...(await problemsOf(world, 'asked again', settledWithin))];
}

/** Everything settled and no rule broken, or the sentences that say what is not. */
export async function problemsOf(
  world: CrashWorld,
  when: string,
  within?: Stopped['settledWithin'],
): Promise<string[]> {
  const open = await settle(world, within);
  const left = open === 0 ? [] : [`${open} not settled`];
  return [...left, ...(await findBreaches(world))].map((sentence) => `${when}: ${sentence}`);
}

/** Waits until `condition` holds. Throws after a limit. */
export async function until(
  condition: () => Promise<boolean>,
  what: string,
  limitMs = REACHED_LIMIT_MS,
): Promise<void> {
  const began = performance.now();
  while (!(await condition())) {
    if (performance.now() - began > limitMs) throw new Error(`not reached: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** Captures, refunds and charges at the wallet. */
export function atWallet(merchant: TestMerchant): Stopped {
  const nothing = { order_id: '', transaction_id: '', capture_id: '', key: '', customer_ref: '' };
  const making: ((view: World) => Promise<Target>)[] = [
    async (view) => {
      const order = await makeOrder(view, merchant);
      const of = { ...nothing, ...order, operation: 'capture', wire: 'orders.capture' } as const;
      return { ...of, ask: (asked) => capture(asked, merchant, order.order_id) };
    },
    async (view) => {
      const taken = await makeCapture(view, merchant);
      const key = randomUUID();
      const of = { ...nothing, ...taken, key, operation: 'refund', wire: 'captures.refund' } as const;
      return {
        ...of,
        ask: (asked) => refund(asked, merchant, taken.capture_id, { amount: REFUND_AMOUNT, key }),
      };
    },
    async (view) => {
      const { customer_ref } = await makeInstrument(view, merchant);
      const key = randomUUID();
      const of = { ...nothing, customer_ref, key, operation: 'charge', wire: 'orders.create' } as const;
      // The provider shows the description, by which the charge of this key is found there.
      return { ...of, ask: (asked) => charge(asked, merchant, { customer_ref, key, description: key }) };
    },
  ];
  return { remembers: true, makeTargets: (view, held) => makeEach(making, view, held) };
}

/** So many of each. */
export function makeEach(
  making: readonly ((view: World) => Promise<Target>)[],
  view: World,
  held: number,
): Promise<Target[]> {
  return Promise.all(making.flatMap((make) => Array.from({ length: held }, () => make(view))));
}

// Who waits for a lock may also be a worker that heard of an effect sooner than the caller did.
async function isDone(world: CrashWorld, point: CrashPoint, targets: readonly Target[]): Promise<boolean> {
  if (!point.isCarriedOut) return true;
  const books = await readProviderBooks(world);
  return targets.every((target) => effectsOf(target, books) > 0);
}

// A process that dies under the call answers nothing: null. Who waits for a lock is told before all the others have come to it, where the
// machine is busy, and comes again.
async function ask(view: World, target: Target): Promise<number | null> {
  return untilServed(() => target.ask(view)).then(
    ({ status }) => status,
    () => null,
  );
}

function problemsAtKill(point: CrashPoint, targets: readonly Target[], books: ProviderBooks): string[] {
  const expected = point.isCarriedOut ? 1 : 0;
  return targets
    .map((target) => effectsOf(target, books))
    .filter((effects) => (point.isCarriedOut === null ? effects > 1 : effects !== expected))
    .map((effects) => `at the kill the provider had carried it out ${effects} times`);
}

// What has ended without an effect is refused, and says so.
function problemsOfEffects(
  again: readonly { target: Target; status: number }[],
  { mayHaveEnded, books }: { mayHaveEnded: boolean; books: ProviderBooks },
): string[] {
  return again.flatMap(({ target, status }) => {
    const effects = effectsOf(target, books);
    const hasEnded = mayHaveEnded && ENDED.has(status);
    const refused = status === 200 || hasEnded ? [] : [`asked again: answered ${status}`];
    if (effects === (hasEnded ? 0 : 1)) return refused;
    return [...refused, `a ${target.operation} was carried out ${effects} times, and answered ${status}`];
  });
}

function effectsOf(target: Target, books: ProviderBooks): number {
  const taken = books.captures.filter((held) => held.is_taken);
  switch (target.operation) {
    case 'capture':
      return taken.filter((held) => held.order_id === target.order_id).length;
    case 'refund':
      return books.refunds.filter((held) => held.capture_id === target.capture_id && held.is_done).length;
    case 'charge':
      return taken.filter((held) => held.description === target.key).length;
  }
}
