export { createBuyerOrder } from './create-order.ts';
export { sweepOfUnpaidOrders } from './sweep-unpaid-orders.ts';
export { orderRoutes } from './routes.ts';
export { sweepAbandonedOrders } from './sweep-abandoned-orders.ts';
