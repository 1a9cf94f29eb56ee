export { captureOf } from './capture-of.ts';
export { hearOfRefund, settleOwnListed } from './hear-of-refund.ts';
export { refundDoubt } from './settle.ts';
export { refundRoutes } from './routes.ts';
