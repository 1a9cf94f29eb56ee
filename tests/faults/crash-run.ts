import { randomUUID } from 'node:crypto';
import {
  capture,
  charge,
  makeCapture,
  makeInstrument,
  makeOrder,
  refund,
  type TestMerchant,
} from '../world/actors.ts';
import type { Answer, World } from '../world/world.ts';
import { findBreaches, type ProviderBooks, readProviderBooks, settle } from './books.ts';
import type { CrashPoint, Target } from './crash-points.ts';
import type { CrashWorld } from './crash-world.ts';
import { untilServed } from './served.ts';

const REACHED_LIMIT_MS = 90_000;
const LOOK_MS = 20;
const REFUND_AMOUNT = '5.00';

/** Brings captures, refunds and charges, `held` of each, to the point, kills the process there, starts it again, lets
 *  it settle and asks for everything once more. Returns what was not as it must be, as sentences. */
export async function crashAt(
  world: CrashWorld,
  merchant: TestMerchant,
  run: { point: CrashPoint; held: number },
): Promise<string[]> {
  const { point, held } = run;
  const view = world.through(0);
  const targets = await makeTargets(view, merchant, held);
  // What the buyers' approvals left to do would stand in the way of the point.
  await view.drain();
  if (point.needsFreshProcess) await view.restart();
  const hold = await point.arm(view, targets);
  const asked = targets.map((target) => ask(view, merchant, target));
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
  const settled = await problemsOf(world, 'after the crash');
  const again = await Promise.all(
    targets.map(async (target) => (await untilServed(() => call(view, merchant, target))).status),
  );
  const refused = again.filter((status) => status !== 200).map((status) => `asked again: answered ${status}`);
  const twice = problemsOfEffects(targets, await readProviderBooks(world));
  return [...early, ...settled, ...refused, ...twice, ...(await problemsOf(world, 'asked again'))];
}

/** Everything settled and no rule broken, or the sentences that say what is not. */
export async function problemsOf(world: CrashWorld, when: string): Promise<string[]> {
  const open = await settle(world);
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

async function makeTargets(view: World, merchant: TestMerchant, held: number): Promise<Target[]> {
  const captures = Array.from({ length: held }, async () => {
    const order = await makeOrder(view, merchant);
    return { ...order, operation: 'capture' as const, capture_id: '', key: '', customer_ref: '' };
  });
  const refunds = Array.from({ length: held }, async () => {
    const taken = await makeCapture(view, merchant);
    return { ...taken, operation: 'refund' as const, key: randomUUID(), customer_ref: '' };
  });
  const charges = Array.from({ length: held }, async () => {
    const { customer_ref } = await makeInstrument(view, merchant);
    const nothing = { order_id: '', transaction_id: '', capture_id: '' };
    return { ...nothing, operation: 'charge' as const, key: randomUUID(), customer_ref };
  });
  return Promise.all([...captures, ...refunds, ...charges]);
}

// Who waits for a lock may also be a worker that heard of an effect sooner than the caller did.
async function isDone(world: CrashWorld, point: CrashPoint, targets: readonly Target[]): Promise<boolean> {
  if (!point.isCarriedOut) return true;
  const books = await readProviderBooks(world);
  return targets.every((target) => effectsOf(target, books) > 0);
}

// A process that dies under the call answers nothing: null.
async function ask(view: World, merchant: TestMerchant, target: Target): Promise<number | null> {
  const answer = call(view, merchant, target);
  return answer.then(
    ({ status }) => status,
    () => null,
  );
}

function call(view: World, merchant: TestMerchant, target: Target): Promise<Answer> {
  const { order_id, capture_id, key, customer_ref } = target;
  switch (target.operation) {
    case 'capture':
      return capture(view, merchant, order_id);
    case 'refund':
      return refund(view, merchant, capture_id, { amount: REFUND_AMOUNT, key });
    case 'charge':
      // The provider shows the description, by which the charge of this key is found there.
      return charge(view, merchant, { customer_ref, key, description: key });
  }
}

function problemsAtKill(point: CrashPoint, targets: readonly Target[], books: ProviderBooks): string[] {
  const expected = point.isCarriedOut ? 1 : 0;
  return targets
    .map((target) => effectsOf(target, books))
    .filter((effects) => (point.isCarriedOut === null ? effects > 1 : effects !== expected))
    .map((effects) => `at the kill the provider had carried it out ${effects} times`);
}

function problemsOfEffects(targets: readonly Target[], books: ProviderBooks): string[] {
  return targets
    .map((target) => ({ target, effects: effectsOf(target, books) }))
    .filter(({ effects }) => effects !== 1)
    .map(({ target, effects }) => `a ${target.operation} was carried out ${effects} times`);
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
