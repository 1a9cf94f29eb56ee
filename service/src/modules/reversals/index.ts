export { pairShownReversals } from './pair-shown.ts';
export { hearOfReversal } from './hear-of-reversal.ts';
