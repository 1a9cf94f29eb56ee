export { captureOf } from './capture-of.ts';
export { appendReturn } from './append-return.ts';
export { hearOfRefund, settleOwnListed } from './hear-of-refund.ts';
export { sweepUnpostedReturns } from './sweep-unposted-returns.ts';
export { refundDoubt } from './settle.ts';
export { refundOfKey, refundOfProvider, refundsNamed, refundsOf } from './queries.ts';
export { refundRoutes } from './routes.ts';
export { identifyReversals, type ReversalIdentity, reversalsOf } from './reversal-queries.ts';
export { refundView } from './view.ts';
