type RefundState = 'requested' | 'unknown' | 'pending' | 'completed' | 'failed';
export type RefundTrigger = 'returned' | 'held_back' | 'refused' | 'no_answer' | 'asked_again';

type Row = readonly [
  from: RefundState,
  trigger: RefundTrigger,
  to: RefundState,
  event: 'payment.refunded' | null,
];

/** Nobody has heard yet whether the provider made it. */
export const IN_DOUBT = ['requested', 'unknown'] as const satisfies readonly RefundState[];
/** What it came to is still to be asked for. */
export const OPEN = [...IN_DOUBT, 'pending'] as const satisfies readonly RefundState[];

/** Every move of a refund: the intent, the call and what became of it, and the event that `recordReturn` raises with it. A refund
 *  that is not `completed` or `failed` has a time at which it is looked at again. One that the provider started is first heard of
 *  when it is completed. */
export const REFUND_MOVES: readonly Row[] = [
  ['requested', 'returned', 'completed', 'payment.refunded'],
  ['requested', 'held_back', 'pending', null],
  ['requested', 'refused', 'failed', null],
  ['requested', 'no_answer', 'unknown', null],
  ['unknown', 'asked_again', 'requested', null],
  ['unknown', 'returned', 'completed', 'payment.refunded'],
  ['unknown', 'held_back', 'pending', null],
  ['unknown', 'refused', 'failed', null],
  ['unknown', 'no_answer', 'unknown', null],
  ['pending', 'returned', 'completed', 'payment.refunded'],
  ['pending', 'held_back', 'pending', null],
  ['pending', 'refused', 'failed', null],
  // The provider's word on money stands over ours.
  ['failed', 'returned', 'completed', 'payment.refunded'],
];

/** Whether it has come to no end yet. */
export function isOpenRefund({ state }: { state: string }): boolean {
  return (OPEN as readonly string[]).includes(state);
}
