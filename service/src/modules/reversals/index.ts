export { pairShownReversals } from './pair-shown.ts';
export { hearOfReversal, type TellingSide } from './hear-of-reversal.ts';
