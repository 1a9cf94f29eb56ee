import { listRecords } from '../../machine/store/records.ts';
import { html, type Html } from '../../../markup/html.ts';
import { amount, badge, idLink, moment } from '../../machine/pages/parts.ts';
import type { Visit } from '../../machine/inspector/visit.ts';

const ORDERS_SHOWN = 6;

/** The newest orders, for the overview. */
export async function latestOrders(visit: Visit): Promise<Html | null> {
  const { db } = visit.machine.world;
  const orders = await listRecords(db, 'order', { limit: ORDERS_SHOWN, offset: 0 });
  if (orders.items.length === 0) return null;
  return html`<section>
    <div class="heading">
      <h2>Latest orders</h2>
      <a href="/inspector/orders">All orders</a>
    </div>
    <ul class="rows">
      ${orders.items.map((order) => {
        const unit = order.purchase_units[0];
        return html`<li>
          ${idLink('orders', order.id)} ${badge(order.status)}
          <span>${unit !== undefined && amount(unit.amount)}</span>
          <span class="soft">${moment(order.create_time, visit.now)}</span>
        </li>`;
      })}
    </ul>
  </section>`;
}
