export { captureBuyerOrder, captureMerchantOrder } from './capture-order.ts';
export { createBuyerOrder } from './create-order.ts';
export { lapsesOf } from './lapse-orders.ts';
export { orderRoutes } from './routes.ts';
export { captureDoubt } from './settle.ts';
export { type Settled, settleOrder } from './settle-order.ts';
export { voidAbandonedOrders } from './void-abandoned.ts';
