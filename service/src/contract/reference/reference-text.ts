import { html, type Html, type Part } from '../../../../markup/html.ts';
import type { JsonValue } from '../openapi.ts';

/** Text whose words between backticks are code. */
export function prose(text: string): Part {
  return text.split('`').map((piece, index) => (index % 2 === 0 ? piece : html`<code>${piece}</code>`));
}

// Names, texts and other values of pretty-printed JSON; what is between them stays as it is.
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\b\d[\d.eE+-]*|\b(?:true|false|null)\b)/g;

/** JSON as a person reads it, its names told apart from its values. */
export function jsonText(value: JsonValue): Part {
  const text = JSON.stringify(value, null, 2);
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [whole, quoted = '', colon, other] = match;
    parts.push(text.slice(end, match.index));
    if (other !== undefined) parts.push(html`<b>${other}</b>`);
    else if (colon === undefined) parts.push(html`<i>${quoted}</i>`);
    else parts.push(html`<var>${quoted}</var>${colon}`);
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}

/** A block of code under its own title. */
export function listing(title: Part, code: Part): Html {
  return html`<figure class="listing">
    <figcaption>${title}</figcaption>
    <pre><code>${code}</code></pre>
  </figure>`;
}

// A call's address in its quotes, with what a shell needs behind it.
const ADDRESS = /"https?:[^"]*"(?: \\)?/;

/** A call for a shell as code, whose address may break before a slash of its path, nowhere else. */
export function callText(call: string): Part {
  const [address = ''] = ADDRESS.exec(call) ?? [];
  const start = call.indexOf(address);
  const pieces = address
    .split(/(?<![:/])(?=\/)/)
    .map((piece) => html`<wbr /><span class="whole">${piece}</span>`);
  return [call.slice(0, start), pieces, call.slice(start + address.length)];
}

/** `one`, `one or two`, `one, two or three`. */
export function anyOf(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
