import { noticeMode } from '../../ppcp/notices/raise.ts';
import { listRecords } from '../store/records.ts';
import { html, type Html } from '../pages/html.ts';
import { amount, badge, emptyState, facts, idLink, moment } from '../pages/parts.ts';
import { countsOf } from './reads.ts';
import { callRow } from './requests.ts';
import { recentCalls } from './reads.ts';
import type { Visit } from './visit.ts';

const CALLS_SHOWN = 12;
const ORDERS_SHOWN = 6;

/** What is going on: the latest calls and orders, and everything that is set to other than normal. */
export async function overview(visit: Visit): Promise<Html> {
  const { world } = visit.machine;
  const [counts, calls, orders, mode] = await Promise.all([
    countsOf(visit),
    recentCalls(visit, CALLS_SHOWN),
    listRecords(world.db, 'order', { limit: ORDERS_SHOWN, offset: 0 }),
    noticeMode(world.db),
  ]);
  const faults = counts.records.get('fault') ?? 0;
  return html`<div class="heading">
      <h1>Overview</h1>
      <p class="live" hidden><span role="status" data-live-words>Live</span></p>
    </div>
    <section class="panel tight" aria-label="How the sandbox is set">
      ${facts([
        ['Faults', faults === 0 ? 'none' : html`<a href="/inspector/faults">${faults} armed</a>`],
        [
          'Notices',
          html`<a href="/inspector/notices">${mode}</a>${counts.held > 0 && html`, ${counts.held} held`}`,
        ],
        ['Provider time', html`<time datetime="${visit.now.toISOString()}">${clockText(visit.now)}</time>`],
        ['Platform', html`<code>${world.wallet.partner_id}</code>`],
        ['Notices go to', html`<code>${world.noticeUrl() ?? 'nowhere yet'}</code>`],
      ])}
    </section>
    <section>
      <div class="heading">
        <h2>Latest calls</h2>
        <a href="/inspector/requests">All requests</a>
      </div>
      <ol
        class="feed"
        data-live="${calls[0]?.seq ?? 0}"
        data-live-keep="${CALLS_SHOWN}"
        aria-label="Latest calls"
      >
        ${calls.map((call) => callRow(call, visit.now))}
      </ol>
      ${calls.length === 0 && html`<div data-live-empty>${firstSteps()}</div>`}
    </section>
    ${
      orders.items.length > 0 &&
      html`<section>
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
      </section>`
    }`;
}

function clockText(now: Date): string {
  return now.toISOString().replace('T', ' ').slice(0, 19) + ' UTC';
}

function firstSteps(): Html {
  return emptyState(
    'Nothing happened yet.',
    html`Open the checkout link that <code>npm start</code> printed and pay, or create an order by the API.
      Every call the service makes appears here while you watch. A seller and a buyer are
      <a href="/inspector/accounts">ready</a>; <a href="/inspector/faults">faults</a> make things go wrong on
      purpose.`,
  );
}
