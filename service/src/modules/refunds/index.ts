export { type Dealt, recordProviderRefund, recordReversal } from './record-provider-refund.ts';
export { checkRefund, settleDueRefunds, settleRefund } from './reconcile.ts';
export { refundRoutes } from './routes.ts';
