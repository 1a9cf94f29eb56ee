export { startDeliveries, type Deliveries, type DeliveryOptions } from './deliver/engine.ts';
export { deliveryNotifier, type DeliveryNotifier } from './deliver/notify.ts';
