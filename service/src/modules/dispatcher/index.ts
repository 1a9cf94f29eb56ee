export { startDeliveries, type Deliveries, type DeliveryOptions } from './engine.ts';
export { deliveryNotifier, type DeliveryNotifier } from './notify.ts';
