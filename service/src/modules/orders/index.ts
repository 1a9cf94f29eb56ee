export { createBuyerOrder } from './create-order.ts';
export { lapsesOf } from './lapse-orders.ts';
export { orderRoutes } from './routes.ts';
export { voidAbandonedOrders } from './void-abandoned.ts';
