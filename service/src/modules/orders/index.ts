export { captureBuyerOrder, captureMerchantOrder } from './capture-order.ts';
export { createBuyerOrder } from './create-order.ts';
export { lapsesOf } from './lapse-orders.ts';
export { orderRoutes } from './routes.ts';
export { captureDoubt } from './settle.ts';
export { type Settled, readBackOrder } from './read-back.ts';
export { voidAbandonedOrders } from './void-abandoned.ts';
