export { captureOf } from './capture-of.ts';
export { type Dealt, recordProviderRefund, recordReversal } from './record-provider-refund.ts';
export { postReturns } from './post-returns.ts';
export { refundDoubt } from './settle.ts';
export { refundsOf } from './queries.ts';
export { refundRoutes } from './routes.ts';
export { pairShownReversals } from './shown-reversals.ts';
export { refundView } from './view.ts';
