import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Cluster, openCluster } from './cluster.ts';
import type { Deployment } from './deployment.ts';
import { keepFigures, quantile, type Run } from './figures.ts';
import { nowMs } from './now.ts';
import { post } from './payment-call.ts';
import { openPaymentWorld, type PaymentWorld, type ProviderKind } from './payment-world.ts';
import { OUR_FOLDER } from './processes.ts';
import { measureAlone, type Round, type Subject } from './rounds.ts';
import { type Counts, STATEMENT_COUNTER } from './server-counts.ts';

const IN_FLIGHT = 16;
const WARM_UP_SECONDS = 5;
const AMOUNT_CENTS = 4250;
// The buyer's approval and the capture.
const NOTICES_EACH = 2;
// A backend of PostgreSQL that has nothing to do tells its commits ten seconds later.
const TOLD_AFTER_MS = 10_500;

export const PAYMENT_TITLE = `The whole payment, ${IN_FLIGHT} in flight, a provider without latency`;

/** The whole payment: session, order, approval, capture, its notices and one delivery, beside a provider that answers
 *  at once from memory. */
export function benchPayment(_: Deployment, run: Run): Promise<string> {
  return bench(run, { name: 'payment', title: PAYMENT_TITLE, provider: 'instant' });
}

/** The same beside the sandbox, which shares the PostgreSQL. */
export function benchSandboxPayment(_: Deployment, run: Run): Promise<string> {
  const title = `The whole payment, ${IN_FLIGHT} in flight, beside the sandbox`;
  return bench(run, { name: 'payment-sandbox', title, provider: 'sandbox' });
}

async function bench(
  run: Run,
  { name, title, provider }: { name: string; title: string; provider: ProviderKind },
): Promise<string> {
  const cluster = await openCountingCluster();
  try {
    const subject = await openPayments({ cluster, folder: OUR_FOLDER, provider });
    try {
      const { report, figures } = await measureAlone(title, subject, run);
      await keepFigures(run, name, { in_flight: IN_FLIGHT, figures });
      return report;
    } finally {
      await subject.close();
    }
  } finally {
    await cluster.close();
  }
}

/** A cluster that counts statements, as `openPayments` needs it. */
export function openCountingCluster(): Promise<Cluster> {
  return openCluster({ preload: STATEMENT_COUNTER });
}

/** The payments of one service, warm. */
export async function openPayments(of: {
  cluster: Cluster;
  folder: string;
  provider: ProviderKind;
}): Promise<Subject> {
  const world = await openPaymentWorld(of);
  let paid = 0;
  const measure = async (seconds: number) => {
    const round = await payFor(world, seconds, paid);
    paid += round.paid;
    return round;
  };
  const warm = async () => {
    await measure(WARM_UP_SECONDS);
    const idle = await countIdle(world);
    return { idle, before: { paid, at: nowMs(), ...(await readCounts(world)) } };
  };
  const { idle, before } = await warm().catch(async (error: unknown) => {
    await world.close();
    throw error;
  });
  return {
    measure: async (seconds) => (await measure(seconds)).figures,
    conclude: async () => {
      await pause(TOLD_AFTER_MS);
      const after = await readCounts(world);
      const seconds = (nowMs() - before.at) / 1000;
      const payments = paid - before.paid;
      const each = (name: keyof Idle) => (after[name] - before[name] - idle[name] * seconds) / payments;
      return {
        'statements each': each('statements'),
        'commits each': each('commits'),
        ...(of.provider === 'sandbox' && { "commits each, sandbox's": each('provider_commits') }),
      };
    },
    close: world.close,
  };
}

type Idle = Counts & { provider_commits: number };

async function readCounts(world: PaymentWorld): Promise<Idle> {
  const provider = await world.providerCounts();
  return { ...(await world.counts()), provider_commits: provider?.commits ?? 0 };
}

// What the sweeps ask of the database each second while nothing happens is no payment's.
async function countIdle(world: PaymentWorld): Promise<Idle> {
  await pause(TOLD_AFTER_MS);
  const before = { at: nowMs(), ...(await readCounts(world)) };
  await pause(TOLD_AFTER_MS);
  const after = await readCounts(world);
  const seconds = (nowMs() - before.at) / 1000;
  const rate = (name: keyof Idle) => (after[name] - before[name]) / seconds;
  return {
    statements: rate('statements'),
    commits: rate('commits'),
    provider_commits: rate('provider_commits'),
  };
}

// The round ends when the service has acted on the last notice: nothing is put off to where nobody looks.
async function payFor(
  world: PaymentWorld,
  seconds: number,
  paidBefore: number,
): Promise<{ paid: number; figures: Round }> {
  const from = nowMs();
  const cpuFrom = await world.service.cpuMs();
  const until = from + seconds * 1000;
  const done: Paid[] = [];
  const buyer = async () => {
    while (nowMs() < until) done.push(await pay(world));
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, buyer));
  const paid = done.length;
  await world.noticesActedOn((paidBefore + paid) * NOTICES_EACH);
  const took = nowMs() - from;
  const cpu = (await world.service.cpuMs()) - cpuFrom;
  const captured = done.map(({ captured_ms }) => captured_ms);
  const delivered = done.map(({ delivered_ms }) => delivered_ms);
  const figures = {
    'payments a second': paid / (took / 1000),
    'to the capture, p50 ms': quantile(captured, 0.5),
    'to the capture, p99 ms': quantile(captured, 0.99),
    'to the delivery, p50 ms': quantile(delivered, 0.5),
    'to the delivery, p99 ms': quantile(delivered, 0.99),
    "service's CPU each, ms": cpu / paid,
  };
  return { paid, figures };
}

/** How long after the call that made the session. */
export interface Paid {
  captured_ms: number;
  delivered_ms: number;
}

/** One payment, to the delivery that tells of its capture. */
export async function pay(world: PaymentWorld): Promise<Paid> {
  const from = nowMs();
  const { session_id, order_id } = await makeApprovedOrder(world);
  const { status } = await post<{ status: string }>({ ...captureCall(world, order_id), expect: 200 });
  const captured_ms = nowMs() - from;
  if (status !== 'captured') throw new Error(`the capture of ${session_id} was answered as ${status}`);
  const { at, is_genuine, amount_cents } = await world.delivery(session_id);
  if (!is_genuine) throw new Error(`the delivery for ${session_id} has a signature that does not hold`);
  if (amount_cents !== AMOUNT_CENTS)
    throw new Error(`the delivery for ${session_id} tells ${amount_cents} cents`);
  return { captured_ms, delivered_ms: at - from };
}

/** A session with an order that the buyer has approved. */
export async function makeApprovedOrder(
  world: PaymentWorld,
): Promise<{ session_id: string; order_id: string }> {
  const { base_url, provider_url } = world;
  const { id: session_id } = await post<{ id: string }>({
    url: `${base_url}/api/checkout-sessions`,
    headers: { ...asMerchant(world), 'idempotency-key': randomBytes(9).toString('hex') },
    body: { amount: '42.50', external_order_id: 'order-1001', description: 'Two mugs and a teapot' },
    expect: 201,
  });
  const orders = `${base_url}/api/checkout-sessions/${session_id}/orders`;
  const { order_id } = await post<{ order_id: string }>({ url: orders, expect: 201 });
  await post({ url: `${provider_url}/_control/orders/${order_id}/approve`, expect: 200 });
  return { session_id, order_id };
}

export function captureCall(world: PaymentWorld, orderId: string) {
  return {
    url: `${world.base_url}/api/payments/orders/${orderId}/capture`,
    headers: asMerchant(world),
  };
}

function asMerchant({ key, merchant_id }: PaymentWorld): Record<string, string> {
  return { authorization: `Bearer ${key}`, 'x-merchant-id': merchant_id };
}
