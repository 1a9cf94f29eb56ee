type ChargeState = 'sending' | 'unknown' | 'done' | 'refused';
export type ChargeTrigger = 'taken' | 'refused' | 'no_answer' | 'asked_again';

type Row = readonly [from: ChargeState, trigger: ChargeTrigger, to: ChargeState, event: null];

/** Nobody has heard yet whether the provider took it. */
export const OPEN = ['sending', 'unknown'] as const satisfies readonly ChargeState[];

/** Every move of a charge by a saved instrument: the call and what became of it. Money that the provider holds back
 *  counts as taken here; its transaction is looked after like any other. The provider's word on money stands over ours. */
export const VAULT_CHARGE_MOVES: readonly Row[] = [
  ['sending', 'taken', 'done', null],
  ['sending', 'refused', 'refused', null],
  ['sending', 'no_answer', 'unknown', null],
  ['unknown', 'asked_again', 'sending', null],
  ['unknown', 'taken', 'done', null],
  ['unknown', 'refused', 'refused', null],
  ['unknown', 'no_answer', 'unknown', null],
  ['refused', 'taken', 'done', null],
];

/** Whether it has come to no end yet. */
export function isOpenCharge({ state }: { state: string }): boolean {
  return (OPEN as readonly string[]).includes(state);
}
