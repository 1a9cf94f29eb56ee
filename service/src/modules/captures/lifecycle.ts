export type AttemptState = 'sending' | 'unknown' | 'pending' | 'done' | 'refused';
export type AttemptTrigger = 'taken' | 'refused' | 'held_back' | 'no_answer' | 'asked_again';

type AttemptRow = readonly [from: AttemptState, trigger: AttemptTrigger, to: AttemptState, event: null];

/** Every move of a capture attempt: the call and what became of it. An attempt that is not `done` or `refused` has a
 *  time at which it is looked at again. */
export const CAPTURE_ATTEMPT_MOVES: readonly AttemptRow[] = [
  ['sending', 'taken', 'done', null],
  ['sending', 'refused', 'refused', null],
  ['sending', 'held_back', 'pending', null],
  ['sending', 'no_answer', 'unknown', null],
  ['unknown', 'asked_again', 'sending', null],
  ['unknown', 'taken', 'done', null],
  ['unknown', 'refused', 'refused', null],
  ['unknown', 'held_back', 'pending', null],
  ['unknown', 'no_answer', 'unknown', null],
  ['pending', 'taken', 'done', null],
  ['pending', 'refused', 'refused', null],
  ['pending', 'held_back', 'pending', null],
];
