import { raiseApprovalReversed, raiseOrderApproved } from '../notices/payment-notices.ts';
import { hasLapsed, ORDER_WINDOW_SECONDS } from '../ppcp/order-window.ts';
import { lockRecord, putRecord, readRecord } from '../store/records.ts';
import type { Account, Funding, Order } from '../store/shapes.ts';
import type { Db, Tx } from '../store/sql.ts';
import { later, timestamp, transact, type World } from '../world.ts';
import { conflict, notFound, unprocessable } from './refusal.ts';

const SOURCES = ['paypal', 'venmo', 'paylater', 'credit', 'card', 'apple_pay', 'google_pay'];
const ALIASES: Readonly<Record<string, string>> = {
  applepay: 'apple_pay',
  googlepay: 'google_pay',
  declined: 'paypal_declined',
  pending: 'paypal_pending',
  pending_declined: 'paypal_pending_declined',
};
/** Sources whose refusal is a declined capture; the others' is a refused call. */
const CARD_LIKE = new Set(['card', 'apple_pay', 'google_pay']);

/** Every value of `funding_source`: a source, alone or with what is to become of it. */
export const FUNDING_SOURCES: readonly string[] = [
  ...SOURCES.flatMap((source) =>
    ['', '_declined', '_pending', '_pending_declined'].map((end) => source + end),
  ),
  ...Object.keys(ALIASES),
];

export interface Approval {
  order_id: string;
  status: Order['status'];
  payer_id: string | null;
  return_url: string | null;
}

/** The buyer approves; a second approval replaces the choice of the first. Refuses: unknown or lapsed
 *  404, captured 409, an unusable account or funding source 422. */
export async function approveOrder(
  world: World,
  choice: { order_id: string; account_id?: string | undefined; funding_source?: string | undefined },
): Promise<Approval> {
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

async function chooseBuyer(tx: Tx, id: string | undefined): Promise<Account> {
  if (id !== undefined) return (await readRecord(tx, 'account', id)) ?? notFound('Account');
  const buyers = await personalAccounts(tx);
  return buyers[0] ?? unprocessable('account_id: there is no personal account to pay with');
}

/** The accounts a buyer may choose from, oldest first. */
export async function personalAccounts(db: Db | Tx): Promise<Account[]> {
  const rows = await db<{ body: Account }[]>`
    select body from records
    where kind = 'account' and body ->> 'kind' = 'personal'
    order by seq limit 50`;
  return rows.map((row) => row.body);
}

function readFunding(text: string): Funding {
  if (!FUNDING_SOURCES.includes(text))
    unprocessable(`funding_source: ${text} is not one of ${FUNDING_SOURCES.join(', ')}`);
  const name = ALIASES[text] ?? text;
  const source = SOURCES.find((entry) => name === entry || name.startsWith(`${entry}_`)) ?? 'paypal';
  switch (name.slice(source.length)) {
    case '_declined':
      return { source, outcome: CARD_LIKE.has(source) ? 'declined' : 'instrument_declined' };
    case '_pending':
      return { source, outcome: 'pending' };
    case '_pending_declined':
      return { source, outcome: 'pending_declined' };
    default:
      return { source, outcome: 'completed' };
  }
}

function paymentSource(order: Order, buyer: Account, funding: Funding): Order['payment_source'] {
  const name = { given_name: buyer.given_name, surname: buyer.surname };
  const person = { email_address: buyer.email, account_id: buyer.account_id };
  const card = {
    name: `${buyer.given_name} ${buyer.surname}`,
    last_digits: '1111',
    brand: 'VISA',
    available_networks: ['VISA'],
    type: 'CREDIT',
    expiry: '2031-01',
  };
  if (funding.source === 'card') return { card };
  if (CARD_LIKE.has(funding.source)) return { [funding.source]: { card } };
  if (funding.source === 'venmo')
    return { venmo: { ...person, user_name: buyer.given_name.toLowerCase(), name } };
  const kept = order.payment_source?.['paypal'];
  const experience = kept?.['attributes'] === undefined ? {} : { attributes: kept['attributes'] };
  return {
    paypal: {
      ...person,
      account_status: 'VERIFIED',
      name,
      address: { country_code: buyer.country },
      ...experience,
    },
  };
}

function withQuery(address: string | null, query: Record<string, string>): string | null {
  if (address === null) return null;
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.toString();
}
