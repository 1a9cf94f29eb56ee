import { describe, expect, test } from 'vitest';
import { moveOf, TRANSACTION_MOVES, type TransactionStatus, type Trigger } from './lifecycle.ts';

const STATUSES: readonly TransactionStatus[] = [
  'created',
  'approved',
  'pending',
  'captured',
  'refunded',
  'failed',
  'voided',
];
const TRIGGERS = Object.keys({
  buyer_approved: true,
  capture_pending: true,
  capture_completed: true,
  capture_failed: true,
  approval_lapsed: true,
  declined: true,
  never_sent: true,
  never_ordered: true,
  paid_by_another: true,
  refunded_in_part: true,
  refunded_in_full: true,
} satisfies Record<Trigger, true>) as Trigger[];

function reachableFrom(start: TransactionStatus): Set<TransactionStatus> {
  const reached = new Set([start]);
  // A set grows while it is walked, so this ends when nothing new was added.
  for (const status of reached) {
    for (const [from, , to] of TRANSACTION_MOVES) if (from === status) reached.add(to);
  }
  return reached;
}

describe('the moves of a transaction', () => {
  test('are told apart by state and trigger', () => {
    const pairs = TRANSACTION_MOVES.map(([from, trigger]) => `${from} ${trigger}`);
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  test('lead from created to every status', () => {
    expect([...reachableFrom('created')].toSorted()).toEqual(STATUSES.toSorted());
  });

  test('never lead back from money taken to money not taken', () => {
    expect([...reachableFrom('captured')].toSorted()).toEqual(['captured', 'refunded']);
    expect([...reachableFrom('refunded')]).toEqual(['refunded']);
  });

  test('raise one event each time money is taken or fails, and none when it is returned', () => {
    const eventOf = {
      captured: 'payment.captured',
      failed: 'payment.failed',
      approved: 'payment.approved',
    } as const;
    for (const [from, trigger, to, event] of TRANSACTION_MOVES) {
      const raised = trigger.startsWith('refunded') ? null : (eventOf[to as 'captured'] ?? null);
      expect([from, trigger, event]).toEqual([from, trigger, raised]);
    }
  });

  test('return money only of what is captured', () => {
    const refunds = TRANSACTION_MOVES.filter(([, trigger]) => trigger.startsWith('refunded'));
    expect(refunds.map(([from, , to]) => [from, to])).toEqual([
      ['captured', 'captured'],
      ['captured', 'refunded'],
    ]);
  });

  test('are these, and nothing else can happen', () => {
    const possible = STATUSES.flatMap((from) =>
      TRIGGERS.flatMap((trigger) => {
        const move = moveOf(from, trigger);
        return move ? [`${from} -${trigger}-> ${move.to}, ${move.event ?? 'untold'}`] : [];
      }),
    );
    expect(possible.toSorted()).toEqual([
      'approved -approval_lapsed-> voided, untold',
      'approved -capture_completed-> captured, payment.captured',
      'approved -capture_failed-> failed, payment.failed',
      'approved -capture_pending-> pending, untold',
      'approved -declined-> voided, untold',
      'approved -paid_by_another-> voided, untold',
      'captured -refunded_in_full-> refunded, untold',
      'captured -refunded_in_part-> captured, untold',
      'created -approval_lapsed-> voided, untold',
      'created -buyer_approved-> approved, payment.approved',
      'created -never_ordered-> voided, untold',
      'created -never_sent-> voided, untold',
      'created -paid_by_another-> voided, untold',
      'failed -capture_completed-> captured, payment.captured',
      'failed -capture_pending-> pending, untold',
      'pending -capture_completed-> captured, payment.captured',
      'pending -capture_failed-> failed, payment.failed',
      'voided -capture_completed-> captured, payment.captured',
      'voided -capture_pending-> pending, untold',
    ]);
  });

  test('tell nothing new when the same news comes twice', () => {
    for (const [, trigger, to] of TRANSACTION_MOVES) {
      if (trigger !== 'refunded_in_part') expect(moveOf(to, trigger)).toBeNull();
    }
  });
});
