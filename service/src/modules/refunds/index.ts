export { type Dealt, recordProviderRefund, recordReversal } from './record-provider-refund.ts';
export { checkRefund, settleDueRefunds, settleRefund } from './reconcile.ts';
export { refundsOf } from './queries.ts';
export { refundRoutes } from './routes.ts';
export { refundView } from './view.ts';
