import { newResourceId } from '../shapes/ids.ts';
import { minorOf, money, providerFee } from '../shapes/money.ts';
import { raiseCaptureNotice } from '../notices/payment-notices.ts';
import { insertRecord, putRecord, readRecord } from '../../machine/store/records.ts';
import type { Account, Capture, Funding, Order, PurchaseUnit } from '../shapes/shapes.ts';
import type { PaymentToken } from '../shapes/vault-shapes.ts';
import type { Tx } from '../../machine/store/sql.ts';
import { later, timestamp, type World } from '../shapes/world.ts';
import { effectOfAmount } from '../checks/amount-table.ts';
import { platformFeeOf } from '../checks/order-check.ts';
import { recoveryLinks } from '../views/order-view.ts';
import { saveOnSuccess } from './payment-tokens.ts';
import { refuse } from '../checks/problem.ts';
import { requireGrant } from '../checks/scopes.ts';
import { SETTLE_SECONDS } from '../checks/settle-window.ts';

const DECLINED_REASON = 'DECLINED_BY_RISK_FRAUD_FILTERS';

/** Who asks for a capture, and the issue it asks to be refused with. */
interface Asked {
  world: World;
  seller: Account | null;
  mockIssue: string | null;
}

/** Takes the money of a new order by a saved instrument, in the call that makes the order. Refuses what a
 *  capture would; nothing is kept then. */
export async function chargeOrder(
  tx: Tx,
  world: World,
  of: { order: Order; sellers: readonly Account[]; token: PaymentToken },
): Promise<Order> {
  const { payer_id, funding, payment_source } = of.token;
  const order: Order = { ...of.order, status: 'APPROVED', payer_id, funding, payment_source };
  for (const unit of order.purchase_units) refuseByAmount(world, order, unit);
  for (const seller of of.sellers) refuseBySeller(world, order, seller);
  await refuseByBuyer(tx, world, order);
  await insertRecord(tx, 'order', order.id, order);
  return takeMoney(tx, world, order, new Map(of.sellers.map((seller) => [seller.account_id, seller])));
}

/** The sellers of an order that may be captured. Refuses what the order, its sellers or its buyer do not allow. */
export async function requireCapturable(tx: Tx, asked: Asked, order: Order): Promise<Map<string, Account>> {
  const { world } = asked;
  const sellers = new Map<string, Account>();
  for (const unit of order.purchase_units) {
    const seller = await readRecord(tx, 'account', unit.payee.merchant_id);
    if (seller === null) return refuse('PAYEE_ACCOUNT_INVALID');
    requireGrant(seller, 'PAYMENT', ...(platformFeeOf(unit) === null ? [] : ['PARTNER_FEE']));
    if (asked.seller !== null && asked.seller.account_id !== seller.account_id) refuse('PERMISSION_DENIED');
    sellers.set(seller.account_id, seller);
  }
  if (order.status === 'COMPLETED') refuse('ORDER_ALREADY_CAPTURED');
  if (order.status !== 'APPROVED') refuse('ORDER_NOT_APPROVED');
  if (asked.mockIssue !== null) refuseWithRedirect(world, order, asked.mockIssue);
  for (const unit of order.purchase_units) refuseByAmount(world, order, unit);
  for (const seller of sellers.values()) refuseBySeller(world, order, seller);
  await refuseByBuyer(tx, world, order);
  return sellers;
}

function refuseByAmount(world: World, order: Order, unit: PurchaseUnit): void {
  const effect = effectOfAmount(minorOf(unit.amount));
  if (effect?.kind === 'refused') refuseWithRedirect(world, order, effect.issue);
}

function refuseBySeller(world: World, order: Order, seller: Account): void {
  if (!seller.email_confirmed) refuse('PAYEE_ACCOUNT_NOT_VERIFIED');
  if (!seller.payments_receivable) refuse('PAYEE_ACCOUNT_RESTRICTED');
  if (seller.capture_issue !== null) refuseWithRedirect(world, order, seller.capture_issue);
}

// The order stays approvable: the buyer may choose another way to pay and approve again.
async function refuseByBuyer(tx: Tx, world: World, order: Order): Promise<void> {
  const buyer = order.payer_id === null ? null : await readRecord(tx, 'account', order.payer_id);
  if (buyer !== null && buyer.capture_issue !== null) refuseWithRedirect(world, order, buyer.capture_issue);
  const declined = order.funding?.outcome === 'instrument_declined' || buyer?.funded === false;
  if (declined) refuseWithRedirect(world, order, 'INSTRUMENT_DECLINED');
}

function refuseWithRedirect(world: World, order: Order, issue: string): never {
  return refuse(issue, {}, { links: recoveryLinks(world, order.id, issue) });
}

/** Takes the money of an order that may be captured: one capture for each unit. */
export async function takeMoney(
  tx: Tx,
  world: World,
  order: Order,
  sellers: ReadonlyMap<string, Account>,
): Promise<Order> {
  const ids: string[] = [];
  let paid = order;
  for (const unit of order.purchase_units) {
    const seller = sellers.get(unit.payee.merchant_id);
    if (seller === undefined) throw new Error('every payee was read before');
    const capture = makeCapture(world, { order, unit, seller });
    await claimInvoice(tx, capture, seller);
    await insertRecord(tx, 'capture', capture.id, capture);
    await settleLater(tx, world, capture, outcomeOf(order, unit));
    await raiseCaptureNotice(tx, world, capture);
    ids.push(capture.id);
    if (capture.status === 'COMPLETED') paid = await saveOnSuccess(tx, world, paid, seller);
  }
  const captured: Order = {
    ...paid,
    status: 'COMPLETED',
    capture_ids: ids,
    update_time: timestamp(world.clock.now()),
  };
  await putRecord(tx, 'order', order.id, captured);
  return captured;
}

function makeCapture(world: World, from: { order: Order; unit: PurchaseUnit; seller: Account }): Capture {
  const { order, unit, seller } = from;
  const { currency_code, value } = unit.amount;
  const now = timestamp(world.clock.now());
  const verdict = verdictOf(order, unit, seller);
  const platform_fee = platformFeeOf(unit);
  const nothing = money(0n, currency_code);
  const capture: Capture = {
    id: newResourceId(),
    order_id: order.id,
    payee_id: seller.account_id,
    payer_id: order.payer_id,
    reference_id: unit.reference_id,
    ...verdict,
    amount: money(minorOf({ currency_code, value }), currency_code),
    platform_fee,
    paypal_fee: null,
    total_refunded: nothing,
    fee_returned: nothing,
    reversed: false,
    disputed: false,
    custom_id: unit.custom_id ?? null,
    invoice_id: unit.invoice_id ?? null,
    disbursement_mode: unit.payment_instruction?.disbursement_mode ?? 'INSTANT',
    card: order.funding?.source === 'card',
    create_time: now,
    update_time: now,
  };
  return verdict.status === 'COMPLETED' ? withFee(capture) : capture;
}

/** The capture with the provider's fee taken, as it is once the money has arrived. */
export function withFee(capture: Capture): Capture {
  const currency = capture.amount.currency_code;
  const gross = minorOf(capture.amount);
  const platform = capture.platform_fee === null ? 0n : minorOf(capture.platform_fee);
  return { ...capture, paypal_fee: money(providerFee(gross, currency, gross - platform), currency) };
}

function verdictOf(
  order: Order,
  unit: PurchaseUnit,
  seller: Account,
): Pick<Capture, 'status' | 'status_reason'> {
  const outcome = outcomeOf(order, unit);
  if (outcome === 'declined') return { status: 'DECLINED', status_reason: DECLINED_REASON };
  if (outcome === 'pending' || outcome === 'pending_declined') {
    return { status: 'PENDING', status_reason: 'PENDING_REVIEW' };
  }
  // A seller must accept by hand what comes in a currency they do not hold.
  if (seller.currency !== null && seller.currency !== unit.amount.currency_code) {
    return { status: 'PENDING', status_reason: 'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION' };
  }
  return { status: 'COMPLETED', status_reason: null };
}

async function claimInvoice(tx: Tx, capture: Capture, seller: Account): Promise<void> {
  if (capture.invoice_id === null || capture.status === 'DECLINED') return;
  const id = `${seller.account_id}/${capture.invoice_id}`;
  const isFirst = await insertRecord(tx, 'invoice', id, { capture_id: capture.id });
  if (!isFirst && seller.blocks_duplicate_invoices) refuse('DUPLICATE_INVOICE_ID');
}

// What the buyer chose decides, and an amount of the table over it.
function outcomeOf(order: Order, unit: PurchaseUnit): Funding['outcome'] | undefined {
  const effect = effectOfAmount(minorOf(unit.amount));
  return effect?.kind === 'captured' ? effect.outcome : order.funding?.outcome;
}

async function settleLater(
  tx: Tx,
  world: World,
  capture: Capture,
  outcome: Funding['outcome'] | undefined,
): Promise<void> {
  if (outcome !== 'pending' && outcome !== 'pending_declined') return;
  await insertRecord(tx, 'timer', capture.id, {
    id: capture.id,
    due_at: later(world, SETTLE_SECONDS).toISOString(),
    action: 'settle_capture',
    target_id: capture.id,
    outcome: outcome === 'pending' ? 'COMPLETED' : 'DECLINED',
  });
}
