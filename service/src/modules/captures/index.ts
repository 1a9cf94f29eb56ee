export { isSilenceBelieved, OTHER_KEYS } from './believe-silence.ts';
export { captureBuyerOrder, captureMerchantOrder } from './capture-order.ts';
export { isAsAsked, tellOfOtherMoney, watchOtherMoney } from './other-money.ts';
export { readBackOrder, type Settled } from './read-back.ts';
export { captureDoubt } from './settle.ts';
export { wantedOrder } from './wanted-order.ts';
export { watchPending } from './watch-pending.ts';
