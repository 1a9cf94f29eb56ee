import { randomUUID } from 'node:crypto';
import { minor } from '../../lib/money.ts';
import type { CaptureOutcome, FindPaymentOutcome, NewOrder, NewRefund, WantedOrder } from '../rail.ts';
import { newRefund } from '../orders.fixture.ts';
import type { Instrument, RailDriver } from './driver.fixture.ts';

/** An order that was opened: what was asked for, what the provider calls it, and what was kept of it. */
interface Opened {
  order: NewOrder;
  provider_order_id: string;
  in_hand: string | null;
}

export async function opened(driver: RailDriver, by?: Instrument): Promise<Opened> {
  const order = await driver.anOrder({}, by);
  const outcome = await driver.rail.payments.open(order);
  if (outcome.kind !== 'created') throw new Error(JSON.stringify(outcome));
  return { order, provider_order_id: outcome.provider_order_id, in_hand: outcome.in_hand ?? null };
}

export async function approved(driver: RailDriver, by?: Instrument): Promise<Opened> {
  const order = await opened(driver, by);
  await driver.approve(order.provider_order_id, by);
  return order;
}

/** An order that was never opened, under a name that the provider does not know. */
export async function neverOpened(driver: RailDriver): Promise<Opened> {
  return { order: await driver.anOrder(), provider_order_id: driver.nothing, in_hand: null };
}

export function take(
  { rail }: RailDriver,
  of: Opened,
  request_id: string = randomUUID(),
): Promise<CaptureOutcome> {
  const { amount, description } = of.order;
  const { in_hand } = of;
  return rail.payments.take({
    ...wanted(of),
    ...{ request_id, amount, description, in_hand, wallet_client_metadata_id: null },
  });
}

export function find({ rail }: RailDriver, of: Opened): Promise<FindPaymentOutcome> {
  return rail.payments.find(wanted(of));
}

/** What a provider shows of an order by which nothing was taken: the order, or nothing where it hears of one only when it is
 *  taken. */
export function isUntaken(found: FindPaymentOutcome): boolean {
  return found.kind === 'missing' || (found.kind === 'found' && found.order.capture === null);
}

function wanted({ order, provider_order_id }: Opened): WantedOrder {
  const { transaction_id, seller, currency } = order;
  return { provider_order_id, transaction_id, seller, currency };
}

export interface Taken extends Opened {
  provider_capture_id: string;
}

/** 27.00 USD that were taken. */
export async function taken(driver: RailDriver): Promise<Taken> {
  const order = await approved(driver);
  const outcome = await take(driver, order);
  if (outcome.kind !== 'captured') throw new Error(JSON.stringify(outcome));
  return { ...order, provider_capture_id: outcome.capture.provider_capture_id };
}

export function aRefund(
  { seller }: RailDriver,
  { provider_order_id, provider_capture_id }: Pick<Taken, 'provider_order_id' | 'provider_capture_id'>,
  amount: number,
  returned_before = 0,
): NewRefund {
  return newRefund(seller, {
    ...{ provider_order_id, provider_capture_id, amount: minor(amount) },
    ...{ returned_before: minor(returned_before) },
  });
}
