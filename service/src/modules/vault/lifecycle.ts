type SetupState = 'created' | 'saving' | 'unknown' | 'saved' | 'failed';
export type SetupTrigger = 'asked' | 'asked_again' | 'saved' | 'not_saved' | 'refused' | 'no_answer';

type Row = readonly [from: SetupState, trigger: SetupTrigger, to: SetupState, event: null];

/** Nobody has heard yet whether the provider saved it. */
const OPEN = ['saving', 'unknown'] as const satisfies readonly SetupState[];

/** Every move of a setup: what a buyer was asked to approve, and the call that saves it. One that was not approved, or
 *  whose call never arrived, can be saved later. The provider's word that it was saved stands over ours. */
export const SETUP_MOVES: readonly Row[] = [
  ['created', 'asked', 'saving', null],
  ['created', 'saved', 'saved', null],
  ['saving', 'saved', 'saved', null],
  ['saving', 'not_saved', 'created', null],
  ['saving', 'refused', 'failed', null],
  ['saving', 'no_answer', 'unknown', null],
  ['unknown', 'asked_again', 'saving', null],
  ['unknown', 'saved', 'saved', null],
  ['unknown', 'not_saved', 'created', null],
  ['unknown', 'refused', 'failed', null],
  ['unknown', 'no_answer', 'unknown', null],
  ['failed', 'saved', 'saved', null],
];

/** Whether it was asked for, and nobody knows yet what came of it. */
export function isOpenSetup({ state }: { state: string }): boolean {
  return (OPEN as readonly string[]).includes(state);
}
