import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { capture, makeCapture, makeOrder, refund, type TestMerchant } from '../../world/actors.ts';
import type { World } from '../../world/world.ts';
import { countOpen, findBreaches, withSql } from '../books/books.ts';

/** A way in which the provider fails one call, and whether the call had its effect all the same. */
interface FaultKind {
  operation: 'orders.capture' | 'captures.refund';
  mode: string;
  status?: number;
  isCommitted: boolean;
}

const MODES: readonly Omit<FaultKind, 'operation'>[] = [
  ...[500, 502, 503].flatMap((status) => [
    { mode: 'error', status, isCommitted: false },
    { mode: 'error_after_commit', status, isCommitted: true },
  ]),
  { mode: 'reset', isCommitted: false },
  { mode: 'reset_after_commit', isCommitted: true },
  { mode: 'garbage', isCommitted: true },
];

/** Every kind of failed call about money. */
export const FAULT_KINDS: readonly FaultKind[] = MODES.flatMap((kind) => [
  { operation: 'orders.capture', ...kind },
  { operation: 'captures.refund', ...kind },
]);

const AT_ONCE = 10;
// Owed once the provider is well again. In steps, as time would pass.
const STEPS_SECONDS = [6, 30, 24];
const REFUNDED = '7.00';

/** Fails `rounds` calls in this way and lets time pass. Returns what is wrong afterwards, as sentences: an answer other
 *  than "nobody knows", an outcome still open after a minute, a change that was not told exactly once, and every
 *  breach of the money rules. */
export async function runFaultKind(
  world: World,
  merchant: TestMerchant,
  plan: { kind: FaultKind; rounds: number },
): Promise<string[]> {
  const breaches: string[] = [];
  await world.control('POST', 'notices', { mode: 'hold' });
  for (let left = plan.rounds; left > 0; left -= AT_ONCE) {
    breaches.push(...(await runBatch(world, merchant, plan.kind, Math.min(left, AT_ONCE))));
  }
  await world.control('POST', 'notices/release');
  await world.drain();
  return [...breaches, ...(await findBreaches(world))];
}

interface Attempt {
  transaction_id: string;
  again(): Promise<{ status: number }>;
}

async function runBatch(
  world: World,
  merchant: TestMerchant,
  kind: FaultKind,
  size: number,
): Promise<string[]> {
  const breaches: string[] = [];
  const prepare = kind.operation === 'orders.capture' ? captureAttempt : refundAttempt;
  const attempts = await Promise.all(Array.from({ length: size }, () => prepare(world, merchant)));
  const { operation, mode, status } = kind;
  const fault = { operation, mode, times: size, ...(status === undefined ? {} : { status }) };
  await world.control('POST', 'faults', fault);
  for (const { status: answered } of await Promise.all(attempts.map((attempt) => attempt.again()))) {
    if (answered !== 503) breaches.push(`an unclear call was answered ${answered}`);
  }
  for (const seconds of STEPS_SECONDS) {
    await world.advance(seconds);
    await world.drain();
  }
  if ((await countMoney(world)) > 0)
    breaches.push('an outcome was open a minute after the provider was well');
  for (const { status: answered } of await Promise.all(attempts.map((attempt) => attempt.again()))) {
    if (answered !== 200) breaches.push(`the call repeated afterwards was answered ${answered}`);
  }
  const told = operation === 'orders.capture' ? 'payment.captured' : 'payment.refunded';
  for (const { transaction_id } of attempts) {
    const times = await timesTold(world, transaction_id, told);
    if (times !== 1) breaches.push(`${told} was told ${times} times of ${transaction_id}`);
  }
  return breaches;
}

async function captureAttempt(world: World, merchant: TestMerchant): Promise<Attempt> {
  const { transaction_id, order_id } = await makeOrder(world, merchant);
  return { transaction_id, again: () => capture(world, merchant, order_id) };
}

async function refundAttempt(world: World, merchant: TestMerchant): Promise<Attempt> {
  const { transaction_id, capture_id } = await makeCapture(world, merchant);
  const asked = { amount: REFUNDED, key: randomUUID() };
  return { transaction_id, again: () => refund(world, merchant, capture_id, asked) };
}

// The notices are held back on purpose, so only the money counts.
async function countMoney(world: World): Promise<number> {
  const notices = await withSql(world.database_url, async (db) => {
    const { rows } = await sql<{ due: number }>`
      select count(*)::int as due from notices where due_at is not null`.execute(db);
    return rows[0]?.due ?? 0;
  });
  return (await countOpen(world)) - notices;
}

async function timesTold(world: World, transactionId: string, type: string): Promise<number> {
  return withSql(world.database_url, async (db) => {
    const { rows } = await sql<{ times: number }>`
      select count(*)::int as times from events
      where type = ${type} and body::jsonb #>> '{data,object,id}' = ${transactionId}`.execute(db);
    return rows[0]?.times ?? 0;
  });
}
