export { appendReturn } from './append-return.ts';
export { reservedOf, unreturned } from './balance.ts';
export { feePartOf, feePartOfNew } from './fee-part.ts';
export { isOpenRefund } from './lifecycle.ts';
export {
  amountUnderWay,
  beingSentOf,
  inDoubtOf,
  insertRefund,
  isAnyUnderWay,
  knownProviderIds,
  moveRefund,
  readRefund,
  readRefunds,
  refundOfKey,
  refundOfProvider,
  type RefundRow,
  refundsNamed,
  refundsOf,
} from './queries.ts';
export { recordReturn } from './record-return.ts';
export { identifyReversals, type ReversalIdentity, reversalsOf } from './reversal-queries.ts';
export { sweepUnpostedReturns } from './sweep-unposted-returns.ts';
export { refundView } from './view.ts';
