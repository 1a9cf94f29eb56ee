import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FUNDING_SOURCES, personalAccounts } from '../acts/buyer.ts';
import { approveOrder, cancelOrder } from '../acts/orders.ts';
import { notFound } from '../acts/refusal.ts';
import { hasLapsed } from '../ppcp/order-window.ts';
import { readRecord } from '../store/records.ts';
import type { Account, Order, PurchaseUnit } from '../store/shapes.ts';
import type { World } from '../world.ts';
import { html, scriptJson, type Html } from './html.ts';
import { formOf, requireOwnForm, sendPage, type Page } from './layout.ts';

const PATH = '/checkoutnow';
const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])$/;
const WAYS: readonly [value: string, label: string][] = [
  ['paypal', 'Wallet balance'],
  ['card', 'Debit or credit card'],
  ['venmo', 'Venmo'],
  ['paylater', 'Pay Later'],
];

/** The page that opened the checkout, as far as it may be believed. */
interface Opener {
  origin: string | null;
  return_to: string | null;
  funding: string;
}

/** Serves the page on which a buyer approves an order, has the funding declined, or leaves. */
export function serveCheckout(app: FastifyInstance, world: World): void {
  app.get(PATH, async (request, reply) => {
    const order = await orderOf(world, request);
    const opener = openerOf(world, request);
    if (order.status === 'COMPLETED') return sendPage(reply, paidPage());
    return sendPage(reply, await approvalPage(world, order, { opener, action: request.url }));
  });
  app.post(PATH, async (request, reply) => {
    requireOwnForm(request);
    const order = await orderOf(world, request);
    const opener = openerOf(world, request);
    const form = formOf(request);
    if (form.get('action') === 'cancel') {
      const { return_url } = await cancelOrder(world, order.id);
      return sendPage(reply, leavingPage(order.id, { payer_id: null, return_url, opener }));
    }
    const way = form.get('funding_source') ?? 'paypal';
    const funding_source = form.get('action') === 'decline' ? `${way}_declined` : way;
    const { payer_id, return_url } = await approveOrder(world, {
      order_id: order.id,
      account_id: form.get('account_id') ?? undefined,
      funding_source: FUNDING_SOURCES.includes(funding_source) ? funding_source : 'paypal',
    });
    return sendPage(reply, leavingPage(order.id, { payer_id, return_url, opener }));
  });
}

async function orderOf(world: World, request: FastifyRequest): Promise<Order> {
  const token = (request.query as Record<string, unknown>)['token'];
  const order = await readRecord(world.sql, 'order', typeof token === 'string' ? token : '');
  return order === null || hasLapsed(world, order) ? notFound('Order') : order;
}

function openerOf(world: World, request: FastifyRequest): Opener {
  const query = request.query as Record<string, unknown>;
  const return_to = webAddress(query['return_to']);
  const funding = query['fundingSource'];
  return {
    origin: webAddress(query['origin'])?.origin ?? null,
    return_to: return_to !== null && mayReturnTo(world, return_to) ? return_to.href : null,
    funding: typeof funding === 'string' ? funding : 'paypal',
  };
}

// The buyer is sent back only to this machine or to the service itself, never wherever a link says.
function mayReturnTo(world: World, url: URL): boolean {
  const service = webAddress(world.noticeUrl());
  return LOOPBACK_HOST.test(url.hostname) || url.origin === service?.origin;
}

function webAddress(text: unknown): URL | null {
  if (typeof text !== 'string' || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
}

async function approvalPage(
  world: World,
  order: Order,
  from: { opener: Opener; action: string },
): Promise<Page> {
  const buyers = await personalAccounts(world.sql);
  const unit = order.purchase_units[0];
  const seller = unit === undefined ? null : await readRecord(world.sql, 'account', unit.payee.merchant_id);
  const name = order.brand_name ?? seller?.business_name ?? 'the merchant';
  const total = unit === undefined ? '' : `${unit.amount.value} ${unit.amount.currency_code}`;
  const body = html`<section class="card">
    <h1>Pay ${name}</h1>
    <p class="total">${total}</p>
    ${unit === undefined ? null : lines(unit)}
    <form method="post" action="${from.action}">
      <fieldset>
        <legend>Your account</legend>
        ${buyers.map((buyer, index) => buyerChoice(buyer, index === 0))}
      </fieldset>
      <fieldset>
        <legend>Pay with</legend>
        ${WAYS.map(([value, label]) => wayChoice(value, label, value === knownWay(from.opener.funding)))}
      </fieldset>
      <div class="actions">
        <button name="action" value="approve">Pay ${total}</button>
        <button name="action" value="decline" class="quiet">Approve, but have the funding declined</button>
        <button name="action" value="cancel" class="plain">Cancel and return to ${name}</button>
      </div>
    </form>
  </section>`;
  return { title: `Pay ${name}`, body };
}

interface ShownItem {
  name: string;
  quantity: string;
  unit_amount: { value: string };
}

const EXTRAS: readonly [member: string, label: string][] = [
  ['tax_total', 'Tax'],
  ['shipping', 'Shipping'],
  ['handling', 'Handling'],
  ['insurance', 'Insurance'],
  ['shipping_discount', 'Shipping discount'],
  ['discount', 'Discount'],
];

function lines(unit: PurchaseUnit): Html {
  const items = (unit.items ?? []) as ShownItem[];
  const extras = EXTRAS.flatMap(([member, label]) => {
    const amount = unit.amount.breakdown?.[member];
    return amount === undefined ? [] : [line(label, amount.value)];
  });
  return html`${unit.description && html`<p class="soft">${unit.description}</p>`}
    <ul class="lines">
      ${items.map((item) => line(item.name, `${item.quantity} × ${item.unit_amount.value}`))} ${extras}
    </ul>`;
}

function line(label: string, amount: string): Html {
  return html`<li><span>${label}</span><span>${amount}</span></li>`;
}

/** One account to choose from, as a form shows it. */
export function buyerChoice(buyer: Account, checked: boolean): Html {
  return html`<label class="choice">
    <input type="radio" name="account_id" value="${buyer.account_id}" required ${checked && 'checked'} />
    <span>
      ${buyer.given_name} ${buyer.surname}
      <span class="badge ${buyer.funded ? 'good' : 'bad'}">${buyer.funded ? 'funded' : 'no funds'}</span>
      <small>${buyer.email}</small>
    </span>
  </label>`;
}

function knownWay(asked: string): string {
  return WAYS.some(([way]) => way === asked) ? asked : 'paypal';
}

/** One way to pay to choose from, as a form shows it. */
export function wayChoice(value: string, label: string, checked: boolean): Html {
  return html`<label class="choice">
    <input type="radio" name="funding_source" value="${value}" ${checked && 'checked'} />
    <span>${label}</span>
  </label>`;
}

function paidPage(): Page {
  const body = html`<section class="card">
    <h1>This order is paid</h1>
    <p>You may close this window.</p>
  </section>`;
  return { title: 'Paid', body };
}

function leavingPage(
  orderID: string,
  end: { payer_id: string | null; return_url: string | null; opener: Opener },
): Page {
  const { payer_id, opener } = end;
  const isApproved = payer_id !== null;
  const next = end.return_url ?? returnTo(opener, orderID, payer_id);
  const told = {
    source: 'sandbox-wallet',
    orderID,
    payerID: payer_id,
    outcome: isApproved ? 'approved' : 'canceled',
  };
  const script = leavingScript({ told, origin: opener.origin, next });
  const body = html`<section class="card">
    <h1>${isApproved ? 'Approved' : 'Canceled'}</h1>
    ${
      next === null
        ? html`<p>You may close this window.</p>`
        : html`<p class="soft">Taking you back…</p>
            <p><a class="button" href="${next}">Return to the merchant</a></p>`
    }
  </section>`;
  return { title: isApproved ? 'Approved' : 'Canceled', body, goTo: next, script };
}

function returnTo(opener: Opener, orderID: string, payerId: string | null): string | null {
  if (opener.return_to === null) return null;
  const url = new URL(opener.return_to);
  url.searchParams.set('token', orderID);
  if (payerId === null) url.searchParams.set('canceled', '1');
  else url.searchParams.set('PayerID', payerId);
  return url.href;
}

// The window tells its opener, then goes where the order says, or closes itself.
function leavingScript(values: { told: object; origin: string | null; next: string | null }): Html {
  const source = `(({ told, origin, next }) => {
    const opener = window.opener;
    if (opener && origin) opener.postMessage(told, origin);
    if (next) location.replace(next);
    else if (opener) window.close();
  })(${scriptJson(values).html});`;
  return { html: source };
}
