export { countUnsettledCaptures } from './attempts.ts';
export { captureBuyerOrder, captureMerchantOrder } from './capture-order.ts';
export { createBuyerOrder, createMerchantOrder } from './create-order.ts';
export { moveTransaction, ownerOf } from './move.ts';
export { paymentObject } from './events.ts';
export { lapseUnpaidOrders } from './lapse-orders.ts';
export { checkCapture, settleDueCaptures } from './reconcile.ts';
export { settleOrder } from './settle-order.ts';
export { voidAbandonedOrders } from './void-abandoned.ts';
export {
  findByCapture,
  findByOrder,
  lockTransaction,
  type TransactionRow,
  updateTransaction,
} from './queries.ts';
export { paymentRoutes } from './routes.ts';
export { transactionView } from './view.ts';
