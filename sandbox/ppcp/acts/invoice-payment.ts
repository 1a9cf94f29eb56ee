import { newResourceId } from '../shapes/ids.ts';
import { money } from '../shapes/money.ts';
import { raiseInvoiceNotice } from '../notices/invoice-notices.ts';
import { insertRecord, lockRecord, putRecord, removeRecords } from '../../machine/store/records.ts';
import type { PayableInvoice } from '../shapes/invoice-shapes.ts';
import type { Capture } from '../shapes/shapes.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { later, timestamp, type World } from '../shapes/world.ts';
import { SETTLE_SECONDS } from '../checks/settle-window.ts';
import { withFee } from './capture.ts';

/** Pays a held invoice: the money is the seller's, and can be refunded and disputed like any other. */
export async function payInvoice(
  tx: Tx,
  world: World,
  invoice: PayableInvoice,
  payerId: string | null,
): Promise<PayableInvoice> {
  const capture = withFee(captureOf(world, invoice, payerId));
  await insertRecord(tx, 'capture', capture.id, capture);
  const payment = { payment_id: capture.id, date: capture.create_time, amount: invoice.amount };
  const paid: PayableInvoice = {
    ...invoice,
    status: 'PAID',
    payments: [...invoice.payments, payment],
    update_time: capture.create_time,
  };
  await putRecord(tx, 'payable_invoice', paid.id, paid);
  await raiseInvoiceNotice(tx, world, paid, 'PAID');
  return paid;
}

/** The payer pays in a way that takes a while. */
export async function payLater(tx: Tx, world: World, invoice: PayableInvoice): Promise<PayableInvoice> {
  const update_time = timestamp(world.clock.now());
  const pending: PayableInvoice = { ...invoice, status: 'PAYMENT_PENDING', update_time };
  await putRecord(tx, 'payable_invoice', pending.id, pending);
  await putRecord(tx, 'timer', pending.id, {
    id: pending.id,
    due_at: later(world, SETTLE_SECONDS).toISOString(),
    action: 'settle_invoice',
    target_id: pending.id,
  });
  await raiseInvoiceNotice(tx, world, pending, 'UPDATED');
  return pending;
}

/** A payment that took a while has arrived. Nothing when it is not awaited. */
export async function settleInvoice(tx: Tx, world: World, id: string): Promise<void> {
  const invoice = await lockRecord(tx, 'payable_invoice', id);
  if (invoice?.status === 'PAYMENT_PENDING') await payInvoice(tx, world, invoice, null);
  await removeRecords(tx, 'timer', id);
}

function captureOf(world: World, invoice: PayableInvoice, payer_id: string | null): Capture {
  const now = timestamp(world.clock.now());
  const nothing = money(0n, invoice.amount.currency_code);
  return {
    id: newResourceId(),
    order_id: '',
    payee_id: invoice.payee_id,
    payer_id,
    reference_id: invoice.id,
    status: 'COMPLETED',
    status_reason: null,
    amount: invoice.amount,
    platform_fee: null,
    paypal_fee: null,
    total_refunded: nothing,
    fee_returned: nothing,
    reversed: false,
    disputed: false,
    custom_id: null,
    invoice_id: invoice.number,
    disbursement_mode: 'INSTANT',
    card: false,
    create_time: now,
    update_time: now,
  };
}
