import type { Ctx } from '../../context.ts';
import { recordLastingly } from '../../db/record-lastingly.ts';
import type { Db, Tx } from '../../db/tx.ts';
import { minor } from '../../lib/money.ts';
import { retryAt } from '../../lib/next-look.ts';
import { type RefusalName, REFUSALS } from '../../refusals.ts';
import { chargeCustomer, transactionOfKey } from '../charges/index.ts';
import { findTransaction } from '../payments/index.ts';
import { canceledAt, triedAgainAt } from './dunning.ts';
import { endSubscription, moveSubscription } from './move-subscription.ts';
import { periodStart } from './periods.ts';
import {
  insertChargeEnd,
  readSubscription,
  type SubscriptionRow,
  triesOf,
  updateSubscription,
} from './queries.ts';

/** What became of a try to charge a period. */
type Charged =
  | { kind: 'charged'; transaction_id: string }
  | { kind: 'failed'; transaction_id: string | null; reason: string }
  /** Nobody can say yet, or nobody was there to ask: the same try is made again later. */
  | { kind: 'open'; problem: string }
  /** It was to end before the charge was begun. */
  | { kind: 'dropped' };

// Of these a later look at the same try may know more. That this deployment knows no such provider, or that the operator
// switched the channel off, is nobody's payment that failed.
const OPEN: readonly RefusalName[] = [
  'provider_unavailable',
  'outcome_unknown',
  'rail_not_configured',
  'channel_inactive',
];
// Of a merchant who was routed to another provider since.
const UNFIT = "The merchant's provider does not take this amount in this currency";
const [, DECLINED] = REFUSALS.payment_declined;
// A merchant's own keys have 128 characters at most.
const KEY_LENGTH = 160;

/** Charges the period of a subscription that is due, and writes down what came of it, with its event. The charge's key is
 *  made of the period and the try, so that whoever does it again, here or elsewhere, learns of the same charge. Gap G121. */
export async function chargePeriod(ctx: Ctx, row: SubscriptionRow): Promise<void> {
  const charged = await charge(ctx, row);
  await recordLastingly(ctx.db, async (tx) => {
    const held = (await readSubscription(tx, { id: row.id }, { forUpdate: true }))!;
    if (!isSameTry(held, row)) return;
    // Another worker, who had taken it before, has begun the charge of this try meanwhile.
    const isNone =
      charged.kind === 'dropped' || (charged.kind === 'failed' && charged.transaction_id === null);
    if (isNone && (await transactionBegun(tx, row)) !== null)
      return lookLater(tx, ctx, held, { problem: 'another worker has begun its charge' });
    if (charged.kind === 'charged') await paid(tx, ctx, held, charged);
    if (charged.kind === 'failed') await failed(tx, ctx, held, withoutKind(charged));
    if (charged.kind === 'open') await lookLater(tx, ctx, held, charged);
    if (charged.kind === 'dropped') await drop(tx, ctx, held);
  });
}

function withoutKind({ transaction_id, reason }: Extract<Charged, { kind: 'failed' }>) {
  return { transaction_id, reason };
}

// Another process may have written down the end of the same try.
function isSameTry(held: SubscriptionRow, row: SubscriptionRow): boolean {
  return held.is_charging && held.period === row.period && held.failures === row.failures;
}

async function charge(ctx: Ctx, row: SubscriptionRow): Promise<Charged> {
  const late = row.failures > 0 ? await paidAfterAll(ctx, row) : null;
  if (late) return late;
  if ((await isEnding(ctx, row)) && (await transactionBegun(ctx.db, row)) === null)
    return { kind: 'dropped' };
  const { merchant_id, customer_ref, currency, description } = row;
  const request = {
    ...{ merchant_id, customer_ref, currency, description },
    amount: minor(row.amount_cents),
    idempotency_key: keyOf(row),
    actor: null,
    mayBegin: async (tx: Tx) => {
      const held = (await readSubscription(tx, { id: row.id }, { forUpdate: true }))!;
      return isSameTry(held, row) && held.status === 'active';
    },
  };
  const result = await chargeCustomer(ctx, request);
  switch (result.kind) {
    case 'charged':
      return endOf(ctx, result.transaction_id);
    case 'declined':
      return failedAs(ctx, result.transaction_id, DECLINED);
    case 'refused':
      return refusedAs(ctx, result.refusal, await transactionBegun(ctx.db, row));
    case 'unfit':
      return { kind: 'failed', transaction_id: null, reason: UNFIT };
  }
}

// The provider may have said no and told later that the money was taken: the period is not charged twice.
async function paidAfterAll(ctx: Ctx, row: SubscriptionRow): Promise<Charged | null> {
  for (const transaction_id of await triesOf(ctx.db, row)) {
    const end = await endOf(ctx, transaction_id);
    if (end.kind !== 'failed') return end;
  }
  return null;
}

// It may have been canceled since it was taken to be charged. Asked since then to end with the period, it is charged for that.
async function isEnding(ctx: Ctx, { id, ends_with_period }: SubscriptionRow): Promise<boolean> {
  return ends_with_period || (await readSubscription(ctx.db, { id }))!.status === 'canceled';
}

function transactionBegun(db: Db, row: SubscriptionRow): Promise<string | null> {
  return transactionOfKey(db, { merchant_id: row.merchant_id, idempotency_key: keyOf(row) });
}

function keyOf({ id, period, failures }: SubscriptionRow): string {
  return `subscription ${id}, period ${period}, try ${failures + 1} `.padEnd(KEY_LENGTH, '.');
}

// Money that the provider holds back has not been taken, and may never be.
async function endOf(ctx: Ctx, transaction_id: string): Promise<Charged> {
  const transaction = (await findTransaction(ctx.db, transaction_id))!;
  switch (transaction.status) {
    case 'captured':
    case 'refunded':
      return { kind: 'charged', transaction_id };
    case 'failed':
    case 'voided':
      return { kind: 'failed', transaction_id, reason: wordsOf(transaction, DECLINED) };
    case 'created':
    case 'approved':
    case 'pending':
      return { kind: 'open', problem: 'the provider holds the money back' };
  }
}

async function failedAs(ctx: Ctx, transaction_id: string, words: string): Promise<Charged> {
  const transaction = (await findTransaction(ctx.db, transaction_id))!;
  return { kind: 'failed', transaction_id, reason: wordsOf(transaction, words) };
}

// One that its provider was asked for may turn out to have been taken, whoever refused it: its transaction is remembered, and why
// is what stands there. That a charge never arrived is no word of the provider's.
async function refusedAs(ctx: Ctx, refusal: RefusalName, transaction_id: string | null): Promise<Charged> {
  const [, words] = REFUSALS[refusal];
  if (OPEN.includes(refusal)) return { kind: 'open', problem: words };
  if (transaction_id === null) return { kind: 'failed', transaction_id, reason: words };
  return failedAs(ctx, transaction_id, words);
}

function wordsOf(
  { failure_code, failure_message }: { failure_code: string | null; failure_message: string | null },
  otherwise: string,
): string {
  return failure_code ?? failure_message ?? otherwise;
}

async function paid(
  tx: Tx,
  ctx: Ctx,
  row: SubscriptionRow,
  { transaction_id }: { transaction_id: string },
): Promise<void> {
  await insertChargeEnd(tx, { ...endRow(ctx, row), outcome: 'charged', transaction_id, reason: null });
  const period = row.period + 1;
  const due_at = row.status === 'canceled' ? null : periodStart(row, period);
  const change = { ...SETTLED, period, failures: 0, failing_since: null, due_at };
  const told = {
    transaction_id,
    current_period_start: periodStart(row, row.period).toISOString(),
    current_period_end: periodStart(row, period).toISOString(),
  };
  await moveSubscription(tx, ctx, row, { trigger: 'charged', change, told });
}

async function failed(
  tx: Tx,
  ctx: Ctx,
  row: SubscriptionRow,
  told: { transaction_id: string | null; reason: string },
): Promise<void> {
  const now = ctx.clock.now();
  await insertChargeEnd(tx, { ...endRow(ctx, row), outcome: 'failed', ...told });
  const failures = row.failures + 1;
  const failing_since = row.failing_since ?? now;
  const counted = { ...SETTLED, failures, failing_since };
  // It has ended, and nobody waits for its money.
  if (row.status === 'canceled') {
    await updateSubscription(tx, row.id, { ...counted, due_at: null, updated_at: now });
    return;
  }
  const again = row.ends_with_period ? null : triedAgainAt(failing_since, failures);
  const change = { ...counted, due_at: again ?? now };
  const moved = await moveSubscription(tx, ctx, row, { trigger: 'charge_failed', change, told });
  if (again) return;
  if (row.ends_with_period) {
    await endSubscription(tx, ctx, moved, 'period_ended');
    return;
  }
  const due = { due_at: canceledAt(now) };
  await moveSubscription(tx, ctx, moved, { trigger: 'tries_used_up', change: due, told });
}

const SETTLED = { is_charging: false, looks: 0, last_problem: null } as const;

function endRow(ctx: Ctx, { id, period, failures }: SubscriptionRow) {
  return { subscription_id: id, period, try: failures + 1, ended_at: ctx.clock.now() };
}

async function lookLater(
  tx: Tx,
  ctx: Ctx,
  row: SubscriptionRow,
  { problem }: { problem: string },
): Promise<void> {
  const now = ctx.clock.now();
  const due_at = retryAt(now, row.looks);
  await updateSubscription(tx, row.id, { due_at, last_problem: problem, updated_at: now });
}

async function drop(tx: Tx, ctx: Ctx, row: SubscriptionRow): Promise<void> {
  const now = ctx.clock.now();
  const due_at = row.status === 'canceled' ? null : now;
  const settled = await updateSubscription(tx, row.id, { ...SETTLED, due_at, updated_at: now });
  if (settled.status === 'active') await endSubscription(tx, ctx, settled, 'period_ended');
}

/** Ends a subscription that was past due for long enough, unless one of its tries was paid after all. */
export async function endUnpaid(ctx: Ctx, row: SubscriptionRow): Promise<void> {
  const late = await paidAfterAll(ctx, row);
  await recordLastingly(ctx.db, async (tx) => {
    const held = (await readSubscription(tx, { id: row.id }, { forUpdate: true }))!;
    if (held.status !== 'past_due') return;
    if (late?.kind === 'charged') await paid(tx, ctx, held, late);
    else if (late?.kind === 'open') await lookLater(tx, ctx, held, late);
    else await endSubscription(tx, ctx, held, 'left_unpaid');
  });
}
