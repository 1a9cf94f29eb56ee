export type TransactionStatus =
  'created' | 'approved' | 'pending' | 'captured' | 'refunded' | 'failed' | 'voided';
export type Trigger =
  | 'buyer_approved'
  | 'capture_pending'
  | 'capture_completed'
  | 'capture_failed'
  | 'approval_lapsed'
  | 'declined'
  | 'never_sent'
  | 'never_ordered'
  | 'paid_by_another'
  | 'refunded_in_part'
  | 'refunded_in_full';
type PaymentEvent = 'payment.approved' | 'payment.captured' | 'payment.failed';

type Row = readonly [
  from: TransactionStatus,
  trigger: Trigger,
  to: TransactionStatus,
  event: PaymentEvent | null,
];

/** Every move a transaction can make and the event it raises. What is not a row cannot happen. Creation raises
 *  payment.created; a capture learned of before its approval passes through `approved`, so that both are raised. */
export const TRANSACTION_MOVES: readonly Row[] = [
  ['created', 'buyer_approved', 'approved', 'payment.approved'],
  // What its provider never confirmed an order for. Many at a time: see voidOrphans.
  ['created', 'never_ordered', 'voided', null],
  ['created', 'approval_lapsed', 'voided', null],
  ['approved', 'approval_lapsed', 'voided', null],
  // A declined card is the buyer's to mend, by another order: this one can take no other.
  ['approved', 'declined', 'voided', null],
  ['created', 'never_sent', 'voided', null],
  // The session was paid by another order of it, so nobody will capture this one.
  ['created', 'paid_by_another', 'voided', null],
  ['approved', 'paid_by_another', 'voided', null],
  ['approved', 'capture_pending', 'pending', null],
  ['approved', 'capture_completed', 'captured', 'payment.captured'],
  ['approved', 'capture_failed', 'failed', 'payment.failed'],
  ['pending', 'capture_completed', 'captured', 'payment.captured'],
  ['pending', 'capture_failed', 'failed', 'payment.failed'],
  // The provider's word on money stands over ours: an attempt we had given up may turn out to have been taken, or to be held back.
  ['voided', 'capture_pending', 'pending', null],
  ['failed', 'capture_pending', 'pending', null],
  ['voided', 'capture_completed', 'captured', 'payment.captured'],
  ['failed', 'capture_completed', 'captured', 'payment.captured'],
  // What is told of is the refund, not the total it leads to: `returns` raises the event, with what was returned.
  ['captured', 'refunded_in_part', 'captured', null],
  ['captured', 'refunded_in_full', 'refunded', null],
];

/** Where a trigger leads from a status, or null when it leads nowhere: the news is old or not for this state. */
export function moveOf(
  from: TransactionStatus,
  trigger: Trigger,
): { to: TransactionStatus; event: PaymentEvent | null } | null {
  const row = TRANSACTION_MOVES.find((move) => move[0] === from && move[1] === trigger);
  return row ? { to: row[2], event: row[3] } : null;
}
