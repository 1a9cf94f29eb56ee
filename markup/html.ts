const SAFE: unique symbol = Symbol('safe markup');

/** Markup that was escaped on the way in. Only this file makes it. */
export interface Html {
  readonly [SAFE]: true;
  readonly text: string;
}

export type Part = Html | string | number | null | undefined | false | readonly Part[];

const ATTRIBUTE = /^[a-z][a-z-]*$/;
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

/** JSON that cannot end the script element it stands in. */
export function scriptJson(value: unknown): Html {
  const text = JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028');
  return { [SAFE]: true, text };
}

/** A style sheet. Refuses one that could end the element it stands in. */
export function styleText(css: string): Html {
  if (css.includes('</')) throw new Error('a style sheet ends its own element');
  return { [SAFE]: true, text: css };
}

/** A script. Refuses one that could end the element it stands in, or keep it from ending. */
export function scriptText(script: string): Html {
  if (/<\/script|<!--|<script/i.test(script)) throw new Error('a script ends its own element');
  return { [SAFE]: true, text: script };
}

/** Attributes by their names. Refuses a name that is none, so that no value can be written as one. */
export function attributes(values: Readonly<Record<string, string | number>>): Html {
  const written = Object.entries(values).map(([name, value]) => {
    if (!ATTRIBUTE.test(name)) throw new Error(`not the name of an attribute: ${name}`);
    return ` ${name}="${textOf(String(value))}"`;
  });
  return { [SAFE]: true, text: written.join('') };
}

function textOf(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string') return part.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
  if (typeof part === 'number') return String(part);
  return SAFE in part ? part.text : part.map(textOf).join('');
}
