export { askAndRecord, type Begun, carryOut, type Intent, isAsIntended } from './carry-out.ts';
export type { DoubtKind, Standing } from './kind.ts';
export { countOpen, OPEN_COLUMNS, problemToKeep, scheduleNext } from './queries.ts';
export { isRemembered, rememberedUntil } from './remembered.ts';
export {
  firstCheckAt,
  firstReadAt,
  heldUntil,
  isMissed,
  isQuiet,
  MISSED_MS,
  needsPerson,
  nextCheckAt,
  OTHER_MONEY,
  personNeededBefore,
  SKEW_MS,
  UNREACHABLE,
} from './schedule.ts';
export { endByHand, settleNow } from './settle.ts';
export { sweepOfDoubts } from './sweep-doubts.ts';
export { waitForOther } from './wait-for-other.ts';
