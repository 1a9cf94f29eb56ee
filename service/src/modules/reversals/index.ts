export { pairShownReversals } from './pair-shown.ts';
export { recordReversal } from './record-reversal.ts';
