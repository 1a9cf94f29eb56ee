import { raiseApprovalReversed, raiseOrderApproved } from '../notices/payment-notices.ts';
import { hasLapsed, ORDER_WINDOW_SECONDS } from '../checks/order-window.ts';
import { lockRecord, putRecord } from '../../machine/store/records.ts';
import type { Account, Funding, Order } from '../shapes/shapes.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { later, timestamp, transact, type World } from '../shapes/world.ts';
import { type Approval, type Choice, chooseBuyer, chosenSource, readFunding, withQuery } from './buyer.ts';
import { conflict, notFound, unprocessable } from '../../machine/refusal.ts';

/** The buyer approves; a second approval replaces the choice of the first. Refuses: unknown or lapsed
 *  404, captured 409, an unusable account or funding source 422. */
export async function approveOrder(world: World, choice: Choice): Promise<Approval> {
  const funding = readFunding(choice.funding_source ?? 'paypal');
  return transact(world, async (tx) => {
    const order = await openOrder(tx, world, choice.order_id);
    const buyer = await chooseBuyer(tx, choice.account_id);
    if (order.purchase_units.some((unit) => unit.payee.merchant_id === buyer.account_id)) {
      unprocessable('account_id: a seller cannot pay themselves');
    }
    const approved: Order = {
      ...order,
      status: 'APPROVED',
      payer_id: buyer.account_id,
      funding,
      canceled: false,
      payment_source: paymentSource(order, buyer, funding),
      expires_at: later(world, ORDER_WINDOW_SECONDS).toISOString(),
      update_time: timestamp(world.clock.now()),
    };
    await putRecord(tx, 'order', order.id, approved);
    await raiseOrderApproved(tx, world, approved);
    return approvalOf(approved, withQuery(order.return_url, { token: order.id, PayerID: buyer.account_id }));
  });
}

/** The buyer leaves without approving; the order stays approvable. */
export async function cancelOrder(world: World, orderId: string): Promise<Approval> {
  return transact(world, async (tx) => {
    const order = await openOrder(tx, world, orderId);
    if (order.status === 'APPROVED') conflict('The order is already approved');
    await putRecord(tx, 'order', order.id, { ...order, canceled: true });
    return approvalOf(order, withQuery(order.cancel_url, { token: order.id }));
  });
}

/** The approval lapses now, as it does when a local way to pay is given up; the order is unknown then. */
export async function lapseOrder(world: World, orderId: string): Promise<Approval> {
  return transact(world, async (tx) => {
    const order = await openOrder(tx, world, orderId);
    const now = world.clock.now();
    const lapsed = { ...order, expires_at: now.toISOString(), update_time: timestamp(now) };
    await putRecord(tx, 'order', order.id, lapsed);
    await raiseApprovalReversed(tx, world, lapsed);
    return approvalOf(lapsed, null);
  });
}

async function openOrder(tx: Tx, world: World, id: string): Promise<Order> {
  const order = (await lockRecord(tx, 'order', id)) ?? notFound('Order');
  if (hasLapsed(world, order)) notFound('Order');
  if (order.status === 'COMPLETED' || order.status === 'VOIDED') conflict(`The order is ${order.status}`);
  return order;
}

function approvalOf(order: Order, return_url: string | null): Approval {
  return { order_id: order.id, status: order.status, payer_id: order.payer_id, return_url };
}

// What was asked to be saved with the payment stays beside what the buyer pays with.
function paymentSource(order: Order, buyer: Account, funding: Funding): Order['payment_source'] {
  const chosen = chosenSource(buyer, funding);
  const attributes = order.payment_source?.['paypal']?.['attributes'];
  if (chosen['paypal'] === undefined || attributes === undefined) return chosen;
  return { paypal: { ...chosen['paypal'], attributes } };
}
