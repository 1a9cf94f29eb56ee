export { markDisputed, nameTransaction, recordChoice, reserveForRefunds } from './change.ts';
export { paymentObject } from './events.ts';
export { type FindByNews, newsFinder } from './find-by-news.ts';
export { methodChosen } from './funding.ts';
export { hearOfSettlement, settledMeanwhile } from './hear-of-settlement.ts';
export { forgetTokensInHand } from './forget-tokens-in-hand.ts';
export { TOKENS_IN_HAND, keepInHand, readInHand } from './in-hand.ts';
export {
  moveTransaction,
  ownerOf,
  recordCapture,
  recordFailure,
  recordApproval,
  recordPending,
  recordDecline,
  recordDeclinedForGood,
} from './move.ts';
export { newTransaction } from './new-transaction.ts';
export { sweepUnpostedCaptures } from './sweep-unposted-captures.ts';
export { isOpenOrder } from './open-order.ts';
export {
  aboutTransaction,
  findByCapture,
  findByOrder,
  findTransaction,
  insertTransaction,
  lockTransaction,
  type NewTransactionRow,
  takenBetween,
} from './queries.ts';
export { FOLD_BATCH, sweepTallies } from './sweep-tallies.ts';
export { sweepUncounted } from './sweep-uncounted.ts';
export { takenBy, wasTaken } from './taken.ts';
export { pastOf } from './times.ts';
export { TRANSACTION_COLUMNS, type TransactionRow } from './transaction-row.ts';
export { transactionView } from './view.ts';
export {
  claimUnpaidOrders,
  countOpenOrders,
  givenUpFor,
  giveUnpaidBack,
  unpaidDueSince,
  voidOrphans,
} from './waiting-orders.ts';
export {
  transactionsAtProvider,
  transactionsById,
  transactionsOf,
  transactionsOfSession,
} from './look-up.ts';
