export { startDeliveries, type Deliveries, type DeliveryOptions } from './deliver/engine.ts';
export { deliveryNotifier, type DeliveryNotifier } from './deliver/notify.ts';
export { eventFeedRoutes } from './feed-routes.ts';
export { operatorEventRoutes } from './operator-routes.ts';
export { raise, raiseFragment, type NewEvent } from './raise.ts';
