type DisputeActionState = 'sending' | 'unknown' | 'done' | 'refused';
export type DisputeActionTrigger = 'taken' | 'not_taken' | 'no_answer';

type Row = readonly [
  from: DisputeActionState,
  trigger: DisputeActionTrigger,
  to: DisputeActionState,
  event: null,
];

/** Nobody has heard yet whether the provider took it. */
export const OPEN = ['sending', 'unknown'] as const satisfies readonly DisputeActionState[];

/** Every move of a seller's action: the intent, the call and what became of it. It is never sent a second time: one that
 *  nobody heard back from is looked for in the dispute. */
export const DISPUTE_ACTION_MOVES: readonly Row[] = [
  ['sending', 'taken', 'done', null],
  ['sending', 'not_taken', 'refused', null],
  ['sending', 'no_answer', 'unknown', null],
  ['unknown', 'taken', 'done', null],
  ['unknown', 'not_taken', 'refused', null],
  ['unknown', 'no_answer', 'unknown', null],
];

/** Whether it has come to no end yet. */
export function isOpenAction({ state }: { state: string }): boolean {
  return (OPEN as readonly string[]).includes(state);
}
