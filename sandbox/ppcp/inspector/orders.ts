import { FUNDING_SOURCES, personalAccounts } from '../acts/buyer.ts';
import { hasLapsed } from '../checks/order-window.ts';
import { readRecord } from '../../machine/store/records.ts';
import type { Capture, Order } from '../shapes/shapes.ts';
import { html, type Html } from '../../../markup/html.ts';
import {
  amount,
  badge,
  facts,
  idLink,
  idText,
  jsonBlock,
  moment,
  select,
} from '../../machine/pages/parts.ts';
import { actForm } from '../../machine/inspector/acts.ts';
import { captureTable } from './captures.ts';
import { storyOf } from './story.ts';
import { recordList } from '../../machine/inspector/record-list.ts';
import { countOf, found, table, type View, type Visit } from '../../machine/inspector/visit.ts';

/** What buyers were asked to pay. */
export const orders: View = {
  name: 'orders',
  title: 'Orders',
  group: 'Money',
  count: countOf('order'),
  list,
  detail,
};

function list(visit: Visit): Promise<Html> {
  return recordList(visit, 'order', {
    heading: 'Orders',
    none: [
      'No order yet.',
      html`One is created when a buyer presses a pay button on a checkout page. Then you can approve, decline
      or cancel it from here.`,
    ],
    shown: (orders) => orderTable(visit, orders),
  });
}

function orderTable(visit: Visit, orders: readonly Order[]): Html {
  const rows = orders.map((order) => [
    idLink('orders', order.id),
    stateOf(visit, order),
    html`${order.purchase_units.map((unit) => amount(unit.amount))}`,
    idLink('accounts', order.purchase_units[0]?.payee.merchant_id),
    idLink('accounts', order.payer_id),
    moment(order.create_time, visit.now),
  ]);
  return table('Orders, newest first', ['Order', 'State', 'Amount', 'Seller', 'Buyer', 'Created'], rows);
}

function stateOf(visit: Visit, order: Order): Html {
  if (hasLapsed(visit.machine.world, order)) return badge('lapsed');
  return html`${badge(order.status)}${order.canceled && html` ${badge('canceled', 'warn')}`}`;
}

async function detail(visit: Visit, id: string): Promise<{ title: string; body: Html }> {
  const { db } = visit.machine.world;
  const order = found(await readRecord(db, 'order', id), 'Order');
  const captures: Capture[] = [];
  for (const captureId of order.capture_ids) {
    const capture = await readRecord(db, 'capture', captureId);
    if (capture !== null) captures.push(capture);
  }
  const body = html`<p class="crumb"><a href="/inspector/orders">Orders</a></p>
    <h1>Order ${idText(order.id)}</h1>
    <p>${stateOf(visit, order)}</p>
    ${facts(orderFacts(visit, order))} ${await buyerForms(visit, order)}
    <section>
      <h2>Captures</h2>
      ${
        captures.length === 0
          ? html`<p class="soft">None yet. The platform captures after the buyer approved.</p>`
          : captureTable(captures, visit.now)
      }
    </section>
    <section>
      <h2>Story</h2>
      ${await storyOf(visit, order, captures)}
    </section>
    <details class="panel">
      <summary>The whole record</summary>
      ${jsonBlock(order, 'Order')}
    </details>`;
  return { title: `Order ${order.id}`, body };
}

function orderFacts(visit: Visit, order: Order): [string, Html | string][] {
  const unit = order.purchase_units[0];
  return [
    ['Amount', html`${order.purchase_units.map((entry) => amount(entry.amount))}`],
    ['Seller', idLink('accounts', unit?.payee.merchant_id)],
    ['Buyer', idLink('accounts', order.payer_id)],
    ['Pays with', order.funding === null ? '–' : `${order.funding.source}, then ${order.funding.outcome}`],
    ['Created', moment(order.create_time, visit.now)],
    ...(order.status === 'COMPLETED' ? [] : [lapse(visit, order)]),
    ...known('Description', unit?.description),
    ...known("Platform's id", unit?.custom_id),
    ...known('Invoice id', unit?.invoice_id),
  ];
}

function lapse(visit: Visit, order: Order): [string, Html] {
  const word = hasLapsed(visit.machine.world, order) ? 'Lapsed' : 'Lapses';
  return [word, moment(order.expires_at, visit.now)];
}

function known(name: string, value: string | undefined): [string, string][] {
  return value === undefined ? [] : [[name, value]];
}

async function buyerForms(visit: Visit, order: Order): Promise<Html | null> {
  const isOver = order.status === 'COMPLETED' || order.status === 'VOIDED';
  if (isOver || hasLapsed(visit.machine.world, order)) return null;
  const buyers = await personalAccounts(visit.machine.world.db);
  const nameOf = (id: string): string => {
    const buyer = buyers.find(({ account_id }) => account_id === id);
    return `${buyer?.given_name ?? ''} ${buyer?.surname ?? ''} (${buyer?.funded ? 'funded' : 'no funds'})`;
  };
  const quick = (funding_source: string, words: string, quiet: boolean): Html =>
    actForm(visit, 'orders.approve', {
      id: order.id,
      class: 'inline',
      body: html`<input type="hidden" name="funding_source" value="${funding_source}" />
        <button class="small ${quiet && 'quiet'}">${words}</button>`,
    });
  return html`<section class="panel">
    <h2>Be the buyer</h2>
    <div class="bar">
      ${quick('paypal', 'Approve', false)} ${quick('card_declined', 'Approve, then decline the card', true)}
      ${quick('pending', 'Approve, then keep it pending', true)}
      ${
        order.status !== 'APPROVED' &&
        actForm(visit, 'orders.cancel', {
          id: order.id,
          class: 'inline',
          body: html`<button class="small quiet">Cancel</button>`,
        })
      }
      <a href="/checkoutnow?token=${order.id}">Open the buyer's page</a>
    </div>
    <details>
      <summary>Choose the account and the ending</summary>
      ${actForm(visit, 'orders.approve', {
        id: order.id,
        body: html`${select('account_id', 'Buyer', {
            values: buyers.map(({ account_id }) => account_id),
            words: nameOf,
          })}
          ${select('funding_source', 'Pays with, and what becomes of it', {
            values: FUNDING_SOURCES,
            chosen: 'paypal',
          })} <button class="small">Approve</button>`,
      })}
    </details>
  </section>`;
}
