import { sql } from 'kysely';
import { minorOf, money, type Money } from '../shapes/money.ts';
import { lockRecord, putRecord } from '../../machine/store/records.ts';
import type { Adjudication, Dispute, MoneyMovement, OutcomeCode } from '../shapes/dispute-shapes.ts';
import type { Capture } from '../shapes/shapes.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { timestamp, type World } from '../shapes/world.ts';
import { remainderOf } from '../checks/remainder.ts';
import { makeReversal, refundForDispute } from './refund-money.ts';
import { lockCase, saveDispute, type Case } from './dispute-record.ts';

/** What decided a dispute that was not settled between the two. */
export type Verdict = Pick<Adjudication, 'type' | 'reason'>;

/** Ends a dispute for the buyer by the provider's decision: the money goes back as a reversal. */
export async function resolveForBuyer(
  tx: Tx,
  world: World,
  { dispute, capture }: Case,
  verdict: Verdict,
): Promise<Dispute> {
  const adjudications = [...dispute.adjudications, adjudicationOf(world, dispute, verdict)];
  // An appeal that was lost moves nothing more, and there is no second one.
  if (isAppeal(dispute)) return close(tx, world, dispute, { adjudications });
  const amount = takenBack(capture, dispute.amount);
  const freed = await release(tx, capture);
  if (amount !== null) await makeReversal(tx, world, freed, amount);
  return close(tx, world, dispute, {
    outcome_code: 'RESOLVED_BUYER_FAVOUR',
    amount_refunded: amount,
    adjudications,
    money_movements: [...dispute.money_movements, ...movementsOf(world, amount)],
    pending_return: null,
    appealable: true,
  });
}

/** Ends a dispute because the seller agreed: the money goes back as a refund. */
export async function resolveBySettlement(
  tx: Tx,
  world: World,
  { dispute, capture }: Case,
  settled: { amount: Money | null; change?: Partial<Dispute> },
): Promise<Dispute> {
  const amount = settled.amount === null ? null : takenBack(capture, settled.amount);
  const freed = await release(tx, capture);
  if (amount !== null) await refundForDispute(tx, world, freed, amount);
  return close(tx, world, dispute, {
    outcome_code: 'RESOLVED_BUYER_FAVOUR',
    amount_refunded: amount,
    money_movements: [...dispute.money_movements, ...movementsOf(world, amount)],
    pending_return: null,
    ...settled.change,
  });
}

/** Ends a dispute with the money where it is; after a lost decision the seller gets it back. */
export async function resolveForSeller(
  tx: Tx,
  world: World,
  { dispute, capture }: Case,
  decided: { outcome_code: Exclude<OutcomeCode, 'RESOLVED_BUYER_FAVOUR'>; verdict?: Verdict },
): Promise<Dispute> {
  if (!isAppeal(dispute)) await release(tx, capture);
  const lost = isAppeal(dispute) ? dispute.amount_refunded : null;
  const time = timestamp(world.clock.now());
  const { verdict } = decided;
  return close(tx, world, dispute, {
    outcome_code: decided.outcome_code,
    amount_refunded: null,
    adjudications: verdict
      ? [...dispute.adjudications, adjudicationOf(world, dispute, verdict)]
      : dispute.adjudications,
    ...(lost === null ? {} : { recovered: { amount: lost, time }, ...creditOf(dispute, lost, time) }),
  });
}

/** A capture whose money went back in full has nothing left to dispute. Nothing when no dispute is open. */
export async function closeRefundedDispute(tx: Tx, world: World, captureId: string): Promise<void> {
  const capture = await lockRecord(tx, 'capture', captureId);
  if (capture === null || !capture.disputed || remainderOf(capture) > 0n) return;
  const { rows } = await sql<{ id: string }>`
    select id from records
    where kind = 'dispute' and body ->> 'capture_id' = ${captureId} and body ->> 'status' <> 'RESOLVED'
    order by seq limit 1`.execute(tx);
  const open = rows[0] === undefined ? null : await lockCase(tx, rows[0].id);
  if (open === null) return;
  await resolveBySettlement(tx, world, open, {
    amount: null,
    change: { amount_refunded: open.dispute.amount },
  });
}

// Only a decision that is appealed against stands while the dispute is open.
function isAppeal(dispute: Dispute): boolean {
  return dispute.outcome_code !== null;
}

async function release(tx: Tx, capture: Capture): Promise<Capture> {
  const freed = { ...capture, disputed: false };
  await putRecord(tx, 'capture', capture.id, freed);
  return freed;
}

async function close(tx: Tx, world: World, dispute: Dispute, change: Partial<Dispute>): Promise<Dispute> {
  return saveDispute(tx, world, dispute, {
    appealable: false,
    ...change,
    status: 'RESOLVED',
    seller_due: null,
    buyer_due: null,
    resolved_time: dispute.resolved_time ?? timestamp(world.clock.now()),
  });
}

// Never more than the seller still has of it.
function takenBack(capture: Capture, asked: Money): Money | null {
  const left = remainderOf(capture);
  const minor = minorOf(asked) < left ? minorOf(asked) : left;
  return minor === 0n ? null : money(minor, asked.currency_code);
}

function adjudicationOf(world: World, dispute: Dispute, verdict: Verdict): Adjudication {
  return {
    ...verdict,
    adjudication_time: timestamp(world.clock.now()),
    dispute_life_cycle_stage: dispute.stage,
  };
}

function movementsOf(world: World, amount: Money | null): MoneyMovement[] {
  if (amount === null) return [];
  const common = {
    amount,
    initiated_time: timestamp(world.clock.now()),
    reason: 'DISPUTE_SETTLEMENT',
  } as const;
  return [
    { affected_party: 'SELLER', type: 'DEBIT', ...common },
    { affected_party: 'BUYER', type: 'CREDIT', ...common },
  ];
}

function creditOf(dispute: Dispute, amount: Money, initiated_time: string): Pick<Dispute, 'money_movements'> {
  const credit: MoneyMovement = {
    affected_party: 'SELLER',
    type: 'CREDIT',
    amount,
    initiated_time,
    reason: 'DISPUTE_SETTLEMENT',
  };
  return { money_movements: [...dispute.money_movements, credit] };
}
