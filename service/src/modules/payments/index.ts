export { captureBuyerOrder, captureMerchantOrder } from './capture-order.ts';
export { createBuyerOrder, createMerchantOrder } from './create-order.ts';
export { type FindByNews, newsFinder } from './find-by-news.ts';
export { moveTransaction, ownerOf, recordCapture, recordFailure } from './move.ts';
export { isAsAsked, tellOfOtherMoney } from './other-money.ts';
export { outcomeShown } from './outcome-shown.ts';
export { newTransaction } from './new-transaction.ts';
export { postCaptures } from './post-captures.ts';
export { watchPending } from './record-outcome.ts';
export { paymentObject } from './events.ts';
export { lapsesOf } from './lapse-orders.ts';
export { captureDoubt } from './settle.ts';
export { settleOrder } from './settle-order.ts';
export { voidAbandonedOrders } from './void-abandoned.ts';
export {
  findByCapture,
  findByOrder,
  findTransaction,
  insertTransaction,
  lockTransaction,
  type PayingMerchant,
  readPayingMerchant,
  updateTransaction,
} from './queries.ts';
export { countTransactions, foldTallies } from './tallies.ts';
export { TRANSACTION_COLUMNS, type TransactionRow } from './transaction-row.ts';
export { paymentRoutes } from './routes.ts';
export { transactionView } from './view.ts';
