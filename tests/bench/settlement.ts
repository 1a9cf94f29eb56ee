import { setTimeout as pause } from 'node:timers/promises';
import type { Deployment } from './deployment.ts';
import { describe, keepFigures, type Pair, type Run, type Spread, spread, summarize } from './figures.ts';
import type { Treatment } from './instant-treatment.ts';
import { nowMs } from './now.ts';
import { openCountingCluster, pay } from './payment.ts';
import { openPaymentWorld, type PaymentWorld } from './payment-world.ts';
import { OUR_FOLDER } from './processes.ts';
import { comeIntoDoubt, moveClock, settled, treat, unsettled } from './settlement-steps.ts';

const READ_MS = 300;
const IN_FLIGHT = 16;
const WARM_UP = 200;

const PAYMENTS_BAR = 100;
const PAYMENTS = 1_000;
const QUICK_PAYMENTS = 500;
// The buyer's approval and the capture.
const NOTICES_EACH = 2;

const DOUBT_BAR_SECONDS = 60;
const DOUBTS = 5_000;
const QUICK_DOUBTS = 500;
const DOUBT_ROUNDS = 1;
const QUICK_DOUBT_ROUNDS = 3;

const HUNG_BAR = 0.9;
const BESIDE = 1_000;
const QUICK_BESIDE = 500;
// By then whatever the provider did not answer is due again.
const REPEATED_SECONDS = 60;
const QUIET_MS = 1_000;

/** What one worker does behind a provider whose every read takes 300 ms: notices that come all at once, captures whose
 *  answer was lost while nothing could be read, and one read that hangs beside others. */
export async function benchSettlement(_: Deployment, run: Run): Promise<string> {
  const cluster = await openCountingCluster();
  try {
    const world = await openPaymentWorld({
      ...{ cluster, folder: OUR_FOLDER, provider: 'instant' },
      // What is in doubt is warned of one by one.
      env: { LOG_LEVEL: 'error' },
    });
    try {
      await payAll(world, WARM_UP);
      await world.noticesActedOn(WARM_UP * NOTICES_EACH);
      const notices = await measureNotices(world, run);
      const seconds = await measureDoubts(world, run);
      const pairs = await measureBesideHung(world, run);
      const beside = summarize(pairs);
      await keepFigures(run, 'settlement', { read_ms: READ_MS, notices, seconds, beside });
      return [
        `Settlement by one worker, a read at the provider takes ${READ_MS} ms`,
        ...linesOfNotices(run, notices),
        ...linesOfDoubts(run, seconds),
        describe(
          `Captures in doubt, ${besideOf(run).toLocaleString('en-US')} due at once beside a read that hangs`,
          'the same without the read that hangs',
          HUNG_BAR,
          beside,
        ),
      ].join('\n');
    } finally {
      await world.close();
    }
  } finally {
    await cluster.close();
  }
}

interface NoticeFigures {
  perSecond: Spread;
  readsEach: Spread;
  cpuEach: Spread;
}

// Each payment is over, and the channel has heard of it, before the provider sends the first notice.
async function measureNotices(world: PaymentWorld, run: Run): Promise<NoticeFigures> {
  const payments = paymentsOf(run);
  const rounds: Record<keyof NoticeFigures, number>[] = [];
  for (let round = 1; round <= run.rounds; round += 1) {
    await treat(world, { notices: 'kept' });
    await payAll(world, payments);
    const cpuFrom = await world.service.cpuMs();
    const from = nowMs();
    await treat(world, { read_ms: READ_MS });
    await world.noticesActedOn((WARM_UP + payments * round) * NOTICES_EACH);
    const perSecond = payments / ((nowMs() - from) / 1000);
    const cpuEach = ((await world.service.cpuMs()) - cpuFrom) / payments;
    const { reads } = await treat(world, {});
    rounds.push({ perSecond, readsEach: reads / payments, cpuEach });
  }
  const of = (name: keyof NoticeFigures) => spread(rounds.map((round) => round[name]));
  return { perSecond: of('perSecond'), readsEach: of('readsEach'), cpuEach: of('cpuEach') };
}

async function payAll(world: PaymentWorld, payments: number): Promise<void> {
  let left = payments;
  const buyer = async () => {
    while (left > 0) {
      left -= 1;
      await pay(world);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, buyer));
}

/** From the moment in which the provider answers again, each capture having been asked about in vain. */
async function measureDoubts(world: PaymentWorld, run: Run): Promise<Spread> {
  const seconds: number[] = [];
  const rounds = run.isQuick ? QUICK_DOUBT_ROUNDS : DOUBT_ROUNDS;
  for (let round = 0; round < rounds; round += 1) {
    await comeIntoDoubt(world, { count: doubtsOf(run), inFlight: IN_FLIGHT });
    while ((await unsettled(world)).unasked > 0) await pause(100);
    const from = nowMs();
    await treat(world, { read_ms: READ_MS, notices: 'lost' });
    seconds.push(((await settled(world, 0)) - from) / 1000);
  }
  return spread(seconds);
}

/** How many are settled a second when all are due at once, with a read that hangs and without. */
async function measureBesideHung(world: PaymentWorld, run: Run): Promise<Pair[]> {
  const count = besideOf(run);
  const measure = async (isHung: boolean) => {
    const orders = await comeIntoDoubt(world, { count, inFlight: IN_FLIGHT });
    const treatment: Partial<Treatment> = {
      ...{ read_ms: READ_MS, notices: 'lost' },
      hung_order: isHung ? orders[0]! : null,
    };
    await treat(world, treatment);
    // What was read in vain until now would be put off from the time that is moved to.
    await pause(QUIET_MS);
    const { open } = await unsettled(world);
    await treat(world, treatment);
    await moveClock(world, REPEATED_SECONDS);
    const left = isHung ? 1 : 0;
    const at = await settled(world, left);
    const { first_read_at } = await treat(world, { notices: 'lost' });
    await moveClock(world, REPEATED_SECONDS);
    await settled(world, 0);
    return (open - left) / ((at - first_read_at!) / 1000);
  };
  const pairs: Pair[] = [];
  for (let round = 0; round < run.rounds; round += 1) {
    const limit = await measure(false);
    pairs.push({ ours: await measure(true), limit });
  }
  return pairs;
}

const paymentsOf = (run: Run) => (run.isQuick ? QUICK_PAYMENTS : PAYMENTS);
const doubtsOf = (run: Run) => (run.isQuick ? QUICK_DOUBTS : DOUBTS);
const besideOf = (run: Run) => (run.isQuick ? QUICK_BESIDE : BESIDE);

function linesOfNotices(run: Run, { perSecond, readsEach, cpuEach }: NoticeFigures): string[] {
  const short = PAYMENTS_BAR - perSecond.median;
  const verdict = short <= 0 ? 'holds' : `short by ${short.toFixed(1)}`;
  return [
    `Notices of ${paymentsOf(run).toLocaleString('en-US')} payments at once, ${NOTICES_EACH} each`,
    `  ours   ${text(perSecond, 'payments/s')}, bar ${PAYMENTS_BAR}: ${verdict}`,
    `  each   ${text(readsEach, 'reads')}, ${text(cpuEach, "ms of the service's CPU")}`,
  ];
}

function linesOfDoubts(run: Run, seconds: Spread): string[] {
  const short = seconds.median - DOUBT_BAR_SECONDS;
  const verdict = short <= 0 ? 'holds' : `short by ${short.toFixed(1)} s`;
  return [
    `Captures without an answer, ${doubtsOf(run).toLocaleString('en-US')}, when the provider can be read again`,
    `  ours   ${text(seconds, 's')} until none is unsettled, bar ${DOUBT_BAR_SECONDS} s: ${verdict}`,
  ];
}

function text({ min, median, max }: Spread, unit: string): string {
  const digits = (value: number) => value.toFixed(value >= 10 ? 1 : 2);
  const between = min === max ? '' : ` (${digits(min)} to ${digits(max)})`;
  return `${digits(median)} ${unit}${between}`;
}
