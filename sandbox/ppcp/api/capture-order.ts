import { lockRecord } from '../../machine/store/records.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { requireCapturable, takeMoney } from '../acts/capture.ts';
import { findReplay, rememberReplay } from '../acts/replays.ts';
import { hasLapsed, refuseUnknownOrder } from '../checks/order-window.ts';
import type { Order } from '../shapes/shapes.ts';
import { transact } from '../shapes/world.ts';
import { minimalCapturedOrder, orderView } from '../views/order-view.ts';
import type { Answer, Call } from './operation.ts';

/** Takes the money of an approved order: one capture per unit, under the order's row lock. */
export async function captureOrder(call: Call): Promise<Answer> {
  const { world } = call;
  const orderId = call.params['order_id'] ?? '';
  return transact(world, async (tx) => {
    const order = await lockRecord(tx, 'order', orderId);
    if (order === null || hasLapsed(world, order)) return refuseUnknownOrder();
    const replay = call.requestId === null ? null : `${orderId}:${call.requestId}`;
    if ((await findReplay(tx, world, 'orders.capture', replay)) !== null) {
      return { status: 200, body: await shown(tx, call, order) };
    }
    const sellers = await requireCapturable(tx, call, order);
    const captured = await takeMoney(tx, world, order, sellers);
    await rememberReplay(tx, world, 'orders.capture', { requestId: replay, resource_id: orderId });
    return { status: 201, body: await shown(tx, call, captured) };
  });
}

async function shown(tx: Tx, call: Call, order: Order): Promise<object> {
  if (call.representation) return orderView(tx, call.world, order);
  return minimalCapturedOrder(tx, call.world, order);
}
