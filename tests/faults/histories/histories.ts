import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { capture, makeChannel, makeConnectedMerchant, makeSession, refund } from '../../world/actors.ts';
import type { TestMerchant } from '../../world/actors.ts';
import type { Answer, World } from '../../world/world.ts';
import { type Chance, chanceOf } from '../world/chance.ts';
import { type CrashWorld, startCrashWorld } from '../world/crash-world.ts';
import { closeBatch, figuresOf } from './books.ts';
import { type BatchPlan, planBatch, type Step, type Turn } from './plans.ts';

const PROCESSES = 2;
// A seller takes by hand what comes in a currency that it does not hold, so each currency has its own.
const SELLERS = [
  { currency: 'USD', fee: {} },
  { currency: 'USD', fee: { platform_fee_percent: 2.9, platform_fee_fixed_minor_units: 30 } },
  { currency: 'EUR', fee: { platform_fee_percent: 5.8 } },
  { currency: 'JPY', fee: { platform_fee_percent: 3.3333 } },
  { currency: 'HUF', fee: { platform_fee_percent: 10 } },
] as const;
const AT_ONCE = 6;
// Longer than a killed process is away, and more often than the provider fails at a turn.
const TRIES_MAX = 12;
const BREACHES_MAX = 100;
const CUT_PAUSE_MS = 100;
const LEASE_SECONDS = 3;
const TERMS = { type: 'fee_share', description: 'A quarter', fee_share_basis_points: 2_500 };

interface HistoriesPlan {
  seed: number;
  histories: number;
  /** How many go on side by side until all is settled and checked. */
  batch: number;
  /** How many batches a world sees before it is made anew. */
  batchesInWorld: number;
  limitMs: number;
  onBatch?: (done: number) => void;
}

interface HistoriesReport {
  histories: number;
  calls: number;
  kills: number;
  captures: number;
  refunds: number;
  reconciled: number;
  mended: number;
  /** Sentences, each behind the seed of the batch that shows it. */
  breaches: string[];
}

type Seller = TestMerchant & { currency: string };

interface Run {
  world: CrashWorld;
  merchants: Seller[];
  counts: { calls: number; kills: number; unexpected: string[] };
}

/** Has random payments paid, returned, reversed and disputed side by side, while the clock moves, the provider fails and
 *  processes are killed, and holds the books of both sides and the service's own against each other after every batch. What is
 *  done comes of the seed; what a kill or a fault strikes is up to the machine. */
export async function runHistories(plan: HistoriesPlan): Promise<HistoriesReport> {
  const report = { histories: 0, calls: 0, kills: 0, captures: 0, refunds: 0, reconciled: 0, mended: 0 };
  const breaches: string[] = [];
  const until = performance.now() + plan.limitMs;
  const isOver = () =>
    report.histories >= plan.histories || breaches.length >= BREACHES_MAX || performance.now() > until;
  for (let batch = 0; !isOver();) {
    const run = await begin();
    try {
      let isBroken = false;
      for (let nth = 0; nth < plan.batchesInWorld && !isBroken && !isOver(); nth += 1, batch += 1) {
        const size = Math.min(plan.batch, plan.histories - report.histories);
        const chance = chanceOf(plan.seed).fork(batch);
        const found = await runBatch(run, planBatch(chance, size), chance.fork(500_000));
        // What is broken in a world would break every batch behind it.
        isBroken = found.length > 0;
        breaches.push(...found.map((sentence) => `batch ${batch}: ${sentence}`));
        report.histories += size;
        plan.onBatch?.(report.histories);
      }
      addUp(report, run, await figuresOf(run.world));
    } finally {
      await run.world.close();
    }
  }
  if (report.histories < plan.histories && breaches.length === 0) breaches.push('not all within the time');
  return { ...report, breaches };
}

type Figures = Awaited<ReturnType<typeof figuresOf>>;

function addUp(report: Omit<HistoriesReport, 'breaches'>, { counts }: Run, figures: Figures): void {
  report.calls += counts.calls;
  report.kills += counts.kills;
  for (const name of ['captures', 'refunds', 'reconciled', 'mended'] as const) report[name] += figures[name];
}

async function begin(): Promise<Run> {
  const world = await startCrashWorld({ processes: PROCESSES, leaseSeconds: LEASE_SECONDS });
  const view = world.through(0);
  const channel = await makeChannel(view);
  await view.operator('PUT', `channels/${channel.channel_id}/terms`, TERMS);
  const merchants: Seller[] = [];
  for (const { currency, fee } of SELLERS) {
    const merchant = await makeConnectedMerchant(view, channel, { currency });
    await view.operator('PATCH', `merchants/${merchant.merchant_id}`, fee);
    merchants.push({ ...merchant, currency });
  }
  return { world, merchants, counts: { calls: 0, kills: 0, unexpected: [] } };
}

async function runBatch(run: Run, plan: BatchPlan, chance: Chance): Promise<string[]> {
  const { world, counts } = run;
  const histories = plan.histories.map((steps, nth) => ({
    ...{ steps, chance: chance.fork(nth), merchant: sellerFor(run, steps, nth) },
    ...{ capture_id: null as string | null, dispute_id: null as string | null },
  }));
  for (const [nth, turn] of plan.turns.entries()) {
    await beginTurn(world, turn);
    const killed = killOnce(run, turn, nth);
    const waiting = histories.filter(({ steps }) => steps.length > nth);
    const next = waiting.values();
    const walk = async () => {
      for (const history of next) await takeStep(run, history, history.steps[nth]!);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, walk));
    await killed;
  }
  const breaches = [...(await closeBatch(world, plan)), ...counts.unexpected];
  counts.unexpected = [];
  return breaches;
}

function sellerFor({ merchants }: Run, steps: readonly Step[], nth: number): TestMerchant {
  const paid = steps.find((step) => step.kind === 'pay')!;
  const able = merchants.filter(({ currency }) => currency === paid.currency);
  return able[nth % able.length]!;
}

async function beginTurn(world: CrashWorld, turn: Turn): Promise<void> {
  if (turn.notices) await world.control('POST', 'notices', { mode: turn.notices });
  if (turn.fault) await world.control('POST', 'faults', turn.fault);
  if (turn.advance_seconds > 0) await world.through(0).advance(turn.advance_seconds);
}

async function killOnce({ world, counts }: Run, turn: Turn, nth: number): Promise<void> {
  if (turn.kill_after_ms === null) return;
  const index = nth % PROCESSES;
  await wait(turn.kill_after_ms);
  await world.kill(index);
  counts.kills += 1;
  await world.revive(index);
}

interface History {
  steps: Step[];
  chance: Chance;
  merchant: TestMerchant;
  capture_id: string | null;
  dispute_id: string | null;
}

async function takeStep(run: Run, history: History, step: Step): Promise<void> {
  if (step.kind === 'pay') {
    history.capture_id = await pay(run, history, step);
    return;
  }
  const { capture_id, dispute_id, merchant } = history;
  if (capture_id === null) return;
  const there = (act: string, body: object) =>
    run.world.control('POST', `captures/${capture_id}/${act}`, body);
  const amount = 'amount' in step && step.amount !== null ? { amount: step.amount } : {};
  switch (step.kind) {
    case 'refund': {
      const key = randomUUID();
      await insist(run, history, (view) => refund(view, merchant, capture_id, { amount: step.amount, key }));
      return;
    }
    case 'refund_there':
      await there('refund', amount);
      return;
    case 'reverse':
      await there('reverse', amount);
      return;
    case 'dispute':
      history.dispute_id =
        (await there('dispute', { reason: 'UNAUTHORISED', ...amount })).body.dispute_id ?? null;
      return;
    case 'resolve':
      if (dispute_id !== null) {
        await run.world.control('POST', `disputes/${dispute_id}/resolve`, { outcome: step.outcome });
      }
      return;
    case 'wait':
      return;
  }
}

async function pay(
  run: Run,
  history: History,
  { amount, currency, funding_source }: Extract<Step, { kind: 'pay' }>,
): Promise<string | null> {
  const { merchant } = history;
  const session = await insist(run, history, (view) => makeSession(view, merchant, { amount, currency }));
  if (session?.status !== 201) return null;
  const path = `/api/checkout-sessions/${session.body.id}/orders`;
  const order = await insist(run, history, (view) => view.call('POST', path, { body: {} }));
  if (order?.status !== 201) return null;
  const { order_id } = order.body;
  const choice = funding_source === null ? {} : { funding_source };
  await run.world.control('POST', `orders/${order_id}/approve`, choice);
  const paid = await insist(run, history, (view) => capture(view, merchant, order_id));
  return paid?.status === 200 ? (paid.body.provider_capture_id ?? null) : null;
}

// A call that was cut or answered 503 is asked again, of any process; no other failure of ours is allowed.
async function insist(
  { world, counts }: Run,
  { chance }: History,
  call: (view: World) => Promise<Answer>,
): Promise<Answer | null> {
  let last = '';
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    counts.calls += 1;
    const answer = await call(world.through(chance.between(0, PROCESSES))).catch(() => null);
    if (answer && answer.status < 500) return answer;
    if (answer && answer.status !== 503) {
      counts.unexpected.push(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    last = answer ? `answered ${answer.status}` : 'cut';
    await wait(CUT_PAUSE_MS * (attempt + 1));
  }
  counts.unexpected.push(`given up after ${TRIES_MAX} tries, ${last} at the last`);
  return null;
}
