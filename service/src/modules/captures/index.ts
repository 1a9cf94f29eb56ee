export { isSilenceBelieved, OTHER_KEYS } from './believe-silence.ts';
export { captureBuyerOrder } from './capture-order.ts';
export { isAsAsked, tellOfOtherMoney, watchOtherMoney } from './other-money.ts';
export { readBackOrder, type Settled } from './read-back.ts';
export { captureRoutes } from './routes.ts';
export { captureDoubt } from './settle.ts';
export { wantedOrder } from './wanted-order.ts';
export { watchPending } from './watch-pending.ts';
export { attemptsById, attemptsOf } from './look-up.ts';
