import type { Order } from '../shapes/shapes.ts';
import type { World } from '../../machine/world.ts';
import { refuse } from './problem.ts';

/** How long a buyer may take to approve, and an approval waits for its capture. */
export const ORDER_WINDOW_SECONDS = 3 * 3_600;

/** Whether the window of an order that was not captured is over, which makes it unknown. */
export function hasLapsed(world: World, order: Order): boolean {
  if (order.status === 'COMPLETED' || order.status === 'VOIDED') return false;
  return Date.parse(order.expires_at) <= world.clock.now().getTime();
}

/** The answer for an order that never was or has lapsed. */
export function refuseUnknownOrder(): never {
  return refuse('INVALID_RESOURCE_ID', { field: 'order_id', location: 'path' });
}
