import { fullCaptureView, refundView } from '../views/capture-view.ts';
import { orderView } from '../views/order-view.ts';
import type { Capture, Order, Refund } from '../shapes/shapes.ts';
import type { Tx } from '../../machine/store/sql.ts';
import type { World } from '../shapes/world.ts';
import { raiseNotice } from './raise.ts';

const CAPTURE_EVENTS: Readonly<Record<Capture['status'], [type: string, summary: string] | null>> = {
  COMPLETED: ['PAYMENT.CAPTURE.COMPLETED', 'Payment completed'],
  PENDING: ['PAYMENT.CAPTURE.PENDING', 'Payment pending'],
  DECLINED: ['PAYMENT.CAPTURE.DECLINED', 'Payment declined'],
  FAILED: ['PAYMENT.CAPTURE.DECLINED', 'Payment failed'],
  // What follows a refund is told by the refund's own event.
  PARTIALLY_REFUNDED: null,
  REFUNDED: null,
};

/** Tells that the buyer approved an order. */
export async function raiseOrderApproved(tx: Tx, world: World, order: Order): Promise<void> {
  await raiseNotice(tx, world, {
    event_type: 'CHECKOUT.ORDER.APPROVED',
    resource_type: 'checkout-order',
    summary: 'An order has been approved by buyer',
    resource: await orderView(tx, world, order),
  });
}

/** Tells that an approval was given up or lapsed. */
export async function raiseApprovalReversed(tx: Tx, world: World, order: Order): Promise<void> {
  const { purchase_units, payment_source } = order;
  await raiseNotice(tx, world, {
    event_type: 'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
    resource_type: 'checkout-order',
    summary: 'A payment approval has been reversed',
    resource: {
      order_id: order.id,
      purchase_units,
      ...(payment_source === null ? {} : { payment_source }),
    },
  });
}

/** Tells the state a capture came into. */
export async function raiseCaptureNotice(tx: Tx, world: World, capture: Capture): Promise<void> {
  const event = CAPTURE_EVENTS[capture.status];
  if (event === null) return;
  await raiseNotice(tx, world, {
    event_type: event[0],
    resource_type: 'capture',
    summary: `${event[1]}: ${capture.amount.value} ${capture.amount.currency_code}`,
    resource: fullCaptureView(world, capture),
  });
}

/** Tells the state a refund came into; a reversal has an event of its own. */
export async function raiseRefundNotice(tx: Tx, world: World, refund: Refund): Promise<void> {
  await raiseNotice(tx, world, {
    event_type: refundEvent(refund),
    resource_type: 'refund',
    summary: `A refund of ${refund.amount.value} ${refund.amount.currency_code}: ${refund.status}`,
    resource: refundView(world, refund),
  });
}

function refundEvent(refund: Refund): string {
  if (refund.reversal) return 'PAYMENT.CAPTURE.REVERSED';
  if (refund.status === 'PENDING') return 'PAYMENT.REFUND.PENDING';
  if (refund.status === 'FAILED' || refund.status === 'CANCELLED') return 'PAYMENT.REFUND.FAILED';
  return 'PAYMENT.CAPTURE.REFUNDED';
}
