import type { DisputeAction, ShownAction } from '../../rails/rail.ts';

// Long words are shortened on the way to a provider, and a document may stand behind them: what they begin with is enough
// to know them by.
const COMPARED_MAX = 1_000;

/** How many actions of this kind a dispute shows, and how many of them in the same words. One that shows no words may be
 *  any. */
export function shownOf(
  answered: readonly ShownAction[],
  action: DisputeAction,
): { all: number; alike: number } {
  const ofKind = answered.filter((shown) => shown.action === action.action);
  const words = compared(wordsOf(action));
  const alike = ofKind.filter((shown) => shown.words === null || compared(shown.words).startsWith(words));
  return { all: ofKind.length, alike: alike.length };
}

function wordsOf(action: DisputeAction): string {
  switch (action.action) {
    case 'send-message':
      return action.message;
    case 'make-offer':
    case 'accept-claim':
    case 'escalate':
      return action.note;
    case 'acknowledge-return-item':
      // The provider does not show the note: actions are told apart by their type.
      return action.acknowledgement_type;
    case 'provide-supporting-info':
    case 'provide-evidence':
    case 'appeal':
      return action.notes ?? '';
  }
}

function compared(words: string): string {
  return words.trim().replaceAll(/\s+/g, ' ').slice(0, COMPARED_MAX);
}
