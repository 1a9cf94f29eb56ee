const SAFE: unique symbol = Symbol('safe markup');

/** Markup that was escaped on the way in. Only `html` makes it. */
export interface Html {
  readonly [SAFE]: true;
  readonly text: string;
}

export type Part = Html | string | number | null | undefined | false | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup from a template. Every value is escaped for text and quoted attributes; null and false leave
 *  nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const text = strings.reduce((made, string, index) => made + textOf(parts[index - 1]) + string);
  return { [SAFE]: true, text };
}

function textOf(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string') return part.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
  if (typeof part === 'number') return String(part);
  return SAFE in part ? part.text : part.map(textOf).join('');
}
