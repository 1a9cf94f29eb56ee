import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { newResourceId } from '../shapes/ids.ts';
import { insertRecord, readRecord } from '../../machine/store/records.ts';
import type { Account, Order, PurchaseUnit } from '../shapes/shapes.ts';
import type { Db, Tx } from '../../machine/store/sql.ts';
import { later, timestamp, transact, type World } from '../shapes/world.ts';
import { chargeOrder } from '../acts/capture.ts';
import { captureOrder } from './capture-order.ts';
import { isObject } from '../checks/checker.ts';
import { provide, type Answer, type Call } from './operation.ts';
import { checkOrder, platformFeeOf } from '../checks/order-check.ts';
import { patchOrder } from './order-patch.ts';
import { minimalCapturedOrder, minimalOrder, orderView, recoveryLinks } from '../views/order-view.ts';
import { hasLapsed, ORDER_WINDOW_SECONDS, refuseUnknownOrder } from '../checks/order-window.ts';
import { readPaymentSource } from './payment-source.ts';
import { requireChargeable } from '../acts/payment-tokens.ts';
import { refuse } from '../checks/problem.ts';
import { findReplay, rememberReplay } from '../acts/replays.ts';
import { requireGrant } from '../checks/scopes.ts';

/** Serves Orders v2: create, show, patch, capture. */
export function serveOrders(app: FastifyInstance, world: World): void {
  provide(app, world, {
    method: 'POST',
    path: '/v2/checkout/orders',
    fault: 'orders.create',
    handle: createOrder,
  });
  provide(app, world, {
    method: 'GET',
    path: '/v2/checkout/orders/:order_id',
    fault: 'orders.read',
    handle: showOrder,
  });
  provide(app, world, { method: 'PATCH', path: '/v2/checkout/orders/:order_id', handle: patchOrder });
  provide(app, world, {
    method: 'POST',
    path: '/v2/checkout/orders/:order_id/capture',
    fault: 'orders.capture',
    faultLinks: (at, params, issue) => recoveryLinks(at, params['order_id'] ?? '', issue),
    handle: captureOrder,
  });
}

async function createOrder(call: Call): Promise<Answer> {
  const { world } = call;
  if (call.mockIssue !== null) refuse(call.mockIssue);
  const units = checkOrder(call.body, call.seller?.account_id ?? null);
  const { source, vaulted } = readPaymentSource(isObject(call.body) ? call.body : {}, call.requestId);
  return transact(world, async (tx) => {
    const earlier = await findReplay(tx, world, 'orders.create', call.requestId);
    const kept = earlier === null ? null : await readRecord(tx, 'order', earlier);
    if (kept !== null) return { status: 200, body: await shownOrder(tx, call, kept) };
    const sellers = await readPayees(tx, units);
    const asked = newOrder(world, { units, sellers, source });
    const token = vaulted === null ? null : await requireChargeable(tx, vaulted, sellers);
    const order = token === null ? asked : await chargeOrder(tx, world, { order: asked, sellers, token });
    if (token === null) await insertRecord(tx, 'order', order.id, order);
    await rememberReplay(tx, world, 'orders.create', { requestId: call.requestId, resource_id: order.id });
    return { status: 201, body: await shownOrder(tx, call, order) };
  });
}

function newOrder(
  world: World,
  of: {
    units: readonly PurchaseUnit[];
    sellers: readonly Account[];
    source: ReturnType<typeof readPaymentSource>['source'];
  },
): Order {
  const now = timestamp(world.clock.now());
  return {
    id: newResourceId(),
    intent: 'CAPTURE',
    status: of.source.payment_source === null ? 'CREATED' : 'PAYER_ACTION_REQUIRED',
    purchase_units: of.units.map((unit, index) => {
      const { account_id: merchant_id = '', email: email_address = '' } = of.sellers[index] ?? {};
      return { ...unit, payee: { merchant_id, email_address } };
    }),
    ...of.source,
    payer_id: null,
    funding: null,
    canceled: false,
    capture_ids: [],
    expires_at: later(world, ORDER_WINDOW_SECONDS).toISOString(),
    create_time: now,
    update_time: now,
  };
}

async function showOrder(call: Call): Promise<Answer> {
  const order = await readRecord(call.world.db, 'order', call.params['order_id'] ?? '');
  if (order === null || hasLapsed(call.world, order)) return refuseUnknownOrder();
  return { status: 200, body: await orderView(call.world.db, call.world, order) };
}

async function shownOrder(db: Db | Tx, call: Call, order: Order): Promise<object> {
  if (call.representation) return orderView(db, call.world, order);
  const isTaken = order.capture_ids.length > 0;
  return isTaken ? minimalCapturedOrder(db, call.world, order) : minimalOrder(call.world, order);
}

// Every payee must have consented to payments, and to fees where the platform takes one.
async function readPayees(tx: Tx, units: readonly PurchaseUnit[]): Promise<Account[]> {
  const payees: Account[] = [];
  for (const [index, unit] of units.entries()) {
    const field = `/purchase_units/${index}/payee/merchant_id`;
    const account = await readPayee(tx, unit);
    if (account === null || account.kind !== 'business')
      refuse('PAYEE_ACCOUNT_INVALID', { field, location: 'body' });
    if (account.consent !== 'granted') refuse('PAYEE_NOT_CONSENTED', { field, location: 'body' });
    requireGrant(account, 'PAYMENT', ...(platformFeeOf(unit) === null ? [] : ['PARTNER_FEE']));
    payees.push(account);
  }
  return payees;
}

async function readPayee(tx: Tx, unit: PurchaseUnit): Promise<Account | null> {
  if (unit.payee.merchant_id !== '') return readRecord(tx, 'account', unit.payee.merchant_id);
  const { rows } = await sql<{ id: string }>`
    select id from records
    where kind = 'account' and body ->> 'email' = ${unit.payee.email_address ?? ''}
    order by seq limit 1`.execute(tx);
  return rows[0] === undefined ? null : readRecord(tx, 'account', rows[0].id);
}
