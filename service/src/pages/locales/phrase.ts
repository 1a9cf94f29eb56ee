import { html, type Html } from '../../../../markup/html.ts';

const PLACE = /\{([a-z_]+)\}/;

/** A sentence with its parts put in, each kept apart from the direction of what is around it. */
export function phrase(message: string, parts: Readonly<Record<string, string | Html>>): Html {
  return html`${message.split(PLACE).map((piece, nth) => (nth % 2 === 0 ? piece : isolated(parts[piece])))}`;
}

function isolated(part: string | Html | undefined): Html {
  return html`<bdi>${part}</bdi>`;
}

/** The same as plain text, for titles and attributes. */
export function phraseText(message: string, parts: Readonly<Record<string, string>>): string {
  return message
    .split(PLACE)
    .map((piece, nth) => (nth % 2 === 0 ? piece : (parts[piece] ?? '')))
    .join('');
}
