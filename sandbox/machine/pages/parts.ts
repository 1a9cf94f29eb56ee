import { attributes, html, type Html } from '../../../markup/html.ts';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
const JSON_SHOWN = 200_000;

const GOOD = new Set(
  (
    'COMPLETED APPROVED PAID ACTIVE SUBSCRIBED VAULTED RESOLVED RESOLVED_SELLER_FAVOUR delivered granted ' +
    'finished ready funded'
  ).split(' '),
);
const BAD = new Set(
  (
    'DECLINED DENIED FAILED VOIDED CANCELLED CANCELED SUSPENDED RESOLVED_BUYER_FAVOUR failed revoked ' +
    'undelivered'
  ).split(' '),
);
const WAITING = new Set(
  (
    'PENDING PAYMENT_PENDING IN_REVIEW NEED_MORE_DATA NEED_DATA PAYER_ACTION_REQUIRED REFUNDED ' +
    'PARTIALLY_REFUNDED OPEN WAITING_FOR_SELLER_RESPONSE WAITING_FOR_BUYER_RESPONSE UNDER_REVIEW ' +
    'waiting held lapsed'
  ).split(' '),
);

/** A state in a word, and a colour that says the same. */
export function badge(status: string, tone = toneOf(status)): Html {
  return html`<span class="badge ${tone}">${status.replaceAll('_', ' ').toLowerCase()}</span>`;
}

function toneOf(status: string): string {
  if (GOOD.has(status)) return 'good';
  if (BAD.has(status)) return 'bad';
  return WAITING.has(status) ? 'warn' : '';
}

/** An HTTP status, or that there was no answer. */
export function statusBadge(status: number | null): Html {
  if (status === null) return html`<span class="badge bad">no answer</span>`;
  const tone = status < 300 ? 'good' : status < 500 ? 'warn' : 'bad';
  return html`<span class="badge ${tone}">${status}</span>`;
}

/** An amount with its currency. */
export function amount(money: { value: string; currency_code: string }): Html {
  return html`<span class="amount">${money.value} ${money.currency_code}</span>`;
}

/** A moment as people say it, the exact one in the title. */
export function moment(at: string | null, now: Date): Html {
  if (at === null || Number.isNaN(Date.parse(at))) return html`<span class="soft">–</span>`;
  return html`<time datetime="${at}" title="${at}">${distance(Date.parse(at), now.getTime())}</time>`;
}

/** A moment to the second, as the clock of the sandbox shows it. */
export function clockTime(at: Date): Html {
  const iso = at.toISOString();
  return html`<time datetime="${iso}">${iso.replace('T', ' ').slice(0, 19)} UTC</time>`;
}

/** How far a moment is from now, in the largest unit that fits. */
function distance(at: number, now: number): string {
  const seconds = Math.round(Math.abs(at - now) / 1000);
  const words =
    seconds < MINUTE
      ? `${seconds} s`
      : seconds < HOUR
        ? `${Math.floor(seconds / MINUTE)} min`
        : seconds < DAY
          ? `${Math.floor(seconds / HOUR)} h`
          : `${Math.floor(seconds / DAY)} d`;
  if (seconds < 2) return 'just now';
  return at > now ? `in ${words}` : `${words} ago`;
}

/** An id that one click selects and, where the script runs, another copies. */
export function idText(id: string): Html {
  return html`<span class="id"
    ><code>${id}</code
    ><button type="button" class="copy" data-copy="${id}" hidden>
      Copy<span class="away"> ${id}</span>
    </button></span
  >`;
}

/** A link to the page of a record; an id that is absent is a dash. */
export function idLink(view: string, id: string | null | undefined): Html {
  if (id === null || id === undefined) return html`<span class="soft">–</span>`;
  return html`<a href="/inspector/${view}/${encodeURIComponent(id)}"><code>${id}</code></a>`;
}

const JSON_TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g;

/** A document as JSON, indented and coloured; a text stays as it is. `label` names it to a screen reader. */
export function jsonBlock(value: unknown, label: string): Html {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'null');
  const shown = text.length > JSON_SHOWN ? `${text.slice(0, JSON_SHOWN)}…` : text;
  const coloured = typeof value === 'string' ? html`${shown}` : colour(shown);
  // Preformatted text keeps its own line breaks, so nothing may be added inside the element.
  return html`<pre class="json" tabindex="0" role="group" aria-label="${label}">${coloured}</pre>`;
}

function colour(text: string): Html[] {
  const parts: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(JSON_TOKEN)) {
    const [token, quoted, colon] = match;
    parts.push(html`${text.slice(end, match.index)}`);
    const kind = quoted === undefined ? 'n' : colon === undefined ? 's' : 'k';
    parts.push(html`<span class="${kind}">${quoted ?? token}</span>${colon}`);
    end = match.index + token.length;
  }
  parts.push(html`${text.slice(end)}`);
  return parts;
}

/** What stands where a list would be, and what to do to fill it. */
export function emptyState(title: string, hint: Html): Html {
  return html`<div class="empty">
    <p><strong>${title}</strong></p>
    <p>${hint}</p>
  </div>`;
}

/** Names and values, one beside the other. */
export function facts(rows: readonly (readonly [name: string, value: Html | string | number])[]): Html {
  return html`<dl class="facts">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** One of several values. */
export function select<V extends string>(
  name: string,
  label: string,
  from: { values: readonly V[]; chosen?: NoInfer<V>; words?: (value: V) => string },
): Html {
  const words = from.words ?? ((value: V) => value);
  return html`<label class="field"
    ><span>${label}</span>
    <select name="${name}">
      ${from.values.map(
        (value) =>
          html`<option value="${value}" ${value === from.chosen && 'selected'}>${words(value)}</option>`,
      )}
    </select>
  </label>`;
}

/** A line of text; `rules` are further attributes, such as a pattern. */
export function textField(name: string, label: string, rules: Record<string, string | number> = {}): Html {
  const ruled = attributes({ name, type: 'text', autocomplete: 'off', ...rules });
  return html`<label class="field"><span>${label}</span><input ${ruled} /></label>`;
}

/** A box to tick. */
export function checkbox(
  name: string,
  label: string,
  state: { checked: boolean; value?: string; hint?: string },
): Html {
  return html`<label class="tick"
    ><input
      type="checkbox"
      name="${name}"
      value="${state.value ?? 'on'}"
      ${state.checked && 'checked'}
    /><span>${label}${state.hint !== undefined && html`<small>${state.hint}</small>`}</span></label
  >`;
}
