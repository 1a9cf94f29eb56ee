import type { Refusals } from '../refusal.ts';

export const OPERATOR_REFUSALS = {
  unsettled_not_found: [404, 'Nothing unsettled has this id'],
  unsettled_needs_no_person: [409, 'It needs no person yet: the provider is still asked about it'],
  unsettled_under_way: [409, 'A call about it is under way: try again in a minute'],
  unsettled_not_by_word: [
    409,
    'No word ends this: the provider tells what became of it, or an operation of its own does',
  ],
} as const satisfies Refusals;
