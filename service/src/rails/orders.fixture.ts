import { randomUUID } from 'node:crypto';
import { minor } from '../lib/money.ts';
import type { CaptureOrder, NewOrder, NewRefund, Seller, WantedOrder } from './rail.ts';

/** An order of 27.00 USD that nobody has asked for yet, of which nothing else is said. */
export function newOrder(seller: Seller, over: Partial<NewOrder> = {}): NewOrder {
  return {
    request_id: randomUUID(),
    transaction_id: randomUUID(),
    seller,
    amount: minor(2700),
    currency: 'USD',
    platform_fee: minor(81),
    description: null,
    merchant_name: 'Corner Shop',
    items: null,
    shipping_address: null,
    shipping_amount: null,
    requires_shipping: null,
    return_url: 'https://pay.example/return',
    cancel_url: 'https://pay.example/cancel',
    funding_source: null,
    wallet_client_metadata_id: null,
    in_hand: null,
    ...over,
  };
}

/** The question for an order of 27.00 USD. */
export function wantedOrder(seller: Seller, provider_order_id: string): WantedOrder {
  return { provider_order_id, transaction_id: randomUUID(), seller, currency: 'USD' };
}

/** The call that takes the 27.00 USD of an order. */
export function captureOrder(
  seller: Seller,
  provider_order_id: string,
  over: Partial<CaptureOrder> = {},
): CaptureOrder {
  return {
    ...wantedOrder(seller, provider_order_id),
    ...{ request_id: randomUUID(), amount: minor(2700), description: null },
    ...{ wallet_client_metadata_id: null, in_hand: null },
    ...over,
  };
}

/** A refund of a capture of 27.00 USD. */
export function newRefund(
  seller: Seller,
  of: Pick<NewRefund, 'provider_capture_id' | 'amount'> & Partial<NewRefund>,
): NewRefund {
  return {
    ...{ request_id: randomUUID(), refund_id: randomUUID(), provider_order_id: randomUUID() },
    ...{ seller, captured: minor(2700), returned_before: minor(0), currency: 'USD', platform_fee: minor(0) },
    ...of,
  };
}
