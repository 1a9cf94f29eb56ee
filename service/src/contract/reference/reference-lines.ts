import { html, type Html, type Part } from '../../../../markup/html.ts';
import type { Book, Leaf } from './reference-book.ts';
import { breakable, verb } from './reference-operation.ts';
import { prose } from './reference-text.ts';

/** An entry of the reference in a line, as the index and the filter list it. */
export interface Line {
  anchor: string;
  title: string;
  address: string;
  /** What the line shows, in markup. */
  name: Part;
  about: string;
  /** What else leads to it from the index: the statuses of a chapter. */
  marks: readonly { anchor: string; title: string; address: string }[];
}

/** The lines of a page, in its order. */
export function linesOf({ addressOf }: Book, leaf: Leaf): Line[] {
  const line = (anchor: string, of: Pick<Line, 'title' | 'name' | 'about'>): Line => {
    return { anchor, address: addressOf(anchor), marks: [], ...of };
  };
  return [
    ...leaf.chapters.map(({ id, title, about, marks = [] }) => ({
      ...line(id, { title, name: title, about }),
      marks: marks.map((mark) => ({ anchor: mark.id, title: mark.title, address: addressOf(mark.id) })),
    })),
    ...leaf.places.map(({ method, path, operation }) => {
      const name = html`${verb(method)} <code>${breakable(path)}</code>`;
      const { operationId, summary } = operation;
      return line(operationId, { title: `${method.toUpperCase()} ${path}`, name, about: summary });
    }),
    ...leaf.events.map(({ operationId, summary: type, description = '' }) => {
      const [about] = description.split(/(?<=\.) /);
      return line(operationId, { title: type, name: html`<code>${type}</code>`, about: about! });
    }),
  ];
}

/** A list of lines. In the index each is where links of old lead, so it bears their name. */
export function lineList(lines: readonly Line[], { isIndex }: { isIndex: boolean }): Html {
  return html`<ul class="lines">
    ${lines.map(
      ({ anchor, address, name, about, marks }) =>
        html`<li ${isIndex && named(anchor)}>
          <a href="${address}"><span class="name">${name}</span></a>
          <span class="line">${prose(about)}</span>
          ${isIndex && marks.length > 0 && markList(marks)}
        </li> `,
    )}
  </ul>`;
}

function markList(marks: Line['marks']): Html {
  return html`<span class="marks"
    >${marks.map(({ anchor, address, title }) => html`<a ${named(anchor)} href="${address}">${title}</a> `)}</span
  >`;
}

function named(anchor: string): Html {
  return html`id="${anchor}"`;
}
