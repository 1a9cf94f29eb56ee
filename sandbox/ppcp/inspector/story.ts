import type { Capture, Order } from '../shapes/shapes.ts';
import { html, type Html } from '../../../markup/html.ts';
import { amount, badge, idLink, moment, statusBadge } from '../../machine/pages/parts.ts';
import { callsNaming, eventsNaming, recordsNaming } from '../../machine/inspector/reads.ts';
import type { Visit } from '../../machine/inspector/visit.ts';

interface Chapter {
  at: string;
  what: Html;
}

/** All that happened around an order in the order in which it happened: calls, notices, refunds, disputes. */
export async function storyOf(visit: Visit, order: Order, captures: readonly Capture[]): Promise<Html> {
  const ids = [order.id, ...captures.map(({ id }) => id)];
  const [calls, events] = await Promise.all([callsNaming(visit, ids), eventsNaming(visit, ids)]);
  const chapters: Chapter[] = [
    ...calls.map((call) => ({
      at: call.at,
      what: html`<a href="/inspector/requests/${call.seq}"><b>${call.method}</b> <code>${call.path}</code></a>
        ${statusBadge(call.status)}`,
    })),
    ...events.map((event) => ({
      at: event.create_time,
      what: html`Notice <a href="/inspector/notices/${event.id}"><code>${event.event_type}</code></a>`,
    })),
    ...(await moneyBack(visit, captures)),
  ];
  const at = ({ at: moment }: Chapter): number => Date.parse(moment);
  const sorted = chapters.toSorted((one, other) => at(one) - at(other));
  if (sorted.length === 0) return html`<p class="soft">The log no longer has its calls.</p>`;
  return html`<ol class="story">
    ${sorted.map(
      ({ at: when, what }) =>
        html`<li><span class="when">${moment(when, visit.now)}</span> <span>${what}</span></li>`,
    )}
  </ol>`;
}

async function moneyBack(visit: Visit, captures: readonly Capture[]): Promise<Chapter[]> {
  const chapters: Chapter[] = [];
  for (const { id } of captures) {
    for (const refund of await recordsNaming(visit, 'refund', { member: 'capture_id', id })) {
      chapters.push({
        at: refund.create_time,
        what: html`${refund.reversal ? 'Reversal' : 'Refund'} <code>${refund.id}</code> of
          ${amount(refund.amount)} ${badge(refund.status)}`,
      });
    }
    for (const dispute of await recordsNaming(visit, 'dispute', { member: 'capture_id', id })) {
      chapters.push({
        at: dispute.create_time,
        what: html`Dispute ${idLink('disputes', dispute.dispute_id)} opened`,
      });
    }
  }
  return chapters;
}
