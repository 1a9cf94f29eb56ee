export {
  abandonAttempt,
  type CaptureAttempt,
  CAPTURES,
  findOpenAttempt,
  insertAttempt,
  lastFailure,
  moveAttempt,
  openAttempt,
  readAttempt,
} from './attempts.ts';
export { isSilenceBelieved, OTHER_KEYS } from './believe-silence.ts';
export { closeAttempt, lapse, lockBoth, reopen } from './end-attempt.ts';
export { isAsAsked, tellOfOtherMoney, watchOtherMoney } from './other-money.ts';
export { wantedOrder } from './wanted-order.ts';
export { noteUnshown, UNSHOWN, watchPending } from './watch-pending.ts';
