export {
  abandonAttempt,
  type CaptureAttempt,
  CAPTURES,
  findOpenAttempt,
  insertAttempt,
  lastFailure,
  lastProblem,
  moveAttempt,
  openAttempt,
  readAttempt,
} from './attempts.ts';
export { isAsAsked, tellOfOtherMoney, watchOtherMoney } from './other-money.ts';
export { wantedOrder } from './wanted-order.ts';
export { watchPending } from './watch-pending.ts';
