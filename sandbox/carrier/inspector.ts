import type { TextMessage } from './shapes.ts';
import { listRecords } from '../machine/store/records.ts';
import { html, type Html } from '../../markup/html.ts';
import { badge, emptyState, idText, moment } from '../machine/pages/parts.ts';
import { countOf, pager, placeOf, type View, type Visit } from '../machine/inspector/visit.ts';

const ADDRESS = /https?:\/\/[^\s<>"']+/g;

/** The text messages that the carrier took. */
export const messages: View = {
  name: 'messages',
  title: 'Text messages',
  group: 'Traffic',
  count: countOf('message'),
  list,
};

async function list(visit: Visit): Promise<Html> {
  const { items, total } = await listRecords(visit.machine.world.db, 'message', placeOf(visit));
  return html`<h1>Text messages</h1>
    ${
      items.length === 0
        ? emptyState(
            'No text message yet.',
            html`The sandbox is the carrier too: what the service texts to a phone, such as a link to pay,
            shows here and goes nowhere else.`,
          )
        : html`<ol class="texts" aria-label="Text messages, newest first">
            ${items.map((message) => messageView(visit, message))}
          </ol>`
    }
    ${pager(visit, total)}`;
}

function messageView(visit: Visit, message: TextMessage): Html {
  return html`<li>
    <p class="soft">To <b>${message.to}</b> from ${message.from}, ${moment(message.at, visit.now)}</p>
    <p class="bubble">${withLinks(message.body)}</p>
    <p>
      ${idText(message.sid)} ${badge(message.status ?? 'delivered')}
      ${message.error_code !== null && message.error_code !== undefined && html`<span class="soft">${message.error_code}</span>`}
    </p>
  </li>`;
}

/** A text whose web addresses can be followed, as on a phone. */
function withLinks(text: string): Html {
  const parts: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    parts.push(html`${text.slice(end, match.index)}<a href="${match[0]}">${match[0]}</a>`);
    end = match.index + match[0].length;
  }
  return html`${parts}${text.slice(end)}`;
}
