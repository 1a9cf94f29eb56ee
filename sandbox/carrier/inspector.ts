import type { TextMessage } from './shapes.ts';
import { html, type Html } from '../../markup/html.ts';
import { badge, idText, moment } from '../machine/pages/parts.ts';
import { recordList } from '../machine/inspector/record-list.ts';
import { countOf, type View, type Visit } from '../machine/inspector/visit.ts';

const ADDRESS = /https?:\/\/[^\s<>"']+/g;

/** The text messages that the carrier took. */
export const messages: View = {
  name: 'messages',
  title: 'Text messages',
  group: 'Traffic',
  count: countOf('message'),
  list,
};

function list(visit: Visit): Promise<Html> {
  return recordList(visit, 'message', {
    heading: 'Text messages',
    none: [
      'No text message yet.',
      html`The sandbox is the carrier too: what the service texts to a phone, such as a link to pay, shows
      here and goes nowhere else.`,
    ],
    shown: (messages) =>
      html`<ol class="texts" aria-label="Text messages, newest first">
        ${messages.map((message) => messageView(visit, message))}
      </ol>`,
  });
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
