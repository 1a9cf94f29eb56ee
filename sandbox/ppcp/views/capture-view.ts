import { minorOf, money } from '../shapes/money.ts';
import type { Capture, Refund } from '../shapes/shapes.ts';
import type { World } from '../shapes/world.ts';

const DISPUTE_CATEGORIES = ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'];

/** A capture as it stands inside an order. The breakdown is absent while nothing was received. */
export function captureView(world: World, capture: Capture): Record<string, unknown> {
  const base = world.address.url;
  const self = `${base}/v2/payments/captures/${capture.id}`;
  const taken = capture.paypal_fee !== null;
  return {
    id: capture.id,
    status: capture.status,
    ...(capture.status_reason === null ? {} : { status_details: { reason: capture.status_reason } }),
    amount: capture.amount,
    final_capture: true,
    disbursement_mode: capture.disbursement_mode,
    ...(capture.custom_id === null ? {} : { custom_id: capture.custom_id }),
    ...(capture.invoice_id === null ? {} : { invoice_id: capture.invoice_id }),
    seller_protection: taken
      ? { status: 'ELIGIBLE', dispute_categories: DISPUTE_CATEGORIES }
      : { status: 'NOT_ELIGIBLE' },
    ...(taken ? { seller_receivable_breakdown: receivable(world, capture) } : {}),
    ...(capture.card ? { processor_response: processorResponse(capture) } : {}),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
      ...(capture.order_id === ''
        ? []
        : [{ href: `${base}/v2/checkout/orders/${capture.order_id}`, rel: 'up', method: 'GET' }]),
    ],
    create_time: capture.create_time,
    update_time: capture.update_time,
  };
}

/** A capture read by its own id or carried by a webhook: also whose it is and what it belongs to. */
export function fullCaptureView(world: World, capture: Capture): Record<string, unknown> {
  return {
    ...captureView(world, capture),
    payee: { merchant_id: capture.payee_id },
    ...(capture.order_id === ''
      ? {}
      : { supplementary_data: { related_ids: { order_id: capture.order_id } } }),
  };
}

function receivable(world: World, capture: Capture): object {
  const currency = capture.amount.currency_code;
  const gross = minorOf(capture.amount);
  const fee = capture.paypal_fee === null ? 0n : minorOf(capture.paypal_fee);
  const platform = capture.platform_fee === null ? 0n : minorOf(capture.platform_fee);
  return {
    gross_amount: capture.amount,
    paypal_fee: money(fee, currency),
    ...(capture.platform_fee === null
      ? {}
      : {
          platform_fees: [{ amount: capture.platform_fee, payee: { merchant_id: world.wallet.partner_id } }],
        }),
    net_amount: money(gross - fee - platform, currency),
  };
}

function processorResponse(capture: Capture): object {
  return capture.status === 'DECLINED'
    ? { avs_code: 'G', cvv_code: 'P', response_code: '5120', payment_advice_code: '01' }
    : { avs_code: 'Y', cvv_code: 'M', response_code: '0000' };
}

/** A refund in full. */
export function refundView(world: World, refund: Refund): Record<string, unknown> {
  const currency = refund.amount.currency_code;
  const platform = refund.platform_fee === null ? 0n : minorOf(refund.platform_fee);
  return {
    id: refund.id,
    status: refund.status,
    ...(refund.status_reason === null ? {} : { status_details: { reason: refund.status_reason } }),
    amount: refund.amount,
    ...(refund.custom_id === null ? {} : { custom_id: refund.custom_id }),
    ...(refund.invoice_id === null ? {} : { invoice_id: refund.invoice_id }),
    ...(refund.note_to_payer === null ? {} : { note_to_payer: refund.note_to_payer }),
    seller_payable_breakdown: {
      gross_amount: refund.amount,
      paypal_fee: money(0n, currency),
      ...(refund.platform_fee === null ? {} : { platform_fees: [{ amount: refund.platform_fee }] }),
      net_amount: money(minorOf(refund.amount) - platform, currency),
      total_refunded_amount: refund.total_refunded,
    },
    payer: { merchant_id: refund.payee_id },
    links: refundLinks(world, refund),
    create_time: refund.create_time,
    update_time: refund.update_time,
  };
}

/** A refund without `Prefer`: id, status, links. */
export function minimalRefund(world: World, refund: Refund): object {
  return { id: refund.id, status: refund.status, links: refundLinks(world, refund) };
}

function refundLinks(world: World, refund: Refund): object[] {
  const base = `${world.address.url}/v2/payments`;
  return [
    { href: `${base}/refunds/${refund.id}`, rel: 'self', method: 'GET' },
    { href: `${base}/captures/${refund.capture_id}`, rel: 'up', method: 'GET' },
  ];
}
