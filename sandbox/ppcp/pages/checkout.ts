import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FUNDING_SOURCES, personalAccounts } from '../acts/buyer.ts';
import { approveOrder, cancelOrder } from '../acts/orders.ts';
import { notFound } from '../../machine/refusal.ts';
import { hasLapsed } from '../checks/order-window.ts';
import { readRecord } from '../../machine/store/records.ts';
import type { Order } from '../shapes/shapes.ts';
import type { World } from '../shapes/world.ts';
import { approvalPage } from './approval-view.ts';
import { html, scriptJson, type Html } from '../../../markup/html.ts';
import { formOf, sendPage, type Page } from '../../machine/pages/layout.ts';
import { endPage } from './person-parts.ts';

const PATH = '/checkoutnow';
const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])$/;

/** What a button of the page adds to the way to pay. */
const ENDINGS: Readonly<Record<string, string>> = { decline: '_declined', pending: '_pending' };

/** By which the library knows whose word it hears. */
const SOURCE = { source: 'sandbox-wallet' };

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
    if (order.status === 'COMPLETED') return sendPage(reply, paidPage());
    return sendPage(reply, await orderPage(world, order, request));
  });
  app.post(PATH, async (request, reply) => {
    const order = await orderOf(world, request);
    if (order.status === 'COMPLETED') return sendPage(reply, paidPage());
    const opener = openerOf(world, request);
    const form = formOf(request);
    const action = form.get('action') ?? '';
    if (action === 'cancel') {
      const { return_url } = await cancelOrder(world, order.id);
      return sendPage(reply, leavingPage(order.id, { payer_id: null, return_url, opener }));
    }
    const funding_source = (form.get('funding_source') ?? 'paypal') + (ENDINGS[action] ?? '');
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
  const order = await readRecord(world.db, 'order', typeof token === 'string' ? token : '');
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

async function orderPage(world: World, order: Order, request: FastifyRequest): Promise<Page> {
  const unit = order.purchase_units[0] ?? null;
  const seller = unit === null ? null : await readRecord(world.db, 'account', unit.payee.merchant_id);
  const opener = openerOf(world, request);
  const page = approvalPage({
    payee: order.brand_name ?? seller?.business_name ?? 'the merchant',
    unit,
    action: request.url,
    way: opener.funding,
    buyers: await personalAccounts(world.db),
  });
  const told = { ...SOURCE, orderID: order.id, outcome: 'shown' };
  return { ...page, script: shownScript({ told, origin: opener.origin }) };
}

function paidPage(): Page {
  return endPage({
    good: true,
    title: 'This order is paid',
    words: 'There is nothing left to do.',
    next: null,
  });
}

function leavingPage(
  orderID: string,
  end: { payer_id: string | null; return_url: string | null; opener: Opener },
): Page {
  const { payer_id, opener } = end;
  const isApproved = payer_id !== null;
  const next = end.return_url ?? returnTo(opener, orderID, payer_id);
  const told = {
    ...SOURCE,
    orderID,
    payerID: payer_id,
    outcome: isApproved ? 'approved' : 'canceled',
  };
  return endPage({
    good: isApproved,
    title: isApproved ? 'Approved' : 'Canceled',
    words: isApproved ? 'The merchant now takes the payment.' : 'Nothing was paid. You can try again.',
    next: next === null ? null : { url: next, label: 'Return to the merchant' },
    script: leavingScript({ told, origin: opener.origin, next }),
  });
}

function returnTo(opener: Opener, orderID: string, payerId: string | null): string | null {
  if (opener.return_to === null) return null;
  const url = new URL(opener.return_to);
  url.searchParams.set('token', orderID);
  if (payerId === null) url.searchParams.set('canceled', '1');
  else url.searchParams.set('PayerID', payerId);
  return url.href;
}

// A window that is heard is not cut off from its opener, which then takes it for closed as soon as it is.
function shownScript(values: { told: object; origin: string | null }): Html {
  return html`(({ told, origin }) => { if (window.opener && origin) window.opener.postMessage(told, origin);
  })(${scriptJson(values)});`;
}

// The window tells its opener, then goes where the order says, or closes itself.
function leavingScript(values: { told: object; origin: string | null; next: string | null }): Html {
  return html`(({ told, origin, next }) => { const opener = window.opener; if (opener && origin)
  opener.postMessage(told, origin); if (next) location.replace(next); else if (opener) window.close();
  })(${scriptJson(values)});`;
}
