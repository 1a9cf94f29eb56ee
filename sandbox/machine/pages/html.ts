/** A piece of HTML that is safe to place as it is. */
export interface Html {
  readonly html: string;
}

type Piece = Html | string | number | null | false | undefined | readonly Piece[];

/** Writes HTML; every value is escaped unless it is HTML itself. */
export function html(parts: TemplateStringsArray, ...values: Piece[]): Html {
  return { html: parts.reduce((text, part, index) => text + textOf(values[index - 1]) + part) };
}

/** Escapes a text for HTML content and quoted attributes. */
export function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** JSON that cannot end the script element it stands in. */
export function scriptJson(value: unknown): Html {
  return { html: JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028') };
}

function textOf(value: Piece): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string') return escape(value);
  if (typeof value === 'number') return String(value);
  if (isHtml(value)) return value.html;
  return value.map(textOf).join('');
}

function isHtml(value: Html | readonly Piece[]): value is Html {
  return 'html' in value;
}
