import { sql } from 'kysely';
import { readRecord } from '../../machine/store/records.ts';
import type { Account, Capture, Link, Order, Refund } from '../shapes/shapes.ts';
import type { Db, Tx } from '../../machine/store/sql.ts';
import type { World } from '../shapes/world.ts';
import { captureView, refundView } from './capture-view.ts';

const REFUNDS_MAX = 1_000;

/** The short answer: id, status, links and, for redirecting sources, what the buyer pays with. */
export function minimalOrder(world: World, order: Order): object {
  return {
    id: order.id,
    status: order.status,
    ...(order.payment_source === null ? {} : { payment_source: order.payment_source }),
    links: orderLinks(world, order),
  };
}

/** The full representation, with captures, their refunds and the payer where there are any. */
export async function orderView(db: Db | Tx, world: World, order: Order): Promise<Record<string, unknown>> {
  const captures = await capturesOf(db, order);
  const refunds = await refundsOf(db, captures);
  const payer = order.payer_id === null ? null : await readRecord(db, 'account', order.payer_id);
  return {
    id: order.id,
    intent: order.intent,
    status: order.status,
    ...(order.payment_source === null ? {} : { payment_source: order.payment_source }),
    purchase_units: order.purchase_units.map((unit) => {
      const own = captures.filter((capture) => capture.reference_id === unit.reference_id);
      if (own.length === 0) return unit;
      const back = refunds.filter((refund) => own.some(({ id }) => id === refund.capture_id));
      const payments = {
        captures: own.map((capture) => captureView(world, capture)),
        ...(back.length === 0 ? {} : { refunds: back.map((refund) => refundView(world, refund)) }),
      };
      return { ...unit, payments };
    }),
    ...(payer === null ? {} : { payer: payerView(payer) }),
    create_time: order.create_time,
    update_time: order.update_time,
    links: orderLinks(world, order),
  };
}

/** The answer of a capture without `Prefer`: ids, states and the captures, not the cart. */
export async function minimalCapturedOrder(db: Db | Tx, world: World, order: Order): Promise<object> {
  const captures = await capturesOf(db, order);
  return {
    id: order.id,
    status: order.status,
    ...(order.payment_source === null ? {} : { payment_source: order.payment_source }),
    purchase_units: order.purchase_units.map((unit) => ({
      reference_id: unit.reference_id,
      payments: {
        captures: captures
          .filter((capture) => capture.reference_id === unit.reference_id)
          .map((capture) => captureView(world, capture)),
      },
    })),
    links: orderLinks(world, order),
  };
}

async function capturesOf(db: Db | Tx, order: Order): Promise<Capture[]> {
  const captures: Capture[] = [];
  for (const id of order.capture_ids) {
    const capture = await readRecord(db, 'capture', id);
    if (capture !== null) captures.push(capture);
  }
  return captures;
}

// Whoever asked for them and whatever became of them; what was reversed stands among them. Index: records_refunds.
async function refundsOf(db: Db | Tx, captures: readonly Capture[]): Promise<Refund[]> {
  if (captures.length === 0) return [];
  const { rows } = await sql<{ body: Refund }>`
    select body from records
    where kind = 'refund' and body ->> 'capture_id' = any(${captures.map(({ id }) => id)})
    order by (body ->> 'capture_id'), seq
    limit ${REFUNDS_MAX}`.execute(db);
  return rows.map(({ body }) => body);
}

/** The buyer as an order shows them. */
function payerView(account: Account): object {
  return {
    payer_id: account.account_id,
    email_address: account.email,
    name: { given_name: account.given_name, surname: account.surname },
    address: { country_code: account.country },
  };
}

/** The page on which the buyer approves. */
function approvalUrl(world: World, orderId: string): string {
  return `${world.address.url}/checkoutnow?token=${orderId}`;
}

/** Where a refusal of these issues sends the buyer: to choose another way to pay, or to act. */
export function recoveryLinks(world: World, orderId: string, issue: string | null): Link[] {
  const redirects = issue === 'INSTRUMENT_DECLINED' || issue === 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING';
  const rel = redirects ? 'redirect' : issue === 'PAYER_ACTION_REQUIRED' ? 'payer-action' : null;
  return rel === null ? [] : [{ href: approvalUrl(world, orderId), rel, method: 'GET' }];
}

function orderLinks(world: World, order: Order): Link[] {
  const self = `${world.address.url}/v2/checkout/orders/${order.id}`;
  const links: Link[] = [{ href: self, rel: 'self', method: 'GET' }];
  if (order.status === 'PAYER_ACTION_REQUIRED') {
    links.push({ href: approvalUrl(world, order.id), rel: 'payer-action', method: 'GET' });
  }
  if (order.status === 'CREATED') {
    links.push({ href: approvalUrl(world, order.id), rel: 'approve', method: 'GET' });
  }
  if (order.status === 'CREATED' || order.status === 'APPROVED') {
    links.push({ href: self, rel: 'update', method: 'PATCH' });
    links.push({ href: `${self}/capture`, rel: 'capture', method: 'POST' });
  }
  return links;
}
